/** Clauses by section of the source, and an opened clause with its verdict on each operation and its evidence. */
import { html } from '../../../common/browser/ui.js';
import { Opened, Prose, Split } from '../../../common/browser/views.js';
import { several, titled } from '../../../common/browser/text.js';
import { Exchange } from './exchange.js';
import { matching, Search } from './search.js';
import { Tally, Verdict } from './verdict.js';

/** Up to this many clauses, all sections are open. */
const FEW = 30;

export function Clauses({ source, run, to, change, parts, query }) {
  const [open] = parts;
  const isHere = ({ group, pairs }) =>
    (query.section === undefined || group === query.section) &&
    (query.operation === undefined || pairs.some(({ operation }) => operation === query.operation));
  const textOf = ({ id, title, text, reason }) => `${id} ${title} ${text} ${reason}`;
  const shown = matching(run.clauses.filter(isHere), query, textOf);
  const clause = run.clauses.find(({ id }) => id === open);
  const title = `${titled(run.terms.clause)}s`;
  const opened =
    clause &&
    html`<${OpenedClause} key=${open} ...${{ source, run, clause, to, close: () => change([], query) }} />`;
  return html`<${Split} title=${title} label=${`${title} by section`} opened=${opened}>
      <${Search} ...${{ run, query, verdicts: run.clauses.map(({ verdict }) => verdict), change: (asked) => change(parts, asked, { replace: true }), hint: 'a word, an id' }} />
      <p class="counts"><span>${several(shown.length, run.terms.clause)} <${Tally} words=${run.words} verdicts=${shown.map(({ verdict }) => verdict)} /></span>${query.section !== undefined && html` <a href=${to('clauses', parts)}>Show all, not only ${[`section ${query.section}`, query.operation].filter(Boolean).join(' on ')}</a>`}</p>
      <div class="sections" tabindex="0" role="region" aria-label="Sections">
        ${run.sections.map(({ id, title }) => {
          const own = shown.filter(({ group }) => group === id);
          const isOpen =
            shown.length <= FEW || own.some((each) => each.verdict === 'fail' || each.id === open);
          return (
            own.length > 0 &&
            html`<details key=${id} open=${isOpen}>
              <summary><strong>${title}</strong> <${Tally} words=${run.words} verdicts=${own.map(({ verdict }) => verdict)} /></summary>
              <ul class="clause-list">
                ${own.map(
                  (each) => html`<li key=${each.id}>
                    <a href=${to('clauses', [each.id], query)} aria-current=${each.id === open ? 'true' : undefined}>
                      <${Verdict} words=${run.words} verdict=${each.verdict} /> <b>${each.id}</b> <span><${Prose} text=${each.title} /></span>
                    </a>
                  </li>`,
                )}
              </ul>
            </details>`
          );
        })}
      </div>
  <//>`;
}

function OpenedClause({ source, run, clause, to, close }) {
  const evidence = clause.evidence.map((place) => run.judgements[place]);
  const title = html`${clause.id} <${Verdict} words=${run.words} verdict=${clause.verdict} />`;
  return html`<${Opened} what=${run.terms.clause} title=${title} close=${close}>
    <p><strong><${Prose} text=${clause.title} /></strong></p>
    <p><${Prose} text=${clause.text} /></p>
    <p class="quiet">${clause.level}, section ${clause.section}. ${clause.why}</p>
    ${clause.reason !== '' && html`<p>${clause.reason}</p>`}
    <${Advice} clause=${clause} />
    ${clause.pairs.length > 0 && html`<h3>On each operation</h3><${Pairs} run=${run} pairs=${clause.pairs} />`}
    <h3>Evidence</h3>
    ${evidence.length === 0 && html`<p class="quiet">There is none.</p>`}
    ${evidence.map(
      (found) => html`<div>
        <p>
          <span class=${found.verdict === 'pass' ? 'good' : 'bad'}>${found.verdict === 'pass' ? '✓ held' : '✗ broken'}</span>
          <span> ${found.verdict === 'fail' && `${found.expected}; `}${found.actual}</span>${' '}
          <span class="quiet">(${found.by})</span>
        </p>
        ${found.exchanges.slice(-1).map((id) => html`<${Exchange} ...${{ source, run, id, marks: found.marks }} />`)}
      </div>`,
    )}
    ${clause.scenarios.length + clause.oracles.length > 0 && html`<${CheckedBy} run=${run} clause=${clause} to=${to} />`}
  <//>`;
}

/** The remedy for a client that breaks a rule. Clauses of the service have none. */
export function Advice({ clause: { instead, page } }) {
  if (instead === '') return null;
  return html`<p><strong>Instead:</strong> <${Prose} text=${instead} />${page !== '' && html` <a href=${page} rel="noreferrer">The page of this rule</a>`}</p>`;
}

function CheckedBy({ run, clause, to }) {
  return html`<h3>Checked by</h3>
    <p>
      ${clause.scenarios.map((id) => (run.scenarios.some((each) => each.id === id) ? html`<a href=${to('scenarios', id.split('/'))}>${id}</a>, ` : html`${id}, `))}
      ${clause.oracles.map((id) => html`<span class="quiet">oracle ${id} </span>`)}
    </p>`;
}

function Pairs({ run, pairs }) {
  return html`<table>
    <tbody>
      ${pairs.map(
        ({ operation, verdict, reason }) => html`<tr>
          <th scope="row">${operation}</th><td><${Verdict} words=${run.words} verdict=${verdict} /></td><td class="quiet">${reason}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
