/** Faults: what the mock does wrong on purpose. */
import { Ask, attempt, html, usePolling, useState, useStore } from '../../../common/browser/ui.js';
import { Prose } from '../../../common/browser/prose.js';
import { hrefOf } from '../../../common/browser/route.js';
import { several, visible } from '../../../common/browser/text.js';
import { call, callAll } from './api.js';
import { facts } from './words.js';

export function Faults() {
  const [faults, setFaults] = useState(null);
  const [accounts, setAccounts] = useState([]);
  const [asked, setAsked] = useState(false);
  const read = async () => {
    const told = await attempt(() => call('GET', '/faults'));
    if (told !== undefined) setFaults(told.faults);
  };
  usePolling(read, 1_500);
  usePolling(async () => setAccounts((await attempt(() => callAll('/accounts', 'accounts'))) ?? []), 10_000);
  const clear = () => attempt(() => call('DELETE', '/faults').then(read), 'No fault is left.');
  return html`<main class="columns">
    <section aria-labelledby="faults-title">
      <h1 id="faults-title">Faults</h1>
      <p class="quiet">A request takes the first fault that matches it.</p>
      <${Presets} read=${read} />
      ${faults?.length === 0 && html`<p class="nothing">None. The mock answers as the contract says.</p>`}
      <ul class="cards">
        ${(faults ?? []).map((fault) => html`<${One} key=${fault.id} fault=${fault} read=${read} />`)}
      </ul>
      ${faults?.length > 0 && html`<button onClick=${() => setAsked(true)}>Remove all faults…</button>`}
    </section>
    <${Add} accounts=${accounts} read=${read} />
    ${
      asked &&
      html`<${Ask}
        title="Remove all faults?"
        text="Those of single accounts included."
        yes="Remove them"
        act=${clear}
        close=${() => setAsked(false)}
      />`
    }
  </main>`;
}

function One({ fault, read }) {
  const { id, effect, operation, account, header, skip, times, seen, hits } = fault;
  const { effects } = useStore(facts);
  const isSpent = times !== null && hits >= times;
  const of = [
    operation ?? 'any operation',
    account ?? 'any account',
    ...(header === null
      ? []
      : [`header ${visible(header.name)}${header.value === undefined ? '' : `: ${visible(header.value)}`}`]),
  ];
  const details = ['delayMs', 'retryAfterSeconds', 'newPostings', 'advanceDays', 'message'].filter(
    (name) => fault[name] !== undefined,
  );
  const remove = () => attempt(() => call('DELETE', `/faults/${id}`).then(read), `${id} is removed.`);
  return html`<li class=${isSpent ? 'card spent' : 'card'}>
    <h2>${effect} <span class="quiet">${id}</span></h2>
    <p><${Prose} text=${effects[effect] ?? ''} /></p>
    <p class="quiet">
      ${of.join(', ')}${skip > 0 ? `, after ${several(skip, 'request')}` : ''}${details.map((name) => `, ${name}: ${visible(fault[name])}`)}
    </p>
    <p>
      <strong>${isSpent ? 'Used up: ' : ''}met ${times === null ? several(hits, 'request') : `${hits} of ${several(times, 'request')}`}</strong>
      <span class="quiet"> of ${several(seen, 'matching one')}</span>
    </p>
    <p class="buttons">
      <a class="button" href=${hrefOf(['requests'], { fault: id })}>When it was used</a>
      <button onClick=${remove} aria-label=${`Remove ${id}`}>Remove</button>
    </p>
  </li>`;
}

/** Faults that clients are tested with most, each for the next search. */
const PRESETS = [
  ['Lose the response', 'charged, and then the connection closes', { effect: 'drop-after-charge' }],
  [
    '429, retry after 5 s',
    'too many requests, with Retry-After',
    { effect: 'rate-limited', retryAfterSeconds: 5 },
  ],
  ['503', 'temporarily unavailable', { effect: 'service-unavailable' }],
];

/** One click adds a fault that hits the next search at any account. */
function Presets({ read }) {
  const add = async (preset) => {
    const made = await attempt(() =>
      call('POST', '/faults', { ...preset, operation: 'searchJobs', times: 1 }),
    );
    if (made !== undefined) await attempt(read, `${made.id} hits the next search.`);
  };
  return html`<div class="presets" role="group" aria-label="For the next search">
    <p>For the next direct search:</p>
    <p class="buttons">
      ${PRESETS.map(
        ([name, title, preset]) => html`<button title=${title} onClick=${() => add(preset)}>${name}</button>`,
      )}
    </p>
  </div>`;
}

/** Fields that an effect has of its own. */
const DETAILS = {
  delay: [['delayMs', 'Milliseconds', 1_000]],
  'rate-limited': [['retryAfterSeconds', 'Retry-After, in seconds', 1]],
  stall: [['delayMs', 'Milliseconds', 60_000]],
  'new-postings': [['newPostings', 'How many postings', 1]],
};

function Add({ accounts, read }) {
  const { operations, effects } = useStore(facts);
  const [effect, setEffect] = useState('drop-after-charge');
  const submit = async (event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name) => form.get(name)?.trim() ?? '';
    const numbers = ['skip', ...(DETAILS[effect] ?? []).map(([name]) => name)];
    const header = text('header');
    const fault = {
      effect,
      ...Object.fromEntries(
        ['operation', 'account', 'message'].flatMap((name) =>
          text(name) === '' ? [] : [[name, text(name)]],
        ),
      ),
      ...Object.fromEntries(numbers.map((name) => [name, Number(text(name))])),
      times: text('times') === '' ? null : Number(text('times')),
      ...(header === '' ? {} : { header: headerOf(header) }),
    };
    const made = await attempt(() => call('POST', '/faults', fault));
    if (made !== undefined) await attempt(read, `${made.id} acts from the next request on.`);
  };
  return html`<section aria-labelledby="add-title">
    <h2 id="add-title">Add a fault</h2>
    <form class="stack" onSubmit=${submit}>
      <label>
        Effect
        <select name="effect" value=${effect} onChange=${(event) => setEffect(event.currentTarget.value)}>
          ${Object.keys(effects).map((each) => html`<option value=${each} selected=${each === effect}>${each}</option>`)}
        </select>
      </label>
      <p class="quiet"><${Prose} text=${effects[effect] ?? ''} /></p>
      ${(DETAILS[effect] ?? []).map(
        ([name, label, usual]) =>
          html`<label key=${name}
            >${label} <input name=${name} type="number" min="0" defaultValue=${usual} required
          /></label>`,
      )}
      <label>
        Operation
        <select name="operation">
          <option value="">any that can answer so</option>
          ${Object.keys(operations).map((id) => html`<option value=${id}>${id}</option>`)}
        </select>
      </label>
      <label>
        Account
        <select name="account">
          <option value="">any</option>
          ${accounts.map(({ id }) => html`<option value=${id}>${id}</option>`)}
        </select>
      </label>
      <label
        >How many requests it hits; empty for all <input name="times" type="number" min="1" defaultValue="1"
      /></label>
      <label
        >How many pass before <input name="skip" type="number" min="0" defaultValue="0" required
      /></label>
      <details>
        <summary>More</summary>
        <label>Only with this header <input name="header" placeholder="X-Test-Run: 7" /></label>
        <label>Sentence of the error <input name="message" placeholder="the usual one" /></label>
      </details>
      <button class="first">Add it</button>
    </form>
  </section>`;
}

/** `X-Test-Run: 7`, or a name alone. */
function headerOf(text) {
  const at = text.indexOf(':');
  return at < 0 ? { name: text } : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}
