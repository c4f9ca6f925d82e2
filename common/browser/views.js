/** Parts of views: lists with an open entry, tables, facts, and text to copy. */
import { copy } from './messages.js';
import { visible } from './text.js';
import { html } from './ui.js';

/** A list of facts, each [name, value], or false for no fact. */
export function Facts({ facts }) {
  return html`<dl>
    ${facts.map((fact) => fact && html`<dt>${fact[0]}</dt><dd>${fact[1]}</dd>`)}
  </dl>`;
}

/** The status of an answer, or `failure` if there is none. */
export function Status({ status, failure = 'lost' }) {
  return html`<span class=${`status ${status === null ? 'lost' : `s${String(status)[0]}`}`}>${status ?? failure}</span>`;
}

/** The headers of a message, collapsed. A value that was not recorded is null. */
export function Headers({ headers = {} }) {
  const entries = Object.entries(headers);
  return html`<details>
    <summary class="quiet">Headers (${entries.length})</summary>
    <dl class="headers">
      ${entries.map(([name, value]) => html`<dt>${visible(name)}</dt><dd>${value === null ? html`<span class="quiet">not recorded</span>` : visible(value)}</dd>`)}
    </dl>
  </details>`;
}

/** A table that scrolls horizontally. `columns` are titles; a `#` before a title marks a column of numbers. A row is a list of cells. */
export function Table({ label, columns, rows }) {
  const ofNumbers = (i) => columns[i].startsWith('#') && 'number';
  return html`<div class="wide" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead><tr>
        ${columns.map((title, i) => html`<th scope="col" class=${ofNumbers(i)}>${title.replace('#', '')}</th>`)}
      </tr></thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell, i) => html`<td class=${ofNumbers(i)}>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** A button that shows more of a long list or text; no button if `left`, the number of hidden items, is 0. */
export function More({ left, words = left, show }) {
  return left > 0 && html`<button onClick=${show}>Show more (${words} left)</button>`;
}

/** A list with its heading. Beside it is `opened`, the open entry, if there is one. */
export function Split({ title, label, opened, children }) {
  return html`<div class=${opened ? 'split opened' : 'split'}>
    <h1 class="unseen">${title}</h1>
    <section class="list" aria-label=${label}>${children}</section>
    ${opened}
  </div>`;
}

/** The open entry of a list; `what` names its kind. Escape calls `close`, too; `focusOpened` focuses its title. */
export function Opened({ what, title, close, children }) {
  return html`<section class="one" aria-labelledby="one-title" onKeyDown=${(event) => event.key === 'Escape' && close()}>
    <div class="one-head">
      <h2 id="one-title" tabindex="-1">${title}</h2>
      <button onClick=${close} aria-label=${`Close this ${what}`}>Close</button>
    </div>
    ${children}
  </section>`;
}

export const focusOpened = () => document.getElementById('one-title')?.focus();

/** Text with a button that copies it. */
export function Copyable({ text, label }) {
  return html`<div class="copyable">
    <button class="copy" onClick=${() => copy(text)} aria-label=${`Copy ${label}`}>Copy</button>
    <pre tabindex="0" role="region" aria-label=${label}>${text}</pre>
  </div>`;
}

/** The kit's own sentences, in which backticks set off names. */
export function Prose({ text }) {
  return text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece));
}
