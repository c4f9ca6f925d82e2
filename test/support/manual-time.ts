import type { Time } from '../../conformance/wire/pacer.js';

/** Time that passes only during a sleep, from the first of January 2026; `slept` in milliseconds. */
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
