/** Requests that a mock recorded: choose some, and write a pack of them. */
import { html, SearchField, useEffect, useState, useStore } from '../../../common/browser/ui.js';
import { go } from '../../../common/browser/route.js';
import { Body } from '../../../common/browser/json.js';
import { count, dateTimeOf, several, visible, wordsOf } from '../../../common/browser/text.js';
import { call } from './api.js';
import { state } from './state.js';
import { Target } from './packs.js';

const FEW = 100;

/** The address names the chosen requests. */
export function Record({ query }) {
  const { target } = useStore(state);
  const [journal, setJournal] = useState(null);
  const [problem, setProblem] = useState(null);
  const [shown, setShown] = useState(FEW);
  const [before, setBefore] = useState([]);
  const read = () => {
    setProblem(null);
    if (target === null) return;
    call('GET', `/recorded?target=${target}`).then(setJournal, (error) => {
      setJournal(null);
      setProblem(error.message);
    });
  };
  useEffect(read, [target]);
  const chosen = (query.chosen ?? '').split('-').filter(Boolean).map(Number);
  const words = wordsOf(query.text);
  const rows = (journal?.entries ?? [])
    .filter((each) => words.every((word) => textOf(each).includes(word)))
    .reverse();
  const choose = (next) => {
    setBefore([...before, chosen]);
    put(next);
  };
  const put = (next) => go(['record'], { ...query, chosen: next.join('-') }, { instead: true });
  const undo = () => {
    put(before.at(-1));
    setBefore(before.slice(0, -1));
  };
  const toggle = (id, isChosen) =>
    choose(isChosen ? [...chosen, id].sort((a, b) => a - b) : chosen.filter((each) => each !== id));
  return html`<div class="narrow record">
    <h1>Recorded requests</h1>
    <p class="quiet">
      Requests that the mock received. Send some from your client or from its live page, then choose them: a pack sends the same
      requests again, with a scenario for each account, and checks what came.
    </p>
    <${Target} />
    <form class="filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${SearchField}
        text=${query.text}
        hint="an account, an operation, a status, a reason"
        change=${(text) => go(['record'], { ...query, text }, { instead: true })}
      />
      <button type="button" class="level" onClick=${read}>Refresh</button>
    </form>
    ${problem !== null && html`<p class="bad counts">${problem}</p>`}
    <div class="counts">
      <p>
        ${several(rows.length, 'request')}, ${count(chosen.length)} chosen
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
    ${journal !== null && journal.entries.length === 0 && html`<p class="nothing">This mock has received no request yet.</p>`}
    ${rows.length > 0 && html`<${Table} ...${{ rows: rows.slice(0, shown), chosen, toggle, target }} />`}
    ${rows.length > shown && html`<button onClick=${() => setShown(shown + FEW)}>Show more (${count(rows.length - shown)} left)</button>`}
  </div>`;
}

function textOf({ id, at, method, path, operation, account, status, reason, operationKey }) {
  return `#${id} ${at} ${method} ${path} ${operation ?? ''} ${account ?? 'none'} ${status ?? 'lost'} ${reason ?? ''} ${operationKey ?? ''}`.toLowerCase();
}

function Table({ rows, chosen, toggle, target }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label="Recorded requests">
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="unseen">Chosen</span></th>
          <th scope="col">Time</th>
          <th scope="col">Status</th>
          <th scope="col">Request</th>
          <th scope="col">Account</th>
          <th scope="col" class="number">Credits</th>
          <th scope="col">Reason</th>
          <th scope="col">Bodies</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr key=${row.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label=${`Choose request ${row.id}`}
                  checked=${chosen.includes(row.id)}
                  onChange=${(event) => toggle(row.id, event.currentTarget.checked)}
                />
              </td>
              <td>${dateTimeOf(row.at)}</td>
              <td><span class=${`status s${String(row.status ?? '')[0] ?? ''}`}>${row.status ?? 'lost'}</span></td>
              <td>${row.operation ?? visible(row.path)}</td>
              <td>${row.account ?? html`<span class="quiet">none</span>`}</td>
              <td class="number">${count(row.creditsUsed)}</td>
              <td class="quiet">${row.replayed && 'replayed '}${visible(row.reason ?? '')}</td>
              <td><${Bodies} id=${row.id} target=${target} /></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The bodies of a request and its response, loaded when they are opened. */
function Bodies({ id, target }) {
  const [told, setTold] = useState(null);
  const read = (event) => {
    if (!event.currentTarget.open || told !== null) return;
    call('GET', `/recorded/request?target=${target}&id=${id}`).then(setTold, ({ message }) =>
      setTold({ problem: message }),
    );
  };
  return html`<details onToggle=${read}>
    <summary>Show<span class="unseen"> bodies of request ${id}</span></summary>
    ${told?.problem && html`<p class="bad">${told.problem}</p>`}
    ${
      told !== null &&
      told.problem === undefined &&
      html`<${Body} text=${told.request} label=${`Body of request ${id}`} /><${Body} text=${told.response} label=${`Body of the answer to request ${id}`} />`
    }
  </details>`;
}
