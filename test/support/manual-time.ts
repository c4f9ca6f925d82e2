import type { Time } from '../../conformance/wire/pacer.js';

/** A time that starts on 1 January 2026 and advances only during a sleep; `slept` in milliseconds. */
export function sleptTime(): Time & { slept: number } {
  const time = {
    slept: 0,
    now: () => Date.UTC(2026, 0, 1) + time.slept,
    sleep: (ms: number) => {
      time.slept += ms;
      return Promise.resolve();
    },
  };
  return time;
}
