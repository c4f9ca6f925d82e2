/** One request and its answer; headers and bodies are read when it is opened. */
import { html, useEffect, useState } from '../../../common/browser/ui.js';
import { Body } from '../../../common/browser/json.js';
import { bytes, visible } from '../../../common/browser/text.js';

/** Marks of several findings on one answer, merged by place. */
export function marksOf(found) {
  const notes = new Map();
  for (const { marks } of found)
    for (const [place, note] of Object.entries(marks))
      notes.set(place, new Set([...(notes.get(place) ?? []), note]));
  return Object.fromEntries([...notes].map(([place, all]) => [place, [...all].join(' · ')]));
}

export function Exchange({ source, run, id, open = false, marks = {}, children }) {
  const [isOpen, setOpen] = useState(open);
  const [told, setTold] = useState(null);
  const head = source.exchange(id);
  useEffect(() => {
    let left = false;
    if (isOpen && told === null)
      source.bodies(id).then(
        (bodies) => left || setTold(bodies),
        (error) => left || setTold({ problem: error.message }),
      );
    return () => (left = true);
  }, [isOpen, id]);
  if (head === undefined) return html`<p class="quiet">Exchange #${id} is not in this report.</p>`;
  return html`<details class="exchange" open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)} id=${`exchange-${id}`}>
    <summary>
      <span class="quiet">#${id}</span> <code>${head.method} ${visible(pathOf(head.url, run.target))}</code>${' '}
      <span class=${`status s${String(head.status ?? '')[0] ?? ''}`}>${head.status ?? head.failure}</span>${' '}
      <span class="quiet">${[head.operation, head.account === 'none' ? 'no key' : `account ${head.account}`, visible(head.note), head.ms !== null && `${head.ms} ms`].filter(Boolean).join(', ')}</span>
    </summary>
    ${children} ${isOpen && told === null && html`<p class="quiet">Reading…</p>`} ${isOpen && told !== null && html`<${Both} told=${told} marks=${marks} pick=${source.pick?.(head)} />`}
  </details>`;
}

/** Without the part that is the same for all. */
const pathOf = (url, target) => (url.startsWith(target) ? url.slice(target.length) : url);

function Both({ told, marks, pick }) {
  if (told.problem !== undefined) return html`<p class="bad">${told.problem}</p>`;
  const { request, response, failure } = told;
  return html`<div class="sides">
    <div>
      <p class="side-title">Request</p>
      <${Headers} headers=${request.headers} />
      <${Body} text=${request.bodyText} label=${`Body of request #${told.id}`} />
    </div>
    <div>
      <p class="side-title">Answer</p>
      ${
        response === null
          ? html`<p class="bad">${failure}</p>`
          : html`<${Headers} headers=${response.headers} />
            ${response.bodyCut !== undefined && html`<p class="quiet">The beginning of ${bytes(response.bodyCut)}.</p>`}
            <${Body} text=${response.bodyText} marks=${marks} pick=${pick} label=${`Body of answer #${told.id}`} />`
      }
    </div>
  </div>`;
}

function Headers({ headers }) {
  const entries = Object.entries(headers);
  return html`<details>
    <summary class="quiet">Headers (${entries.length})</summary>
    <dl class="headers">
      ${entries.map(([name, value]) => html`<dt>${visible(name)}</dt><dd>${visible(value)}</dd>`)}
    </dl>
  </details>`;
}
