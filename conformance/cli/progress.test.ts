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

it('rewrites one line on a terminal, also when a wait begins', () => {
  const { timer, printed, progress } = started(true);
  progress.onProgress({ done: 1, total: 2, scenario: 'smoke/a', end: 'completed', verdict: 'fail' });
  expect([timer.ms, printed()]).toEqual([0, '\r\u001b[K1/2 smoke/a']);
  progress.onWait(400, 'for the rate limit');
  progress.onWait(64_000, 'to see whether another caller uses the key');
  expect(printed().split('\r\u001b[K').slice(2)).toEqual([
    '1/2 scenarios, 1 failure, waiting 64 s to see whether another caller uses the key',
  ]);
});
