/** The rest of a run: notes, credits and requests, facts about the data, readings. */
import { html } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/views.js';

export function Notes({ run, to }) {
  const readings = [...run.readings].sort((a, b) => Number(b.seen.length > 0) - Number(a.seen.length > 0));
  return html`<div class="narrow">
    <h1>More of this run</h1>
    ${run.lists.map(
      ({ title, lines }) =>
        html`<section><h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`,
    )}
    ${readings.length > 0 && html`<${Readings} readings=${readings} to=${to} />`}
  </div>`;
}

function Readings({ readings, to }) {
  return html`<section>
    <h2>Readings</h2>
    <dl class="readings">
      ${readings.map(
        ({ id, question, seen, inconsistent }) => html`<dt><code>${id}</code></dt>
          <dd>
            <${Prose} text=${question} />
            ${seen.map(
              ({ choice, text, exchanges }) => html`<div>
                <code>${choice}</code> <${Prose} text=${text} /> ${exchanges.map((each) => html`<a href=${to('requests', [each])}>#${each}</a> `)}
              </div>`,
            )}
            ${seen.length === 0 && html`<div class="quiet">not observed</div>`} ${inconsistent && html`<span class="tag warn">not always the same</span>`}
          </dd>`,
      )}
    </dl>
  </section>`;
}
