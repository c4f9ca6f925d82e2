/** Broken clauses by cause, with the exchanges that show them. */
import { html } from '../../../common/browser/ui.js';
import { Copyable, Facts, Prose } from '../../../common/browser/views.js';
import { several } from '../../../common/browser/text.js';
import { Exchange } from './exchange.js';
import { Advice } from './clauses.js';

const MOST_FINDINGS = 10;
const MOST_EXCHANGES = 4;

export function Failures({ source, run, to }) {
  return html`<div class="narrow">
    <h1 class="unseen">Failures</h1>
    ${run.failures.length === 0 && html`<p class="nothing">Nothing was observed to be broken. <a href=${to(run.scenarios.length > 0 ? 'scenarios' : 'clauses')}>What was checked</a></p>`}
    ${run.failures.map(
      ({ title, causes }) => html`<section>
        <h2>${title}</h2>
        ${causes.map((cause) => html`<${Cause} ...${{ source, run, cause, to }} />`)}
      </section>`,
    )}
  </div>`;
}

function Cause({ source, run, cause, to }) {
  const [first, ...others] = cause.broken.map(
    (broken) => html`<${Broken} key=${broken.id} ...${{ source, run, broken, to }} />`,
  );
  return html`<article class="card">
    ${first}
    ${cause.common !== '' && html`<p class="quiet">${cause.common}</p>`}
    ${
      others.length > 0 &&
      html`<details>
      <summary>Probably the same cause: ${cause.broken
        .slice(1)
        .map(({ id }) => id)
        .join(', ')}</summary>
      ${others}
    </details>`
    }
  </article>`;
}

function Broken({ source, run, broken: { id, findings }, to }) {
  const clause = run.clauses.find((each) => each.id === id);
  const [first, ...others] = findings.slice(0, MOST_FINDINGS);
  return html`<div>
    <h3><a class="tag clause" href=${to('clauses', [id])}>${id}</a> <${Prose} text=${clause.title} /></h3>
    <p><${Prose} text=${clause.text} /></p>
    <p class="quiet">
      ${clause.level}, section ${clause.section}; ${several(clause.failures, 'time')} broken, ${several(clause.passes, 'time')} observed to hold
    </p>
    ${clause.reason !== '' && html`<p>${clause.reason}</p>`}
    <${Advice} clause=${clause} />
    <${Finding} ...${{ source, run, clause, found: first, to }} />
    ${
      others.length > 0 &&
      html`<details>
      <summary>${several(findings.length - 1, 'more finding')}</summary>
      ${others.map((each) => html`<${Finding} ...${{ source, run, clause, found: each, to }} />`)}
    </details>`
    }
  </div>`;
}

function Finding({ source, run, clause, found: { place, alike }, to }) {
  const found = run.judgements[place];
  const cited = found.exchanges.slice(-MOST_EXCHANGES);
  const facts = [
    ['Expected', found.expected],
    ['Actual', alike === '' ? found.actual : `${found.actual} (${alike})`],
    ['Why it matters', clause.why],
    ['Found by', found.by],
    found.kind !== undefined && ['Kind', found.kind],
    found.known !== null && ['Baseline', `known, does not count: ${found.known}`],
  ];
  const has = run.scenarios.some(({ id }) => id === found.scenario);
  return html`<div class="finding">
    <${Facts} facts=${facts} />
    ${has && html`<p><a class="button" href=${to('scenarios', [found.scenario])}>The whole chain of ${found.scenario}</a></p>`}
    ${cited.map((id, i) => html`<${Exchange} key=${id} ...${{ source, run, id, open: i === cited.length - 1, marks: i === cited.length - 1 ? found.marks : {} }} />`)}
    ${
      found.again &&
      html`<details>
      <summary>Commands that reproduce it</summary>
      <${Copyable} label="commands" text=${[found.again.command, ...found.again.curl].join('\n')} />
    </details>`
    }
  </div>`;
}
