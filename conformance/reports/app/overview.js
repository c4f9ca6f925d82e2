/** A whole run at a glance: broken clauses, verdicts by section and operation, requests over time, open checks. */
import { html } from '../../../common/browser/ui.js';
import { count, several, titled } from '../../../common/browser/text.js';
import { Prose } from '../../../common/browser/views.js';
import { Timeline } from './timeline.js';
import { Verdict, worstOf } from './verdict.js';

export function Overview({ run, to }) {
  return html`<div class="narrow">
    <h1 class="unseen">Overview</h1>
    ${run.failures.length === 0 && html`<p class="nothing">Nothing was observed to be broken.</p>`}
    ${run.failures.map(
      ({ title, causes }) => html`<section>
        <h2>${title}</h2>
        <ul class="plain">
          ${causes.map((cause) => html`<${BrokenLine} run=${run} cause=${cause} to=${to} />`)}
        </ul>
      </section>`,
    )}
    <${VerdictMap} run=${run} to=${to} />
    ${run.timeline !== null && html`<${Timeline} run=${run} />`}
    <${Unchecked} run=${run} to=${to} />
  </div>`;
}

function BrokenLine({ run, cause: { common, broken }, to }) {
  const [first, ...others] = broken;
  const { text } = run.clauses.find(({ id }) => id === first.id);
  return html`<li>
    <a class="tag clause" href=${to('clauses', [first.id])}>${first.id}</a> <${Prose} text=${text} />
    <span class="quiet"> ${common}</span>
    ${
      others.length > 0 &&
      html`<div class="quiet">
        Probably the same cause: ${others.map(({ id }) => html`<a href=${to('clauses', [id])}>${id}</a> `)}
      </div>`
    }
  </li>`;
}

/** A table of rows by operation. A row is its title and its cells, as elements of the table. */
export function OperationMap({ label, first = '', operations, rows }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${label}>
    <table class="map">
      ${
        operations.length > 0 &&
        html`<thead>
        <tr><${first ? 'th' : 'td'} scope=${first ? 'col' : undefined}>${first}<//>${operations.map((operation) => html`<th scope="col"><span>${operation}</span></th>`)}</tr>
      </thead>`
      }
      <tbody>
        ${rows.map(([title, ...cells]) => html`<tr><th scope="row">${title}</th>${cells}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** Clauses by section and operation. Rules have no operations, so each rule has a cell of its own. */
function VerdictMap({ run, to }) {
  const { operations } = run;
  const met = new Set(
    run.clauses.flatMap(({ verdict, pairs }) => [verdict, ...pairs.map((pair) => pair.verdict)]),
  );
  const sections = run.sections.filter(({ id }) => run.clauses.some(({ group }) => group === id));
  const rows = sections.map(({ id, title }) => {
    const clauses = run.clauses.filter(({ group }) => group === id);
    const rules = clauses.filter(({ pairs }) => pairs.length === 0);
    return [
      title,
      ...operations.map(
        (operation) => html`<td><${Cell} ...${{ run, to, clauses, section: id, operation }} /></td>`,
      ),
      rules.length > 0 &&
        html`<td colspan=${Math.max(1, operations.length)}>
        ${rules.map((rule) => html`<a class=${`cell ${rule.verdict}`} href=${to('clauses', [rule.id])} title=${`${rule.id} ${rule.title}: ${run.words[rule.verdict].word}`}>${rule.id.replace('CLI-', '')}</a>`)}
      </td>`,
    ];
  });
  return html`<section>
    <h2>${titled(run.terms.clause)}s by section${operations.length > 0 && ' and operation'}</h2>
    <${OperationMap} label="Verdicts by section" first="Section" operations=${operations} rows=${rows} />
    <p class="legend">${Object.entries(run.words)
      .filter(([verdict]) => met.has(verdict))
      .map(
        ([verdict, { word }]) =>
          html`<span><span class=${`cell ${verdict}`} aria-hidden="true"></span> ${word}</span>`,
      )}</p>
  </section>`;
}

function Cell({ run, to, clauses, section, operation }) {
  const pairs = clauses.flatMap((clause) => clause.pairs.filter((pair) => pair.operation === operation));
  if (pairs.length === 0) return null;
  const worst = worstOf(
    run.words,
    pairs.map(({ verdict }) => verdict),
  );
  const n = pairs.filter(({ verdict }) => verdict === worst).length;
  const name = `${section} on ${operation}: ${n} of ${several(pairs.length, run.terms.clause)} ${run.words[worst].word}`;
  return html`<a class=${`cell ${worst}`} href=${to('clauses', [], { section, operation })} title=${name} aria-label=${name}>${n}</a>`;
}

function Unchecked({ run, to }) {
  if (run.unchecked.length === 0) return null;
  const idOf = (pair) => pair.split(' ')[0];
  const linked = (pair) =>
    run.clauses.some(({ id }) => id === idOf(pair))
      ? html`<a href=${to('clauses', [idOf(pair)])}>${pair}</a>; `
      : html`<a href=${to('scenarios', pair.split('/'))}>${pair}</a>; `;
  return html`<section>
    <h2>Not checked, and why</h2>
    <ul class="plain">
      ${run.unchecked.map(
        ({ verdict, reason, pairs, printed }) => html`<li>
          <${Verdict} words=${run.words} verdict=${verdict} /> ${reason}
          <details>
            <summary class="quiet">${count(new Set(pairs.map(idOf)).size)} affected</summary>
            ${pairs.map(linked)} ${printed.map((text) => html`<pre class="text">${text}</pre>`)}
          </details>
        </li>`,
      )}
    </ul>
  </section>`;
}
