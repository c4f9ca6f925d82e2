/** The view of readings: open questions of the contract, and this mock's choices. */
import { attempt } from '../../../common/browser/messages.js';
import { html, useLoaded } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/views.js';
import { several } from '../../../common/browser/text.js';
import { call } from './api.js';

export function Readings() {
  const { value: health } = useLoaded(() => attempt(() => call('GET', '/health')), []);
  if (health === undefined)
    return html`<div class="narrow">
      <h1>Readings</h1>
      <p>Reading…</p>
    </div>`;
  const changed = health.readings.filter(({ choice, default: usual }) => choice !== usual);
  const settable = health.readings.filter((each) => each.switch && !changed.includes(each));
  const fixed = health.readings.filter((each) => !each.switch && !changed.includes(each));
  return html`<div class="narrow">
    <h1>Readings</h1>
    <p>
      If the contract is silent or contradicts itself, several answers conform. This page shows how the mock answers. Start it
      with <code>--reading ID=CHOICE</code> for another choice.
    </p>
    ${group('Not the default', changed)} ${group('Defaults that you can change', settable)}
    ${group('Fixed', fixed)}
  </div>`;
}

function group(title, readings) {
  if (readings.length === 0) return null;
  return html`<section>
    <h2>${title} <span class="quiet">${several(readings.length, 'reading')}</span></h2>
    <dl class="readings">
      ${readings.map(
        ({ id, question, choice, choices }) =>
          html`<dt><code>${id}</code></dt>
            <dd>
              <p><${Prose} text=${question} /></p>
              <ul>
                ${choices.map(
                  (each) =>
                    html`<li class=${each.id === choice ? undefined : 'quiet'}>
                      <code>${each.id}</code>${' '}
                      <${Prose} text=${each.text} />${each.id === choice ? html` <span class="tag">used</span>` : ''}
                    </li>`,
                )}
              </ul>
            </dd>`,
      )}
    </dl>
  </section>`;
}
