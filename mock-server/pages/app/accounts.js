/** The view of accounts: the list, and the open account with its balance as a curve. */
import { DialogButtons, Form, SearchForm } from '../../../common/browser/forms.js';
import { Asking, attempt, copy, Dialog, usePolled } from '../../../common/browser/messages.js';
import { html, useLoaded, useState } from '../../../common/browser/ui.js';
import { Facts, More, Opened, Split, Table } from '../../../common/browser/views.js';
import { go, hrefOf } from '../../../common/browser/route.js';
import { Rows } from '../../../common/browser/rows.js';
import { count, dateTimeOf, several, visible } from '../../../common/browser/text.js';
import { call, callAll } from './api.js';
import { demoKeyOf } from './start-page.js';
import { Curve } from './curve.js';
import { SchemaFields, typedIn } from './schema-form.js';
import { forgetRows } from './watch.js';

const COLUMNS = [
  { title: 'Account', class: 'who', cell: ({ id }) => id },
  { title: 'Credits', class: 'number', cell: ({ credits }) => html`<${Credits} credits=${credits} />` },
  { title: 'Cycle ends', class: 'date', cell: ({ cycle }) => cycle.end },
  { title: 'Paid jobs', class: 'number', cell: ({ paidJobs }) => count(paidJobs) },
  { title: 'Noted', class: 'noted', cell: noted },
];

export function Accounts({ parts: [id], query }) {
  const [making, setMaking] = useState(false);
  const [accounts, read] = usePolled(() => callAll('/accounts', 'accounts'), 2_000);
  const words = (query.text ?? '').toLowerCase();
  const shown = (accounts ?? []).filter((each) => each.id.toLowerCase().includes(words));
  const account = accounts?.find((each) => each.id === id);
  const reset = () => call('POST', '/reset').then(forgetRows).then(read);
  const opened =
    id !== undefined &&
    accounts !== undefined &&
    html`<${OneAccount} key=${id} id=${id} account=${account} read=${read} query=${query} />`;
  return html`<${Split} title="Accounts" label="Accounts" opened=${opened}>
      <${SearchForm} text=${query.text} change=${(text) => go(['accounts', id].filter(Boolean), { text }, { replace: true })} />
      <div class="counts">
        <p>${accounts === undefined ? 'Reading…' : several(shown.length, 'account')}</p>
        <span class="buttons">
          <button class="first" onClick=${() => setMaking(true)}>New account</button>
          <${Asking} title="Reset everything?" yes="Reset everything" act=${reset} done="Everything is reset."
            text="This deletes new accounts and all faults, clears the journal, and resets the seeded accounts and the clock."
          >Reset everything<//>
        </span>
      </div>
      <${Rows}
        label="Accounts"
        columns=${COLUMNS}
        rows=${shown}
        selected=${id}
        select=${(each) => go(['accounts', each.id], query, { replace: id !== undefined })}
      />
      ${making && html`<${Make} close=${() => setMaking(false)} read=${read} />`}
  <//>`;
}

function Credits({ credits }) {
  return html`<span class=${credits <= 0 ? 'bad' : ''}>${count(credits)}</span>`;
}

function noted({ active, historicalAccess, clock }) {
  return [
    !active && html`<span class="tag fail">inactive</span>`,
    !historicalAccess && html`<span class="tag warn">no historical jobs</span>`,
    clock.own && html`<span class="tag">own clock</span>`,
  ];
}

const NEW_ACCOUNT = {
  id: 'Id',
  credits: 'Credits',
  anchorDay: 'Billing cycle begins on day',
  historicalAccess: 'may search historical jobs',
};

/** Creates an account. Its key can be copied once; the page does not store it. */
function Make({ close, read }) {
  const [made, setMade] = useState(null);
  const create = async (form) => {
    const wanted = typedIn(form, 'NewAccount');
    if (form.elements.unlimited.checked) wanted.rateLimits = 'none';
    const account = await attempt(() => call('POST', '/accounts', wanted));
    if (account === undefined) return;
    setMade(account);
    await read();
  };
  const open = () => {
    close();
    go(['accounts', made.id]);
  };
  if (made !== null)
    return html`<${Dialog} title=${`${made.id} is made`} close=${close}>
      <p>Copy its key now: neither this page nor the mock shows it again.</p>
      <p class="buttons">
        <button class="first" onClick=${open}>Open ${made.id}</button>
        <button onClick=${() => copy(made.key, 'The key is in the clipboard.')}>Copy its key</button>
        <button onClick=${close}>Close</button>
      </p>
    <//>`;
  return html`<${Dialog} title="New account" close=${close}>
    <${Form} class="stack" send=${create}>
      <p class="quiet">Without an id, the mock makes one.</p>
      <${SchemaFields} schema="NewAccount" labels=${NEW_ACCOUNT} />
      <label class="check"><input name="unlimited" type="checkbox" /> no rate limits</label>
      <${DialogButtons} yes="Create" close=${close} />
    <//>
  <//>`;
}

