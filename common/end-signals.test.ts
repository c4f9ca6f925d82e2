import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { onEndSignals, type EndSignal } from './end-signals.js';

/** A program with a clock that tests move, and the requests to end that it received. */
function program(env: Record<string, string> = {}) {
  const from = Object.assign(new EventEmitter(), { ppid: 7, env });
  const asked: string[] = [];
  let time = 1000;
  const stop = onEndSignals(
    (signal) => asked.push(`first ${signal}`),
    (signal) => asked.push(`again ${signal}`),
    from,
    () => time,
  );
  return {
    from,
    asked,
    stop,
    press: (signal: EndSignal, ms = 0) => ((time += ms), from.emit(signal, signal)),
  };
}

it('counts a signal that npm repeats within milliseconds as one press, and a later one as a second', () => {
  const { asked, press } = program();
  press('SIGINT');
  press('SIGINT', 3);
  press('SIGTERM', 400);
  expect(asked).toEqual(['first SIGINT']);
  press('SIGINT', 200);
  press('SIGHUP', 1);
  expect(asked).toEqual(['first SIGINT', 'again SIGINT', 'again SIGHUP']);
});

it('ignores signals after `stop`', () => {
  const { asked, from, stop } = program();
  stop();
  expect(from.eventNames()).toEqual([]);
  expect(asked).toEqual([]);
});

it('ends when its npm shell ends, unless a signal asked it to end before', () => {
  vi.useFakeTimers();
  try {
    const { asked, from, stop } = program({ npm_lifecycle_event: 'conformance' });
    vi.advanceTimersByTime(1000);
    expect(asked).toEqual([]);
    from.ppid = 1;
    vi.advanceTimersByTime(1000);
    expect(asked).toEqual(['first SIGTERM']);
    stop();

    const other = program({ npm_lifecycle_event: 'conformance' });
    other.press('SIGTERM');
    other.from.ppid = 1;
    vi.advanceTimersByTime(1000);
    expect(other.asked).toEqual(['first SIGTERM']);
  } finally {
    vi.useRealTimers();
  }
});
