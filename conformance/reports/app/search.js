/** A search field and a choice of verdicts above a list. */
import { html, SearchField } from '../../../common/browser/ui.js';

export function Search({ run, query, verdicts = [], change, hint }) {
  const known = Object.keys(run.words).filter(
    (verdict) => verdicts.includes(verdict) || verdict === query.verdict,
  );
  const set = (name, value) => change({ ...query, [name]: value === '' ? undefined : value });
  return html`<form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
    <${SearchField} text=${query.text} hint=${hint} change=${(text) => set('text', text)} />
    ${
      known.length > 0 &&
      html`<label>
      Verdict
      <select onChange=${(event) => set('verdict', event.currentTarget.value)}>
        <option value="">all</option>
        ${known.map((verdict) => html`<option value=${verdict} selected=${verdict === query.verdict}>${run.words[verdict].word}</option>`)}
      </select>
    </label>`
    }
  </form>`;
}
