/** The progress of a command on standard error. */
import { VERDICT_WORDS, type Verdict } from '../judge/verdicts.js';
import type { RunOptions } from '../run/run.js';
import type { Guarded } from '../command-context.js';
import { count } from '../values/text.js';

const EVERY_MS = 15_000;
const CLEAR = '\r\u001b[K';

/**
 * One line of progress, until it is disposed of: `line()`, by default the last shown text. A terminal shows its changes each
 * second, and a log gets it every 15 s.
 */
export function progressLine({ err, isTerminal, clock }: Guarded, line?: () => string) {
  let shown = '';
  const show = (text: string): void => {
    if (isTerminal && text !== shown) err(CLEAR + text);
    shown = text;
  };
  const stop = clock.every(isTerminal ? 1000 : EVERY_MS, () => {
    const now = line?.() ?? shown;
    if (isTerminal) show(now);
    else if (now !== '') err(`${now}\n`);
  });
  return {
    /** On a terminal, replaces the line. */
    show,
    [Symbol.dispose]() {
      stop();
      show('');
    },
  };
}

/** A log names scenarios that end with one of these verdicts. */
const LOGGED: readonly Verdict[] = ['fail', 'error', 'not-followed'];

/** Shows the last scenario of a run on a terminal. A log gets each failed scenario, and a summary every 15 s. */
export function reportProgress(
  context: Guarded,
): Required<Pick<RunOptions, 'onProgress' | 'onWait'>> & Disposable {
  const { err, isTerminal, clock } = context;
  let done = 'looking at the target';
  let last = done;
  let failures = 0;
  let wait = { until: 0, why: '' };
  const doing = (): string => {
    const seconds = Math.round((wait.until - clock.now()) / 1000);
    if (seconds > 0) return `${done}, waiting ${seconds} s ${wait.why}`;
    return isTerminal ? last : done;
  };
  const line = progressLine(context, doing);
  return {
    onWait(until, why) {
      if (until <= wait.until) return;
      wait = { until, why };
      line.show(doing());
    },
    onProgress({ done: nth, total, scenario, verdict }) {
      if (verdict === 'fail' || verdict === 'error') failures += 1;
      done = `${nth}/${total} scenarios, ${count(failures, 'failure')}`;
      last = nth === total ? '' : `${nth}/${total} ${scenario}`;
      line.show(doing());
      if (!isTerminal && LOGGED.includes(verdict)) err(`${VERDICT_WORDS[verdict].word} ${scenario}\n`);
    },
    [Symbol.dispose]: line[Symbol.dispose],
  };
}
