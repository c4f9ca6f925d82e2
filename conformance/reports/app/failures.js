/** What was seen to be broken, clause by clause, with the exchange that shows it. */
import { Copyable, html } from '../../../common/browser/ui.js';
import { several } from '../../../common/browser/text.js';
import { Exchange } from './exchange.js';
import { Instead } from './instead.js';
import { Prose } from '../../../common/browser/prose.js';
import { Verdict } from './verdict.js';

const MOST_FINDINGS = 10;
const MOST_EXCHANGES = 4;

export function Failures({ source, run, to }) {
  const groups = [
    ['Failures', ({ level, verdict }) => level !== 'should' && verdict !== 'warn'],
    ['Looks like a breach, and need not be one', ({ verdict }) => verdict === 'warn'],
    ['Recommended, not followed', ({ level, verdict }) => level === 'should' && verdict !== 'warn'],
  ].map(([title, isMeant]) => [
    title,
    run.clauses.filter((clause) => isMeant(clause) && clause.failures > 0),
  ]);
  const isClean = groups.every(([, clauses]) => clauses.length === 0) && run.callers.length === 0;
  return html`<div class="narrow">
    <h1 class="unseen">Failures</h1>
    ${isClean && html`<p class="nothing">Nothing was seen to be broken. <a href=${to(run.scenarios.length > 0 ? 'scenarios' : 'clauses')}>What was looked at</a></p>`}
    ${groups.map(
      ([title, clauses]) =>
        clauses.length > 0 &&
        html`<section>
          <h2>${title}</h2>
          ${clauses.map((clause) => html`<${Broken} key=${clause.id} ...${{ source, run, clause, to }} />`)}
        </section>`,
    )}
    ${run.callers.length > 0 && html`<section><h2>Failures of callers</h2>${run.callers.map((rule) => html`<${Caller} rule=${rule} />`)}</section>`}
    <${Unchecked} run=${run} />
  </div>`;
}

function Broken({ source, run, clause, to }) {
  const found = clause.evidence
    .map((place) => run.judgements[place])
    .filter(({ verdict }) => verdict === 'fail');
  const [first, ...others] = found.slice(0, MOST_FINDINGS);
  return html`<article class="card">
    <h3><a class="tag clause" href=${to('clauses', [clause.id])}>${clause.id}</a> <${Prose} text=${clause.title} /></h3>
    <p><${Prose} text=${clause.text} /></p>
    <p class="quiet">
      ${clause.level}, section ${clause.section}; ${several(clause.failures, 'time')} seen broken, ${several(clause.passes, 'time')} seen to hold
    </p>
    ${clause.reason !== '' && html`<p>${clause.reason}</p>`}
    <${Instead} clause=${clause} />
    ${first && html`<${Finding} ...${{ source, run, clause, found: first, to }} />`}
    ${
      others.length > 0 &&
      html`<details>
      <summary>${several(found.length - 1, 'more finding')}</summary>
      ${others.map((each) => html`<${Finding} ...${{ source, run, clause, found: each, to }} />`)}
    </details>`
    }
  </article>`;
}

function Finding({ source, run, clause, found, to }) {
  const cited = found.exchanges.slice(-MOST_EXCHANGES);
  const has = run.scenarios.some(({ id }) => id === found.scenario);
  return html`<div class="finding">
    <dl>
      <dt>Expected</dt><dd>${found.expected}</dd>
      <dt>Actual</dt><dd>${found.actual}</dd>
      <dt>Why it matters</dt><dd>${clause.why}</dd>
      <dt>Found by</dt><dd>${found.by}</dd>
      ${found.known !== null && html`<dt>Baseline</dt><dd>known, does not count: ${found.known}</dd>`}
    </dl>
    ${has && html`<p><a class="button" href=${to('scenarios', [found.scenario])}>The whole chain of ${found.scenario}</a></p>`}
    ${cited.map((id, i) => html`<${Exchange} key=${id} ...${{ source, run, id, open: i === cited.length - 1, marks: i === cited.length - 1 ? found.marks : {} }} />`)}
    ${
      found.again &&
      html`<details>
      <summary>Show it again</summary>
      <${Copyable} label="commands" text=${[found.again.command, ...found.again.curl].join('\n')} />
    </details>`
    }
  </div>`;
}

function Caller({ rule }) {
  return html`<article class="card">
    <h3><span class="tag fail">${rule.id}</span> <${Prose} text=${rule.title} /></h3>
    <p><${Prose} text=${rule.text} /></p>
    <p class="quiet">${rule.word}</p>
    ${rule.findings.slice(0, MOST_FINDINGS).map(
      ({ expected, actual, requests }) => html`<dl class="finding">
        <dt>Expected</dt><dd>${expected}</dd><dt>Actual</dt><dd>${actual}</dd>
        <dt>Requests</dt><dd>${requests.map((each) => html`<div>${each}</div>`)}</dd>
      </dl>`,
    )}
    <p><${Prose} text=${rule.advice} /></p>
  </article>`;
}

function Unchecked({ run }) {
  if (run.unchecked.length === 0) return null;
  return html`<section>
    <h2>Not checked, and why</h2>
    <ul class="plain">
      ${run.unchecked.map(
        ({ verdict, reason, pairs }) => html`<li>
          <${Verdict} words=${run.words} verdict=${verdict} /> ${reason}
          <div class="quiet">${pairs.join('; ')}</div>
        </li>`,
      )}
    </ul>
  </section>`;
}
