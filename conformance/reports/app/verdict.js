/** Verdicts as badges: a mark and a word, never a color alone. */
import { html } from '../../../common/browser/ui.js';

export function Verdict({ words, verdict, text }) {
  const { mark, word } = words[verdict];
  return html`<span class=${`badge ${verdict}`}><span aria-hidden="true">${mark}</span> ${text ?? word}</span>`;
}

/** The most important of several verdicts. A pass comes before `not applicable` and the like. */
export function worstOf(words, verdicts) {
  const aside = ['not-applicable', 'not-met', 'unknown'];
  const order = Object.keys(words).filter((verdict) => !aside.includes(verdict));
  return [...order, ...aside].find((verdict) => verdicts.includes(verdict));
}

/** How many there are of each, in the order of interest. */
export function Tally({ words, verdicts }) {
  const counts = new Map(Object.keys(words).map((verdict) => [verdict, 0]));
  for (const verdict of verdicts) counts.set(verdict, counts.get(verdict) + 1);
  return [...counts]
    .filter(([, n]) => n > 0)
    .map(
      ([verdict, n]) =>
        html`<${Verdict} key=${verdict} words=${words} verdict=${verdict} text=${`${n} ${words[verdict].word}`} /> `,
    );
}
