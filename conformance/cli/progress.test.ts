import { expect, it } from 'vitest';
import { Redactor } from '../../common/redact.js';
import { guarded } from '../command-context.js';
import { reportProgress } from './progress.js';

/** A clock that only moves when a test says so. */
function started(isTerminal: boolean) {
  const timer = { now: 0, act: (): void => undefined, isStopped: false, ms: 0 };
  let printed = '';
  const context = guarded(
    {
      environment: {},
      isTerminal,
      out: () => undefined,
      err: (text) => void (printed += text),
      clock: {
        now: () => timer.now,
        every(ms, act) {
          Object.assign(timer, { ms, act });
          return () => void (timer.isStopped = true);
        },
      },
    },
    new Redactor(),
  );
  return { timer, printed: () => printed, progress: reportProgress(context) };
}

it('logs every 15 s how far a run is, and why it waits', () => {
  const { timer, printed, progress } = started(false);
  timer.act();
  const done = { total: 469, end: 'completed' } as const;
  progress.onProgress({ ...done, done: 311, scenario: 'smoke/a', verdict: 'pass' });
  progress.onProgress({ ...done, done: 312, scenario: 'smoke/b', verdict: 'fail' });
  progress.onWait(50_000, 'for the rate limit');
  progress.onWait(40_000, 'before it repeats a request');
  timer.now = 10_000;
  timer.act();
  timer.now = 60_000;
  timer.act();
  progress[Symbol.dispose]();
  expect([timer.ms, timer.isStopped]).toEqual([15_000, true]);
  expect(printed().split('\n')).toEqual([
    'looking at the target',
    'fail smoke/b',
    '312/469 scenarios, 1 failure, waiting 40 s for the rate limit',
    '312/469 scenarios, 1 failure',
    '',
  ]);
});

it('rewrites one line on a terminal, and counts the seconds of a wait down', () => {
  const { timer, printed, progress } = started(true);
  progress.onProgress({ done: 1, total: 2, scenario: 'smoke/a', end: 'completed', verdict: 'fail' });
  expect([timer.ms, printed()]).toEqual([1000, '\r\u001b[K1/2 smoke/a']);
  progress.onWait(400, 'for the rate limit');
  progress.onWait(64_000, 'to see whether another caller uses the key');
  for (timer.now = 1000; timer.now < 66_000; timer.now += 31_500) timer.act();
  timer.act();
  progress.onWait(100_500, 'for the rate limit');
  progress.onProgress({ done: 2, total: 2, scenario: 'smoke/b', end: 'completed', verdict: 'pass' });
  progress[Symbol.dispose]();
  expect(printed().split('\r\u001b[K').slice(2)).toEqual([
    '1/2 scenarios, 1 failure, waiting 64 s to see whether another caller uses the key',
    '1/2 scenarios, 1 failure, waiting 63 s to see whether another caller uses the key',
    '1/2 scenarios, 1 failure, waiting 32 s to see whether another caller uses the key',
    '1/2 smoke/a',
    '1/2 scenarios, 1 failure, waiting 5 s for the rate limit',
    '2/2 scenarios, 1 failure, waiting 5 s for the rate limit',
    '',
  ]);
});
