/** Scenarios of a run, and one of them opened: the whole chain of its exchanges, each with the checks that judged it. */
import { html } from '../../../common/browser/ui.js';
import { Opened, Split } from '../../../common/browser/views.js';
import { Rows } from '../../../common/browser/rows.js';
import { count, several, titled, visible } from '../../../common/browser/text.js';
import { Exchange, marksOf } from './exchange.js';
import { matching, Search } from './search.js';
import { orderOf, Tally, Verdict } from './verdict.js';

const columnsOf = ({ words, terms }) => [
  {
    title: 'Verdict',
    class: 'verdict',
    cell: ({ verdict }) => html`<${Verdict} words=${words} verdict=${verdict} />`,
  },
  { title: titled(terms.scenario), class: 'what', cell: ({ id }) => id },
  { title: 'What it shows', class: 'noted', cell: ({ title }) => title },
  { title: 'Requests', class: 'number', cell: ({ exchanges }) => count(exchanges.length) },
];

export function Scenarios({ source, run, to, change, parts, query }) {
  const open = parts.join('/') || undefined;
  const order = orderOf(run.words);
  const shown = matching(run.scenarios, query, textOf).toSorted(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict),
  );
  const scenario = run.scenarios.find(({ id }) => id === open);
  const title = `${titled(run.terms.scenario)}s`;
  const opened =
    open &&
    html`<${Chain} key=${open} ...${{ source, run, id: open, scenario, to, close: () => change([], query) }} />`;
  return html`<${Split} title=${title} label=${`${title} of this run`} opened=${opened}>
      <${Search} ...${{ run, query, verdicts: run.scenarios.map(({ verdict }) => verdict), change: (asked) => change(parts, asked, { replace: true }), hint: `a word, a ${run.terms.clause}` }} />
      <p class="counts"><span>${several(shown.length, run.terms.scenario)} <${Tally} words=${run.words} verdicts=${shown.map(({ verdict }) => verdict)} /></span></p>
      <${Rows}
        label=${title}
        columns=${columnsOf(run)}
        rows=${shown}
        selected=${open}
        select=${(each) => change(each.id.split('/'), query, { replace: open !== undefined })}
      />
  <//>`;
}

function textOf({ id, title, description, clauses, requires, reason }) {
  return [id, title, description, ...clauses, ...requires, reason].join(' ');
}

export function Chain({ source, run, id, scenario, to, close }) {
  if (scenario === undefined)
    return html`<section class="one"><p class="bad">There is no ${run.terms.scenario} ${visible(id)} in this run.</p></section>`;
  const judgements = scenario.judgements.map((place) => run.judgements[place]);
  const at = new Map();
  for (const each of judgements)
    at.set(each.exchanges.at(-1), [...(at.get(each.exchanges.at(-1)) ?? []), each]);
  const loose = judgements.filter(({ exchanges }) => !scenario.exchanges.includes(exchanges.at(-1)));
  const left = run.unevaluated?.[id] ?? [];
  const title = html`${scenario.id} <${Verdict} words=${run.words} verdict=${scenario.verdict} />`;
  return html`<${Opened} what=${run.terms.scenario} title=${title} close=${close}>
    <p><strong>${scenario.title}</strong></p>
    <p class="quiet">${scenario.description}</p>
    ${source.edit?.(id) && html`<p><a class="button" href=${source.edit(id)}>Edit a copy</a></p>`}
    ${scenario.reason !== '' && html`<p class=${scenario.verdict === 'fail' ? 'bad' : ''}>${scenario.reason}</p>`}
    <p>${scenario.clauses.map((clause) => html`<${Chip} ...${{ run, clause, judgements, to }} /> `)}</p>
    <p class="quiet">
      ${several(scenario.exchanges.length, 'exchange')}, ${several(scenario.credits, 'credit')}, ${scenario.durationMs} ms;${' '}
      ${several(judgements.filter(({ verdict }) => verdict === 'pass').length, 'check')} held, ${judgements.filter(({ verdict }) => verdict === 'fail').length} did not${left.length > 0 && `, ${sumOf(left)} not evaluated`}
    </p>
    ${loose.length > 0 && html`<ul class="checks">${loose.map((each) => html`<${Check} found=${each} to=${to} />`)}</ul>`}
    ${scenario.exchanges.map((exchange) => {
      const found = at.get(exchange) ?? [];
      const failed = found.filter(({ verdict }) => verdict === 'fail');
      return html`<div key=${exchange}>
        <${Exchange} ...${{ source, run, id: exchange, open: failed.length > 0, marks: marksOf(failed) }} />
        <ul class="checks">${[...failed, ...found.filter(({ verdict }) => verdict === 'pass')].map((each) => html`<${Check} found=${each} to=${to} />`)}</ul>
      </div>`;
    })}
    ${left.length > 0 && html`<${NotEvaluated} run=${run} left=${left} />`}
  <//>`;
}

const sumOf = (left) => left.reduce((sum, { checks }) => sum + checks.length, 0);

/** Checks that were not evaluated, because the scenario ended before them. */
function NotEvaluated({ run, left }) {
  return html`<h3>Not evaluated: the ${run.terms.scenario} ended before</h3>
    <ul class="checks">
      ${left.flatMap(({ step, checks }) => checks.map((check) => html`<li class="quiet">– step ${step}: ${visible(check)}</li>`))}
    </ul>`;
}

/** A clause with its verdict in this scenario. */
function Chip({ run, clause, judgements, to }) {
  const found = judgements.filter(({ clauses }) => clauses.includes(clause)).map(({ verdict }) => verdict);
  const verdict = found.includes('fail') ? 'fail' : (found[0] ?? 'not-applicable');
  const { mark, word } =
    verdict === 'not-applicable' ? { mark: '–', word: 'not evaluated' } : run.words[verdict];
  return html`<a class=${`badge ${verdict}`} href=${to('clauses', [clause])} title=${`${clause}: ${word} in this ${run.terms.scenario}`}><span aria-hidden="true">${mark}</span> ${clause}<span class="unseen">: ${word}</span></a>`;
}

export function Check({ found, to }) {
  const isPass = found.verdict === 'pass';
  const clauses = found.clauses.map(
    (clause) => html`<a class="tag clause" href=${to('clauses', [clause])}>${clause}</a> `,
  );
  return html`<li>
    <span class=${isPass ? 'good' : 'bad'}>${isPass ? '✓' : '✗'}<span class="unseen">${isPass ? 'held' : 'broken'}</span></span> ${clauses}
    ${found.expected}${!isPass && html`<div class="bad">actual: ${found.actual}</div>`}${isPass && found.actual !== found.expected && html`<span class="quiet"> (${found.actual})</span>`}
  </li>`;
}
