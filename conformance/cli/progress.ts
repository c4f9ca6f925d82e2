/** The progress of a run on standard error. */
import { VERDICT_WORDS, type Verdict } from '../judge/verdicts.js';
import type { RunOptions } from '../run/run.js';
import type { Guarded } from '../command-context.js';
import { count } from '../values/text.js';

const EVERY_MS = 15_000;

/** A log names scenarios that end with one of these verdicts. */
const LOGGED: readonly Verdict[] = ['fail', 'error', 'not-followed'];

/** Prints nothing more once it is disposed of. */
export interface ProgressReporter extends Required<Pick<RunOptions, 'onProgress' | 'onWait'>>, Disposable {}

/** On a terminal, rewrites one line. In a log, prints each failed scenario, and a line of progress every 15 s. */
export function reportProgress({ err, isTerminal, clock }: Guarded): ProgressReporter {
  let state: { done: number; total: number } | null = null;
  let failures = 0;
  let waitsUntil = 0;
  const line = (): string => {
    const wait = Math.round((waitsUntil - clock.now()) / 1000);
    const parts = [
      state === null
        ? "looking at the target's data"
        : `${state.done}/${state.total} scenarios, ${count(failures, 'failure')}`,
      ...(wait > 0 ? [`waiting ${wait} s for the rate limit`] : []),
    ];
    return `${parts.join(', ')}\n`;
  };
  const stop = isTerminal ? () => undefined : clock.every(EVERY_MS, () => err(line()));
  return {
    onWait: (until) => (waitsUntil = Math.max(waitsUntil, until)),
    onProgress({ done, total, scenario, verdict }) {
      state = { done, total };
      if (verdict === 'fail' || verdict === 'error') failures += 1;
      if (isTerminal) err(`\r\u001b[K${done}/${total} ${scenario}${done === total ? '\r\u001b[K' : ''}`);
      else if (LOGGED.includes(verdict)) err(`${VERDICT_WORDS[verdict].word} ${scenario}\n`);
    },
    [Symbol.dispose]: stop,
  };
}
