/** A search field and a choice of verdicts above a list. */
import { wordsOf } from '../../../common/browser/text.js';
import { Choice, SearchForm } from '../../../common/browser/forms.js';
import { html } from '../../../common/browser/ui.js';

/** The items with all words of `text` in the text of `textOf`, and with the verdict if there is one. */
export function matching(items, { text, verdict }, textOf) {
  const words = wordsOf(text);
  return items.filter((each) => {
    const own = words.length === 0 ? '' : textOf(each).toLowerCase();
    return (verdict === undefined || each.verdict === verdict) && words.every((word) => has(own, word));
  });
}

/** Whether a text contains a word. The id of a clause matches only that clause: BILL-1 does not match BILL-12. */
function has(text, word) {
  return /^[a-z]+-\d+$/.test(word) ? new RegExp(`${word}(?!\\d)`).test(text) : text.includes(word);
}

export function Search({ run, query, verdicts = [], change, hint }) {
  const known = Object.keys(run.words).filter(
    (verdict) => verdicts.includes(verdict) || verdict === query.verdict,
  );
  const set = (name, value) => change({ ...query, [name]: value === '' ? undefined : value });
  const options = [['', 'all'], ...known.map((verdict) => [verdict, run.words[verdict].word])];
  return html`<${SearchForm} text=${query.text} hint=${hint} change=${(text) => set('text', text)}>
    ${known.length > 0 && html`<${Choice} label="Verdict" options=${options} value=${query.verdict} change=${(verdict) => set('verdict', verdict)} />`}
  <//>`;
}
