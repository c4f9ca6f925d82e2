/** Requests that a mock recorded: choose some, and write a pack of them. */
import { SearchForm } from '../../../common/browser/forms.js';
import { html, useLoaded, useState, useStore } from '../../../common/browser/ui.js';
import { More, Status, Table } from '../../../common/browser/views.js';
import { go } from '../../../common/browser/route.js';
import { Body } from '../../../common/browser/json.js';
import { count, dateTimeOf, several, visible } from '../../../common/browser/text.js';
import { matching } from '../../reports/app/search.js';
import { call, state } from './state.js';
import { Target } from './packs.js';

const FEW = 100;
const COLUMNS = ['Chosen', 'Time', 'Status', 'Request', 'Account', '#Credits', 'Reason', 'Bodies'];

/** The page of recorded requests. Its address contains the chosen ones. */
export function Record({ query }) {
  const { target } = useStore(state);
  const [readings, setReadings] = useState(0);
  const [shown, setShown] = useState(FEW);
  const [before, setBefore] = useState([]);
  const read = () => call('GET', `/recorded?target=${target}`);
  const { value: journal, problem } = useLoaded(target !== null && read, [target, readings]);
  const chosen = (query.chosen ?? '').split('-').filter(Boolean).map(Number);
  const rows = matching(journal?.entries ?? [], { text: query.text }, textOf).reverse();
  const choose = (next) => {
    setBefore([...before, chosen]);
    put(next);
  };
  const put = (next) => go(['record'], { ...query, chosen: next.join('-') }, { replace: true });
  const undo = () => {
    put(before.at(-1));
    setBefore(before.slice(0, -1));
  };
  const toggle = (id, isChosen) =>
    choose(isChosen ? [...chosen, id].sort((a, b) => a - b) : chosen.filter((each) => each !== id));
  const cells = (row) => [
    html`<input
      type="checkbox"
      aria-label=${`Choose request ${row.id}`}
      checked=${chosen.includes(row.id)}
      onChange=${(event) => toggle(row.id, event.currentTarget.checked)}
    />`,
    dateTimeOf(row.at),
    html`<${Status} status=${row.status} />`,
    row.operation ?? visible(row.path),
    row.account ?? html`<span class="quiet">none</span>`,
    count(row.creditsUsed),
    html`<span class="quiet">${row.replayed && 'replayed '}${visible(row.reason ?? '')}</span>`,
    html`<${Bodies} key=${row.id} id=${row.id} target=${target} />`,
  ];
  return html`<div class="narrow record">
    <h1>Recorded requests</h1>
    <p class="quiet">
      Requests that the mock received. Send some from your client or from its live page, then choose them: a pack sends the same
      requests again, with a scenario for each account, and checks the answers.
    </p>
    <${Target} />
    <${SearchForm}
      text=${query.text}
      hint="an account, an operation, a status, a reason"
      change=${(text) => go(['record'], { ...query, text }, { replace: true })}
    >
      <button type="button" onClick=${() => setReadings(readings + 1)}>Refresh</button>
    <//>
    ${problem !== undefined && html`<p class="bad counts">${problem}</p>`}
    <div class="counts">
      <p>
        ${target !== null && journal === undefined && problem === undefined ? 'Reading…' : `${several(rows.length, 'request')}, ${count(chosen.length)} chosen`}
        ${journal?.dropped > 0 && html`<span class="quiet"> · the mock dropped ${count(journal.dropped)} older ones</span>`}
      </p>
      <span class="buttons">
        <button disabled=${before.length === 0} onClick=${undo}>Undo</button>
        <button disabled=${rows.length === 0} onClick=${() =>
          choose(
            rows
              .slice(0, shown)
              .map(({ id }) => id)
              .reverse(),
          )}>
          Select all shown
        </button>
        <button disabled=${chosen.length === 0} onClick=${() => choose([])}>Clear selection</button>
        <button class="first" disabled=${chosen.length === 0} onClick=${() => go(['write', 'recorded', target, chosen.join('-')])}>
          Create a pack from ${several(chosen.length, 'request')}
        </button>
      </span>
    </div>
    ${journal?.entries.length === 0 && html`<p class="nothing">This mock has received no request yet.</p>`}
    ${rows.length > 0 && html`<${Table} label="Recorded requests" columns=${COLUMNS} rows=${rows.slice(0, shown).map(cells)} />`}
    <${More} left=${rows.length - shown} words=${count(rows.length - shown)} show=${() => setShown(shown + FEW)} />
  </div>`;
}

function textOf({ id, at, method, path, operation, account, status, reason, operationKey }) {
  return `#${id} ${at} ${method} ${path} ${operation ?? ''} ${account ?? 'none'} ${status ?? 'lost'} ${reason ?? ''} ${operationKey ?? ''}`;
}

/** The bodies of a request and its response, loaded when they are opened. */
function Bodies({ id, target }) {
  const [isOpen, setOpen] = useState(false);
  const read = () => call('GET', `/recorded/request?target=${target}&id=${id}`);
  const { value, problem } = useLoaded(isOpen && read, [isOpen]);
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>Show<span class="unseen"> bodies of request ${id}</span></summary>
    ${problem !== undefined && html`<p class="bad">${problem}</p>`}
    ${value && html`<${Body} text=${value.request} label=${`Body of request ${id}`} /><${Body} text=${value.response} label=${`Body of the answer to request ${id}`} />`}
  </details>`;
}
