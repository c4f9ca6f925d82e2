/** The view of requests: the list, and the open request. */
import { Choice, SearchForm } from '../../../common/browser/forms.js';
import { Asking, attempt } from '../../../common/browser/messages.js';
import { html, useMemo, useStore } from '../../../common/browser/ui.js';
import { Split, Status } from '../../../common/browser/views.js';
import { go } from '../../../common/browser/route.js';
import { Rows } from '../../../common/browser/rows.js';
import { count, dateTimeOf, several, timeOf, visible } from '../../../common/browser/text.js';
import { call, facts } from './api.js';
import { matcher, MOST_ROWS } from './feed.js';
import { OneRequest } from './one-request.js';
import { forgetRows, pause, watch } from './watch.js';

/** Rows of other days than the newest request show the day, too. */
const columnsOn = (today) => [
  {
    title: 'Time',
    class: 'time',
    cell: ({ at }) => (at.startsWith(today) ? timeOf(at) : dateTimeOf(at).slice(5)),
  },
  { title: 'Status', class: 'code', cell: ({ status }) => html`<${Status} status=${status} />` },
  {
    title: 'Request',
    class: 'what',
    cell: (row) => html`<span class="method">${row.method}</span> ${row.operation ?? visible(row.path)}`,
  },
  {
    title: 'Account',
    class: 'who',
    cell: ({ account }) => account ?? html`<span class="quiet">none</span>`,
  },
  {
    title: 'Credits',
    class: 'number',
    cell: ({ creditsUsed: n }) => (n === 0 ? html`<span class="quiet">0</span>` : count(n)),
  },
  { title: 'Noted', class: 'noted', cell: noted },
];

const FILTERS = ['text', 'account', 'operation', 'status', 'rule', 'fault'];

export function Requests({ query }) {
  const now = useStore(watch);
  const all = (now.paused ?? now).rows;
  const wanted = FILTERS.map((name) => query[name] ?? '').join('\n');
  const rows = useMemo(() => all.filter(matcher(query)).reverse(), [all, wanted]);
  const open = query.open === undefined ? undefined : Number(query.open);
  const select = (row) => go(['requests'], { ...query, open: row.id }, { replace: open !== undefined });
  const isFiltered = wanted.trim() !== '';
  const close = () => go(['requests'], { ...query, open: undefined });
  const opened = open !== undefined && html`<${OneRequest} key=${open} id=${open} close=${close} />`;
  return html`<${Split} title="Requests" label="Requests" opened=${opened}>
      <${Filters} query=${query} rows=${all} />
      <${Counts} ...${now} shown=${isFiltered ? rows.length : null} />
      ${
        all.length === 0
          ? html`<${Nothing} isRead=${now.droppedBefore !== null} />`
          : html`<${Rows}
              label="Requests, newest first"
              columns=${columnsOn(all.at(-1).at.slice(0, 10))}
              rows=${rows}
              selected=${open}
              select=${select}
            />`
      }
  <//>`;
}

function noted({ replayed, fault, findings, clause, reason }) {
  return [
    replayed && html`<span class="tag">replayed</span>`,
    fault !== null && html`<span class="tag fault">${fault}</span>`,
    ...findings.map(
      ({ verdict, text, rule }) => html`<span class=${`tag ${verdict}`} title=${text}>${rule}</span>`,
    ),
    clause !== null && html`<span class="tag clause">${clause}</span>`,
    reason !== null && html`<span class="reason" title=${visible(reason)}>${visible(reason)}</span>`,
  ];
}

function Filters({ query, rows }) {
  const { operations } = useStore(facts);
  const set = (name, value) => go(['requests'], { ...query, [name]: value }, { replace: true });
  const choice = (name, label, values, special = []) => {
    const current = query[name] ?? '';
    const options = [['', 'all'], ...special, ...values.map((value) => [value, value])];
    // A link may select a value that no row has yet.
    if (!options.some(([value]) => value === current)) options.push([current, current]);
    const change = (value) => set(name, value);
    return html`<${Choice} label=${label} options=${options} value=${current} change=${change} />`;
  };
  const refusals = [
    ['refused', 'not successful'],
    ['lost', 'answer lost'],
  ];
  return html`<${SearchForm}
    label="Filter requests"
    text=${query.text}
    hint="a word, a request id, a reason"
    change=${(text) => set('text', text)}
  >
    ${choice('account', 'Account', sorted(rows.map(({ account }) => account ?? 'none')))}
    ${choice('operation', 'Operation', Object.keys(operations))}
    ${choice('status', 'Status', sorted(rows.flatMap(({ status }) => status ?? [])), refusals)}
    ${choice('rule', 'Rule broken', sorted(rows.flatMap(({ findings }) => findings.map(({ rule }) => rule))), [['any', 'any rule']])}
  <//>`;
}

const order = new Intl.Collator('en', { numeric: true });
/** The different values, as texts in order. */
const sorted = (values) => [...new Set(values)].map(String).sort(order.compare);

/** `shown`: the number of rows that match the filter; null without a filter. */
function Counts({ rows, paused, released, missed, droppedBefore, shown }) {
  const now = paused ?? { rows, released, missed };
  const all = now.rows;
  const gone = Math.max(now.missed, droppedBefore);
  const waiting = rows.length + released - all.length - now.released;
  const lost = [
    now.released > 0 &&
      `${count(now.released)} older ones were dropped from this page, which shows ${count(MOST_ROWS)}`,
    gone > 0 && `${count(gone)} more are gone: the mock keeps the newest 500 of each existing account`,
  ].filter(Boolean);
  const clear = () => call('DELETE', '/journal').then(forgetRows);
  return html`<div class="counts">
    <p>
      ${shown === null ? '' : `${count(shown)} of `}${several(all.length, 'request')}
      ${paused && html`<strong>, paused; ${count(waiting)} waiting</strong>`}
      ${lost.length > 0 && html`<span class="quiet"> · ${lost.join(' · ')}</span>`}
    </p>
    <span class="buttons">
      ${shown !== null && html`<button onClick=${() => go(['requests'])}>All requests</button>`}
      <button aria-pressed=${paused !== null} onClick=${() => pause(paused === null)}>${paused ? 'Resume' : 'Pause'}</button>
      <${Asking} title="Clear the log?" yes="Clear" act=${clear} done="The journal is empty." disabled=${all.length === 0}
        text="The mock forgets the requests that it received. Accounts and their credits stay as they are."
      >Clear log<//>
    </span>
  </div>`;
}

/** Shown before the first request: ways to send one. */
function Nothing({ isRead }) {
  const send = () =>
    attempt(() =>
      call('POST', '/accounts/acc_demo/requests', {
        method: 'POST',
        path: '/api/v1/jobs-search/search',
        bodyText: JSON.stringify({ limit: 2 }),
      }),
    );
  if (!isRead) return html`<div class="nothing"><p>Loading requests…</p></div>`;
  return html`<div class="nothing">
    <h2>No requests yet</h2>
    <p>Requests to this mock appear here as they arrive, with the reason for each refusal.</p>
    <p class="buttons">
      <button class="first" onClick=${send}>Send a search as acc_demo</button>
      <a class="button" href="#/begin">Commands for a shell</a>
    </p>
  </div>`;
}
