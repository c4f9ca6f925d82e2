/** One request and its answer; headers and bodies are read when it is opened. */
import { html, useLoaded, useRef, useState } from '../../../common/browser/ui.js';
import { Headers, Status } from '../../../common/browser/views.js';
import { Body } from '../../../common/browser/json.js';
import { bytes } from '../../../common/browser/text.js';

/** Marks of several findings on one answer, merged by place. */
export function marksOf(found) {
  const notes = new Map();
  for (const { marks } of found)
    for (const [place, note] of Object.entries(marks))
      notes.set(place, new Set([...(notes.get(place) ?? []), note]));
  return Object.fromEntries([...notes].map(([place, all]) => [place, [...all].join(' · ')]));
}

export function Exchange({ source, run, id, open = false, marks = {} }) {
  const [isOpen, setOpen] = useState(open);
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  const head = run.exchanges.find((each) => each.id === id);
  const { value, problem } = useLoaded(wasOpen.current && (() => source.bodies(id)), [wasOpen.current, id]);
  if (head === undefined) return html`<p class="quiet">Exchange #${id} is not in this report.</p>`;
  return html`<details class="exchange" open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)} id=${`exchange-${id}`}>
    <summary>
      <span class="quiet">#${id}</span> <code>${head.method} ${pathOf(head.url, run.target)}</code>${' '}
      <${Status} ...${head} />${' '}
      <span class="quiet">${[head.operation, head.account === 'none' ? 'no key' : `account ${head.account}`, head.note, head.ms !== null && `${head.ms} ms`].filter(Boolean).join(', ')}</span>
    </summary>
    ${problem !== undefined && html`<p class="bad">${problem}</p>`}
    ${isOpen && (value ? html`<${Both} exchange=${value} marks=${marks} pick=${source.pick?.(head)} />` : problem === undefined && html`<p class="quiet">Reading…</p>`)}
  </details>`;
}

/** The URL without the address of the target, which is the same for all. */
const pathOf = (url, target) => (url.startsWith(target) ? url.slice(target.length) : url);

function Both({ exchange, marks, pick }) {
  const { id, request, response, failure } = exchange;
  return html`<div class="sides">
    <div>
      <b>Request</b>
      <${Headers} headers=${request.headers} />
      <${Body} text=${request.bodyText} label=${`Body of request #${id}`} />
    </div>
    <div>
      <b>Answer</b>
      ${
        response === null
          ? html`<p class="bad">${failure}</p>`
          : html`<${Headers} headers=${response.headers} />
            ${response.bodyCut !== undefined && html`<p class="quiet">The beginning of ${bytes(response.bodyCut)}.</p>`}
            <${Body} text=${response.bodyText} marks=${marks} pick=${pick} label=${`Body of answer #${id}`} />`
      }
    </div>
  </div>`;
}
