/** Shows a body: JSON can be folded, long lists show their first items, and marked places are highlighted. Never inserts HTML. */
import { html, useState } from './ui.js';
import { More } from './views.js';
import { bytes, several, visible } from './text.js';

const FIRST_ITEMS = 20;
const FIRST_CHARACTERS = 20_000;
const LONGEST_PREVIEW = 80;
/** Longer bodies are shown as text, because folding would parse the whole body first. */
const MOST_FOLDED_CHARACTERS = 2 << 20;

/** `marks` are notes by JSON Pointer: `{ '/data/total': 'expected 3' }`. `pick` is called with the pointer and value of a click. */
export function Body({ text, length, label, marks = {}, pick }) {
  if (text === null || text === undefined) {
    const why =
      length > 0 ? `${bytes(length)}, not kept` : text === null ? 'No body' : 'The body was not kept';
    return html`<p class="quiet">${why}.</p>`;
  }
  if (text === '') return html`<p class="quiet">An empty body.</p>`;
  if (text.length > MOST_FOLDED_CHARACTERS)
    return html`<p class="quiet">
        A body of ${several(text.length, 'character')} is too long to fold as JSON. This is its beginning, as text.
      </p>
      <${Text} text=${text} label=${label} />`;
  const parsed = parsedJson(text);
  if (parsed === undefined) return html`<${Text} text=${text} label=${label} />`;
  return html`<div class="json" role="group" aria-label=${label}>
    <${Node} value=${parsed} at="" marks=${marks} open=${3} pick=${pick} />
  </div>`;
}

/** Returns undefined if the text is not JSON. */
export function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text that may be long. It shows the rest on demand and in pieces, so that the page stays responsive. */
export function Text({ text, label }) {
  const [shown, setShown] = useState(FIRST_CHARACTERS);
  const rest = text.length - shown;
  return html`<pre class="text" tabindex="0" role="region" aria-label=${label}>
${visible(text.slice(0, shown))}</pre>
    <${More}
      left=${rest}
      words=${several(rest, 'character')}
      show=${() => setShown(shown + 10 * FIRST_CHARACTERS)}
    />`;
}

function Node({ name, value, at, marks, open, pick }) {
  const mark = marks[at];
  const key = name !== undefined && html`<span class="key">${visible(name)}</span>: `;
  const note = mark !== undefined && html` <span class="mark-note">${visible(mark)}</span>`;
  const isBranch = value !== null && typeof value === 'object' && Object.keys(value).length > 0;
  if (isBranch) return html`<${Branch} ...${{ value, at, marks, open, pick, name: key, note }} />`;
  return html`<div class=${note ? 'leaf marked' : 'leaf'}>
    ${key}<${Leaf} value=${value} pick=${pick && (() => pick(at, value))} />${note}
  </div>`;
}

function Branch({ value, at, marks, open, pick, name: key, note }) {
  const holdsMark = Object.keys(marks).some((each) => each.startsWith(`${at}/`));
  const [isOpen, setOpen] = useState(open > 0 || holdsMark);
  const [shown, setShown] = useState(FIRST_ITEMS);
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const [before, after] = isList ? '[]' : '{}';
  const toggle = (event) => setOpen(event.currentTarget.open);
  return html`<details open=${isOpen} onToggle=${toggle} class=${note ? 'marked' : ''}>
    <summary>
      ${key}${before}${!isOpen && html`<span class="quiet"> ${preview(value)} ${several(entries.length, isList ? 'item' : 'member')} </span>${after}`}${note}
    </summary>
    ${
      isOpen &&
      html`<div class="inside">
          ${entries.slice(0, shown).map(
            ([name, each]) =>
              html`<${Node}
                  key=${name}
                  name=${isList ? undefined : name}
                  value=${each}
                  at=${`${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
                  marks=${marks}
                  open=${open - 1}
                  pick=${pick}
                />`,
          )}
          <${More} left=${entries.length - shown} show=${() => setShown(shown + 10 * FIRST_ITEMS)} />
        </div>
        ${after}`
    }
  </details>`;
}

function Leaf({ value, pick }) {
  const [shown, setShown] = useState(600);
  const put = (kind, text) =>
    pick === undefined
      ? html`<span class=${kind}>${text}</span>`
      : html`<button class=${`value ${kind}`} title="Add a check for this value" onClick=${pick}>${text}</button>`;
  // An empty list or object has no items to fold.
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  if (typeof value !== 'string') return put('other', String(value));
  return html`${put('string', `"${visible(value.slice(0, shown))}"`)}${
    value.length > shown &&
    html` <button onClick=${() => setShown(shown + FIRST_CHARACTERS)}>
        …${value.length - shown} more
      </button>`
  }`;
}

/** A short label for a folded object: the title of a job, the name of a company. */
function preview(value) {
  if (Array.isArray(value) && value.length <= 3 && value.every((each) => typeof each !== 'object')) {
    const text = value.map((each) => JSON.stringify(each)).join(', ');
    if (text.length <= LONGEST_PREVIEW) return `${visible(text)} · `;
  }
  const labels = ['Title', 'Job Title', 'title', 'name', 'Company', 'label', 'detail', 'message', 'msg'];
  const found = labels.map((name) => value[name]).find((each) => typeof each === 'string');
  return found === undefined ? '' : `${visible(found.slice(0, LONGEST_PREVIEW))} · `;
}