function OneAccount({ id, account, read, query }) {
  const { value: ledger = [] } = useLoaded(
    account && (() => attempt(() => callAll(`/accounts/${id}/ledger`, 'entries'))),
    [account === undefined, account?.credits, account?.paidJobs],
  );
  const close = () => go(['accounts'], query);
  if (account === undefined)
    return html`<section class="one">
      <p class="bad">There is no account ${visible(id)}.</p>
      <button onClick=${close}>Close</button>
    </section>`;
  const change = (patch, done) => attempt(() => call('PATCH', `/accounts/${id}`, patch).then(read), done);
  const remove = () => call('DELETE', `/accounts/${id}`).then(close).then(read);
  const reset = () => call('POST', `/accounts/${id}/reset`).then(read);
  return html`<${Opened} what="account" title=${id} close=${close}>
    <p class="big">
      <strong><${Credits} credits=${account.credits} /></strong> credits
    </p>
    <${Curve} entries=${ledger} />
    <${TopUp} account=${account} change=${change} />
    <${AccountFacts} account=${account} />
    <${Edit} account=${account} change=${change} />
    <p class="buttons">
      <a class="button" href=${hrefOf(['requests'], { account: id })}>Its requests</a>
      <${Asking} title=${`Reset ${id}?`} yes="Reset" act=${reset} done=${`${id} is reset.`}
        text="This resets balance, paid jobs, stored operations, faults, journal and clock. It keeps the key."
      >Reset…<//>
      <${Asking} class="danger" title=${`Delete ${id}?`} yes="Delete" act=${remove} done=${`${id} is deleted.`}
        text=${'Its key stops working. "Reset everything" restores a seeded account.'}
      >Delete…<//>
    </p>
    <${Ledger} entries=${ledger} />
  <//>`;
}

function TopUp({ account, change }) {
  const set = (credits) => change({ credits }, `${account.id} has ${several(credits, 'credit')} now.`);
  const add = ({ elements }) => set(account.credits + Number(elements.amount.value));
  return html`<${Form} class="inline" send=${add}>
    <label>Add credits <input name="amount" type="number" defaultValue="1000" /></label>
    <button class="first">Top up</button>
    <button type="button" onClick=${() => set(0)}>Set to 0</button>
  <//>`;
}

function AccountFacts({ account }) {
  const { operations } = account.quotas;
  const demoKey = account.seeded ? demoKeyOf(account.id) : undefined;
  const facts = [
    [
      'Key',
      demoKey === undefined
        ? html`<code>${account.keyHint}</code> <span class="quiet">(shown once, when it was made)</span>`
        : html`<code>${demoKey}</code> <button onClick=${() => copy(demoKey)}>Copy</button>`,
    ],
    ['Billing cycle', `${account.cycle.start} to ${account.cycle.end}, begins on day ${account.anchorDay}`],
    ['Paid jobs', `${count(account.paidJobs)}, free for the rest of this cycle`],
    [
      'Stored operations',
      count(account.storedOperations) + (operations === null ? '' : ` of at most ${count(operations)}`),
    ],
    [
      'Clock',
      `${dateTimeOf(account.clock.now)}${account.clock.frozen ? ', frozen' : ''}${account.clock.own ? ', its own' : ''}`,
    ],
    account.expiresAt !== null && ['Expires', `${dateTimeOf(account.expiresAt)}, by the machine's clock`],
    ['Made by', account.seeded ? 'the seed' : 'a test or a user'],
  ];
  return html`<${Facts} facts=${facts} />`;
}

const ACCOUNT_PATCH = {
  active: 'its key is active',
  historicalAccess: 'may search historical jobs',
  anchorDay: 'Billing cycle begins on day',
};

function Edit({ account, change }) {
  const save = (form) => {
    const data = new FormData(form);
    const limits = Object.keys(account.rateLimits).flatMap((operation) => {
      const typed = data.get(operation).trim();
      if (typed === String(account.rateLimits[operation])) return [];
      return [[operation, typed === '' ? null : typed === 'none' ? 'none' : Number(typed)]];
    });
    const patch = {
      ...typedIn(form, 'AccountPatch'),
      ...(limits.length === 0 ? {} : { rateLimits: Object.fromEntries(limits) }),
    };
    return change(patch, `${account.id} is changed.`);
  };
  return html`<details>
    <summary>Edit</summary>
    <${Form} class="stack" send=${save}>
      <${SchemaFields} schema="AccountPatch" labels=${ACCOUNT_PATCH} values=${account} />
      <fieldset>
        <legend>Requests in 60 seconds; "none" for no limit, empty for that of the contract</legend>
        ${Object.entries(account.rateLimits).map(
          ([operation, limit]) =>
            html`<label
              >${operation} <input name=${operation} pattern="none|[0-9]*" defaultValue=${limit}
            /></label>`,
        )}
      </fieldset>
      <button class="first">Save</button>
    <//>
  </details>`;
}

const KINDS = { opening: 'Opening balance', charge: 'Charge', adjustment: 'Set by hand' };
const NEWEST = 50;

function Ledger({ entries }) {
  const [shown, setShown] = useState(NEWEST);
  const newest = entries.toReversed().slice(0, shown);
  const rows = newest.map(({ at, kind, jobs, operation, credits, balance, requestId }) => [
    dateTimeOf(at),
    KINDS[kind] + (kind === 'charge' ? `: ${several(jobs, 'new job')}, ${operation}` : ''),
    count(credits),
    count(balance),
    requestId !== null &&
      html`<a href=${hrefOf(['requests'], { text: requestId })}>${requestId.slice(0, 8)}…</a>`,
  ]);
  return html`<h3>Ledger</h3>
    <${Table} label="Ledger" columns=${['Time', 'What', '#Credits', '#Balance', 'Request']} rows=${rows} />
    <${More} left=${entries.length - shown} show=${() => setShown(shown + 10 * NEWEST)} />`;
}
