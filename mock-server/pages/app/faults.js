/** The view of faults, which make the mock fail on purpose. */
import { Choice, Form } from '../../../common/browser/forms.js';
import { Asking, attempt, usePolled } from '../../../common/browser/messages.js';
import { html, useState, useStore } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/views.js';
import { hrefOf } from '../../../common/browser/route.js';
import { several, visible } from '../../../common/browser/text.js';
import { call, callAll, facts } from './api.js';
import { membersFor, SchemaFields, typedIn } from './schema-form.js';

export function Faults() {
  const [{ faults } = {}, read] = usePolled(() => call('GET', '/faults'), 1_500);
  const [accounts = []] = usePolled(() => callAll('/accounts', 'accounts'), 10_000);
  const clear = () => call('DELETE', '/faults').then(read);
  return html`<div class="columns">
    <section aria-labelledby="faults-title">
      <h1 id="faults-title">Faults</h1>
      <p class="quiet">The first fault that matches a request hits it.</p>
      <${Presets} read=${read} />
      ${faults?.length === 0 && html`<p class="nothing">None. The mock follows the contract.</p>`}
      <ul class="cards">
        ${(faults ?? []).map((fault) => html`<${One} key=${fault.id} fault=${fault} read=${read} />`)}
      </ul>
      ${
        faults?.length > 0 &&
        html`<${Asking} title="Remove all faults?" text="This includes faults of single accounts." yes="Remove them"
          act=${clear} done="All faults are removed.">Remove all faults…<//>`
      }
    </section>
    <${Add} accounts=${accounts} read=${read} />
  </div>`;
}

function One({ fault, read }) {
  const { id, effect, operation, account, header, skip, times, seen, hits, ...details } = fault;
  const { effects } = useStore(facts);
  const isSpent = times !== null && hits >= times;
  const about = [
    operation ?? 'any operation',
    account ?? 'any account',
    header &&
      `header ${visible(header.name)}${header.value === undefined ? '' : `: ${visible(header.value)}`}`,
    skip > 0 && `after ${several(skip, 'request')}`,
    ...Object.entries(details).map(([name, value]) => `${name}: ${visible(value)}`),
  ];
  const remove = () => attempt(() => call('DELETE', `/faults/${id}`).then(read), `${id} is removed.`);
  return html`<li class="card">
    <h2>${effect} <span class="quiet">${id}</span></h2>
    <p><${Prose} text=${effects[effect] ?? ''} /></p>
    <p class="quiet">${about.filter(Boolean).join(', ')}</p>
    <p>
      <strong>${isSpent ? 'Used up: ' : ''}hit ${times === null ? several(hits, 'request') : `${hits} of ${several(times, 'request')}`}</strong><span class="quiet">, ${several(seen, 'request')} matched</span>
    </p>
    <p class="buttons">
      <a class="button" href=${hrefOf(['requests'], { fault: id })}>When it hit</a>
      <button onClick=${remove} aria-label=${`Remove ${id}`}>Remove</button>
    </p>
  </li>`;
}

/** The most common faults for testing clients. Each acts on the next search. */
const PRESETS = [
  ['Lose the response', 'charged, and then the connection closes', { effect: 'drop-after-charge' }],
  [
    '429, retry after 5 s',
    'too many requests, with Retry-After',
    { effect: 'rate-limited', retryAfterSeconds: 5 },
  ],
  ['503', 'temporarily unavailable', { effect: 'service-unavailable' }],
];

/** Buttons that add a fault for the next search of any account. */
function Presets({ read }) {
  const add = async (preset) => {
    const made = await attempt(() =>
      call('POST', '/faults', { ...preset, operation: 'searchJobs', times: 1 }),
    );
    if (made !== undefined) await attempt(read, `${made.id} hits the next search.`);
  };
  return html`<div role="group" aria-label="For the next search">
    <p>For the next direct search:</p>
    <p class="buttons">
      ${PRESETS.map(
        ([name, title, preset]) => html`<button title=${title} onClick=${() => add(preset)}>${name}</button>`,
      )}
    </p>
  </div>`;
}

/** Labels of members that some effects have. */
const DETAILS = {
  delayMs: 'Milliseconds',
  retryAfterSeconds: 'Retry-After, in seconds',
  newPostings: 'How many postings are added after the request',
};
const COUNTS = {
  times: 'How many requests it hits; empty for all',
  skip: 'How many requests it skips first',
};

function Add({ accounts, read }) {
  const { operations, effects } = useStore(facts);
  const [effect, setEffect] = useState('drop-after-charge');
  const labels = { operation: 'Operation', account: 'Account', ...COUNTS };
  const members = membersFor('NewFault', effect);
  const own = Object.fromEntries(Object.entries(DETAILS).filter(([name]) => members.includes(name)));
  const choices = {
    operation: [['', 'any that can answer like this'], ...Object.keys(operations).map((id) => [id, id])],
    account: [['', 'any'], ...accounts.map(({ id }) => [id, id])],
  };
  const add = async (form) => {
    const fault = typedIn(form, 'NewFault');
    // `X-Test-Run: 7`, or a name without a value.
    const [name, value] = form.elements.headerLine.value.split(/:(.*)/s).map((each) => each.trim());
    if (name !== '' || value !== undefined) fault.header = { name, value };
    const made = await attempt(() => call('POST', '/faults', fault));
    if (made !== undefined) await attempt(read, `${made.id} acts from the next request on.`);
  };
  return html`<section aria-labelledby="add-title">
    <h2 id="add-title">Add a fault</h2>
    <${Form} class="stack" send=${add}>
      <${Choice} label="Effect" name="effect" options=${Object.keys(effects).map((each) => [each, each])} value=${effect} change=${setEffect} />
      <p class="quiet"><${Prose} text=${effects[effect] ?? ''} /></p>
      <${SchemaFields} schema="NewFault" labels=${own} of=${effect} />
      <${SchemaFields} schema="NewFault" labels=${labels} choices=${choices} />
      <details>
        <summary>More</summary>
        <label>Only with this header <input name="headerLine" placeholder="X-Test-Run: 7" /></label>
        <${SchemaFields} schema="NewFault" labels=${{ message: 'Error message' }} />
      </details>
      <button class="first">Add it</button>
    <//>
  </section>`;
}
