/** Verdicts as badges: a mark and a word, never a color alone. */
import { html } from '../../../common/browser/ui.js';

export function Verdict({ words, verdict, text }) {
  const { mark, word } = words[verdict];
  return html`<span class=${`badge ${verdict}`}><span aria-hidden="true">${mark}</span> ${text ?? word}</span>`;
}

const ASIDE = ['not-applicable', 'not-met', 'unknown'];

/** Verdicts in the order of interest: the worst first, and a pass before `not applicable` and the like. */
export function orderOf(words) {
  return Object.keys(words).toSorted((a, b) => ASIDE.indexOf(a) - ASIDE.indexOf(b));
}

export function worstOf(words, verdicts) {
  return orderOf(words).find((verdict) => verdicts.includes(verdict));
}

/** The number of each verdict, in the order of interest. */
export function Tally({ words, verdicts }) {
  const counts = new Map(orderOf(words).map((verdict) => [verdict, 0]));
  for (const verdict of verdicts) counts.set(verdict, counts.get(verdict) + 1);
  return [...counts]
    .filter(([, n]) => n > 0)
    .map(
      ([verdict, n]) =>
        html`<${Verdict} key=${verdict} words=${words} verdict=${verdict} text=${`${n} ${words[verdict].word}`} /> `,
    );
}
