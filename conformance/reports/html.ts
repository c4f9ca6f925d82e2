/**
 * One page that can be mailed around: no scripts, no external resources, readable in light and dark, narrow and
 * wide, and by a screen reader (every verdict stands as a word, never as a colour alone).
 */
import type { ClauseResult, RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICT_WORDS, type Verdict } from '../judge/verdicts.js';
import type { Exchange } from '../record/exchange.js';
import type { Judgement } from '../record/judgement.js';
import { count, thousands } from '../values/text.js';
import { html as escape } from './escape.js';
import { STYLE } from './html-style.js';
import { renderExchange } from './render-exchange.js';
import { reproductionOf } from './reproduce.js';
import { whyItMatters } from './why.js';
import {
  actualOf,
  byWhom,
  callerWords,
  choiceName,
  clauseSetName,
  changeWords,
  duration,
  exchangeLine,
  exchangesById,
  failures,
  groupByOperation,
  groupBySection,
  notFollowed,
  remarks,
  surveyWords,
  tally,
  trafficWords,
  unchecked,
  type FailedClause,
} from './words.js';

/** Our own sentences, in which backticks set off names. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Findings shown in full of one clause; a broken envelope can fail on every exchange of a run. */
const MAX_FINDINGS = 10;
/** Exchanges shown of one finding: the telling one, and those it is compared with. */
const MAX_EXCHANGES = 4;

type Exchanges = ReadonlyMap<number, Exchange>;

export function writeHtml(report: RunReport): string {
  const exchanges = exchangesById(report);
  const parts: [id: string, title: string, body: string][] = [
    ['failures', 'Failures', failureCards(failures(report), report, exchanges)],
    ['callers', 'Failures of callers', callerCards(report)],
    ['recommended', 'Recommended, not followed', failureCards(notFollowed(report), report, exchanges)],
    ['clauses', 'Clauses by section', clauseSections(report, exchanges)],
    ['pairs', 'Pairs of clause and operation', pairTable(report)],
    ['unchecked', 'Not checked, and why', uncheckedList(report)],
    ['readings', 'Readings', readingTable(report)],
    ['scenarios', 'Scenarios', scenarioTables(report)],
    ['survey', 'Survey of the data', surveyList(report)],
    report.traffic === undefined
      ? ['budget', 'Budget', budgetTable(report)]
      : ['traffic', 'Traffic', plainList(trafficWords(report) ?? [])],
    ['changes', escape(changeWords(report)?.title ?? ''), changeList(report)],
    ['notes', 'Notes', noteList(report)],
  ];
  const shown = parts.filter(([, , body]) => body !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${RUN_VERDICT_WORDS[report.verdict]}: ${escape(report.target.url)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<a class="skip" href="#main">To the results</a>
${head(report)}
<nav aria-label="Sections of this report"><ul>
${shown.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join('\n')}
</ul></nav>
<main id="main">
${shown.map(([id, title, body]) => `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${body}\n</section>`).join('\n')}
</main>
<footer>Written by job-search-conformance ${escape(report.kitVersion)}. Keys and tokens are struck out. The JSON report of the same run holds every exchange.</footer>
</body>
</html>
`;
}

function head(report: RunReport): string {
  const { run, target, counts, budget } = report;
  const tone = { conforms: 'pass', 'does-not-conform': 'fail', incomplete: 'inconclusive', error: 'error' };
  const facts: [string, string][] = [
    ['Target', `<code>${escape(target.url)}</code>`],
    ...(report.traffic === undefined ? runFacts(report) : []),
    ['Started', `<time datetime="${escape(run.startedAt)}">${escape(run.startedAt)}</time>`],
    ['Took', duration(run.durationMs)],
    ['Clauses', escape(clauseSetName(report))],
  ];
  if (target.server !== null) facts.push(['Server', escape(target.server)]);
  if (target.absences.length > 0) facts.push(['Declared absent', escape(target.absences.join(', '))]);
  const pairs = report.clauses.reduce((sum, each) => sum + each.pairs.length, 0);
  const clauses = new Map(tally(report.clauses.map(({ verdict }) => verdict)));
  const [failed, known, advised] = [clauses.get('fail'), clauses.get('known'), clauses.get('not-followed')];
  const tiles: [string, string][] = [
    [`${thousands(counts.clauses.pass)} of ${thousands(report.clauses.length)}`, 'clauses pass'],
    [`${thousands(counts.pairs.pass)} of ${thousands(pairs)}`, 'pairs of clause and operation pass'],
    [thousands(failed ?? 0), `clause${failed === 1 ? ' fails' : 's fail'}`],
    ...(known === undefined ? [] : [tile(known, `known failure${known === 1 ? '' : 's'}`)]),
    ...(advised === undefined
      ? []
      : [tile(advised, `recommendation${advised === 1 ? '' : 's'} not followed`)]),
    [
      thousands(counts.clauses['not-applicable'] + counts.clauses.inconclusive + counts.clauses.error),
      'clauses not checked',
    ],
    [thousands(budget.requests), 'requests'],
    [
      thousands(budget.creditsUsed),
      report.traffic === undefined
        ? `credits used of ${thousands(budget.creditsAnnounced)} announced`
        : 'credits paid, as far as answers tell',
    ],
  ];
  return `<header>
<h1>Job Search Service conformance</h1>
<div class="verdict ${tone[report.verdict]}"><strong>${RUN_VERDICT_WORDS[report.verdict]}</strong><p>${escape(report.headline)}</p></div>
<dl class="facts">${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<ul class="tiles">${tiles.map(([number, what]) => `<li><b>${number}</b><span>${what}</span></li>`).join('')}</ul>
</header>`;
}

function runFacts({ target, run }: RunReport): [string, string][] {
  return [
    ['Admin API', target.hasAdmin ? 'yes' : 'no'],
    ['Keys', escape(target.keyRoles.join(', ') || 'none')],
    ['Run', `<code>${escape(run.id)}</code>, seed ${run.seed}`],
  ];
}

function tile(n: number, what: string): [string, string] {
  return [thousands(n), what];
}

function badge(verdict: Verdict): string {
  const { mark, word } = VERDICT_WORDS[verdict];
  return `<span class="badge ${verdict}"><span aria-hidden="true">${mark}</span> ${word}</span>`;
}

function tallyBadges(verdicts: readonly Verdict[]): string {
  return tally(verdicts)
    .map(([verdict, n]) => `<span class="badge ${verdict}">${n} ${VERDICT_WORDS[verdict].word}</span>`)
    .join(' ');
}

function failureCards(failed: readonly FailedClause[], report: RunReport, exchanges: Exchanges): string {
  const cards = failed.map(({ result, failures: found }) => {
    const { clause } = result;
    const [first = '', ...others] = found
      .slice(0, MAX_FINDINGS)
      .map((each) => failureBlock(each, result, report, exchanges));
    const unseen = found.length - MAX_FINDINGS;
    const rest =
      unseen > 0 ? `<p class="soft">… and ${count(unseen, 'more finding')} in the JSON report.</p>` : '';
    const folded =
      others.length === 0
        ? ''
        : `<details class="more"><summary>${count(found.length - 1, 'more finding')}</summary>${others.join('\n')}${rest}</details>`;
    return `<article class="card" id="failure-${escape(clause.id)}">
<h3><span class="id">${escape(clause.id)}</span> ${escape(clause.title)}</h3>
<p>${prose(clause.text)}</p>
<p class="soft">${escape(clause.level)}, section ${escape(clause.section)}; ${count(result.failures, 'time')} seen broken, ${count(result.passes, 'time')} seen to hold</p>
${first}
${folded}
</article>`;
  });
  if (failed.length < 4) return cards.join('\n');
  const index = failed.map(
    ({ result: { clause } }) =>
      `<li><a href="#failure-${escape(clause.id)}"><span class="id">${escape(clause.id)}</span></a> ${escape(clause.title)}</li>`,
  );
  return `<ul class="index">${index.join('')}</ul>\n${cards.join('\n')}`;
}

function callerCards(report: RunReport): string {
  return callerWords(report)
    .map(
      ({ result: { rule }, word, findings }) => `<article class="card">
<h3><span class="id">${escape(rule.id)}</span> ${escape(rule.title)}</h3>
<p>${prose(rule.text)}</p>
<p class="soft">${escape(rule.level)}, section ${escape(rule.section)}; ${escape(word)}</p>
${findings
  .slice(0, MAX_FINDINGS)
  .map(
    ({ expected, actual, requests }) =>
      `<div class="finding"><dl><dt>Expected</dt><dd>${escape(expected)}</dd><dt>Actual</dt><dd>${escape(actual)}</dd><dt>Requests</dt><dd>${requests.map(escape).join('<br>')}</dd></dl></div>`,
  )
  .join('\n')}
<p>${prose(rule.why)} ${prose(rule.instead)}</p>
</article>`,
    )
    .join('\n');
}

function failureBlock(
  failure: Judgement,
  { clause }: ClauseResult,
  report: RunReport,
  exchanges: Exchanges,
): string {
  const cited = failure.exchanges.slice(-MAX_EXCHANGES);
  const rows: [string, string][] = [
    ['Expected', escape(failure.expected)],
    ['Actual', escape(actualOf(failure))],
    ['Why it matters', escape(whyItMatters(clause.id))],
    ['Found by', escape(byWhom(failure))],
  ];
  if (failure.by.startsWith('oracle ')) rows.push(['Scenario', `<code>${escape(failure.scenario)}</code>`]);
  if (failure.known !== null)
    rows.push(['Baseline', `known, does not count against the target: ${escape(failure.known)}`]);
  const { command, curl } = reproductionOf(report, failure);
  return `<div class="finding">
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
${cited.map((id, i) => exchangeBlock(id, exchanges.get(id), i === cited.length - 1)).join('\n')}
<details><summary>Show it again</summary><pre tabindex="0">${[command, ...curl].map(escape).join('\n')}</pre></details>
</div>`;
}

function exchangeBlock(id: number, exchange: Exchange | undefined, open: boolean): string {
  if (exchange === undefined) return `<p class="soft">Exchange #${id} is not in this report.</p>`;
  const { request, response } = renderExchange(exchange);
  return `<details${open ? ' open' : ''}><summary>#${id} <code>${escape(exchangeLine(exchange))}</code> <span class="soft">account ${escape(exchange.account)}, step ${escape(exchange.step)}</span></summary>
<div class="sides"><div><h4>Request</h4><pre tabindex="0">${escape(request)}</pre></div><div><h4>Response</h4><pre tabindex="0">${escape(response)}</pre></div></div>
</details>`;
}

function clauseSections(report: RunReport, exchanges: Exchanges): string {
  return groupBySection(report.clauses)
    .map((group) => {
      const verdicts = group.clauses.map(({ verdict }) => verdict);
      const open = verdicts.some((verdict) => verdict === 'fail' || verdict === 'error');
      return `<details class="section"${open ? ' open' : ''}><summary><b>${escape(group.section)} ${escape(group.title)}</b> ${tallyBadges(verdicts)}</summary>
<table class="clauses"><thead><tr><th>Clause</th><th>Verdict</th><th>What it demands</th><th class="number">Evidence</th></tr></thead><tbody>
${group.clauses.map((result) => clauseRow(result, exchanges)).join('\n')}
</tbody></table></details>`;
    })
    .join('\n');
}

function clauseRow(result: ClauseResult, exchanges: Exchanges): string {
  const { clause } = result;
  const failed = result.failures > 0;
  const passes = result.evidence.filter(({ verdict }) => verdict === 'pass');
  const evidence = passes
    .map((pass) => {
      const telling = exchanges.get(pass.exchanges.at(-1) ?? -1);
      const where = telling
        ? ` <span class="soft">#${telling.id} ${escape(exchangeLine(telling))}</span>`
        : '';
      return `<li>${escape(actualOf(pass))}${where} <span class="soft">(${escape(byWhom(pass))})</span></li>`;
    })
    .join('');
  return `<tr><td class="id">${failed ? `<a href="#failure-${escape(clause.id)}">${escape(clause.id)}</a>` : escape(clause.id)}</td><td>${badge(result.verdict)}</td><td class="text"><b>${escape(clause.title)}</b><br>${prose(clause.text)}${clause.level === 'must' ? '' : ` <span class="soft">(${escape(clause.level)})</span>`}${result.reason ? `<br><span class="soft">${escape(result.reason)}</span>` : ''}${evidence ? `<details><summary class="soft">evidence</summary><ul class="evidence">${evidence}</ul></details>` : ''}</td><td class="number">${seen(result)}</td></tr>`;
}

function seen({ passes, failures: failed }: ClauseResult): string {
  if (passes + failed === 0) return '';
  return failed > 0 ? `${thousands(failed)} against, ${thousands(passes)} for` : `${thousands(passes)} for`;
}

/** How many pairs each operation has of each verdict, and what each clause came to on each operation. */
function pairTable(report: RunReport): string {
  const operations = groupByOperation(report.clauses);
  const sums = operations.map(
    ({ operation, verdicts }) =>
      `<tr><th scope="row">${escape(operation)}</th><td>${tallyBadges(verdicts)}</td></tr>`,
  );
  const rows = report.clauses.map(({ clause, pairs }) => {
    const cells = operations.map(({ operation }) => {
      const pair = pairs.find((each) => each.operation === operation);
      return `<td>${pair === undefined ? '' : badge(pair.verdict)}</td>`;
    });
    return `<tr><th scope="row" class="id">${escape(clause.id)}</th>${cells.join('')}</tr>`;
  });
  const names = operations.map(({ operation }) => `<th scope="col">${escape(operation)}</th>`);
  return `<p>A clause passes when it was seen to hold on each operation that it speaks of.</p>
<div class="scroll"><table><tbody>
${sums.join('\n')}
</tbody></table></div>
<details class="section"><summary><b>Clause by clause</b></summary>
<div class="scroll"><table><thead><tr><th>Clause</th>${names.join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></details>`;
}

function uncheckedList(report: RunReport): string {
  const causes = unchecked(report);
  if (causes.length === 0) return '';
  return `<ul class="plain">${causes
    .map(
      ({ verdict, reason, pairs }) =>
        `<li>${badge(verdict)} ${escape(reason)}<br>${pairs.map((pair) => `<span class="id">${escape(pair)}</span>`).join('; ')}</li>`,
    )
    .join('\n')}</ul>`;
}

function readingTable(report: RunReport): string {
  if (report.readings.length === 0) return '';
  const rows = [...report.readings]
    .sort((a, b) => Number(b.seen.length > 0) - Number(a.seen.length > 0))
    .map(({ reading, seen: choices, inconsistent }) => {
      const shown = choices
        .map(({ choice, exchanges }) => {
          const text = reading.choices.find(({ id }) => id === choice)?.text;
          const where = [...new Set(exchanges)].slice(0, 3).map((id) => `#${id}`);
          return `<code>${escape(choiceName(choice))}</code>${text ? ` ${prose(text)}` : ''} <span class="soft">${where.join(' ')}</span>`;
        })
        .join('<br>');
      return `<tr><td class="id">${escape(reading.id)}</td><td class="text">${prose(reading.question)}</td><td class="text">${shown || '<span class="soft">not seen</span>'}${inconsistent ? ' <span class="badge inconclusive">not always the same</span>' : ''}</td></tr>`;
    });
  return `<p>Where the contract is open, every choice conforms. This is what the target was seen to do.</p>
<table class="clauses"><thead><tr><th>Reading</th><th>Question</th><th>Seen</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

function scenarioTables(report: RunReport): string {
  const packs = new Map<string, RunReport['scenarios']>();
  for (const scenario of report.scenarios) {
    packs.set(scenario.pack, [...(packs.get(scenario.pack) ?? []), scenario]);
  }
  return [...packs]
    .map(([pack, scenarios]) => {
      const rows = scenarios.map(
        (scenario) =>
          `<tr><td>${badge(scenario.verdict)}</td><td class="text">${escape(scenario.title)}<br><span class="soft"><code>${escape(scenario.workflowId)}</code> ${scenario.clauses.map(escape).join(', ')}</span>${scenario.reason ? `<br>${escape(scenario.reason)}` : ''}</td><td class="number">${count(scenario.requests, 'request')}<br>${thousands(scenario.creditsUsed)} of ${count(scenario.creditsAnnounced, 'credit')}</td></tr>`,
      );
      return `<details class="section"><summary><b>${escape(pack)}</b> ${tallyBadges(scenarios.map(({ verdict }) => verdict))}</summary>
<table class="clauses"><thead><tr><th>Verdict</th><th>Scenario</th><th class="number">Spent</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></details>`;
    })
    .join('\n');
}

function budgetTable({ budget }: RunReport): string {
  const limit = (n: number | null) => (n === null ? 'none' : thousands(n));
  return `<div class="scroll"><table><thead><tr><th></th><th class="number">Spent</th><th class="number">Announced</th><th class="number">Ceiling</th></tr></thead><tbody>
<tr><th scope="row">Credits</th><td class="number">${thousands(budget.creditsUsed)}</td><td class="number">${thousands(budget.creditsAnnounced)}</td><td class="number">${limit(budget.creditsCeiling)}</td></tr>
<tr><th scope="row">Requests</th><td class="number">${thousands(budget.requests)}</td><td class="number">${thousands(budget.requestsAnnounced)}</td><td class="number">${limit(budget.requestsCeiling)}</td></tr>
</tbody></table></div>
<p>${count(budget.throttledExpected, 'refusal')} with 429 asked for, ${thousands(budget.throttledUnexpected)} not asked for; ${duration(budget.pacedMs)} spent waiting to stay below the limits.</p>`;
}

function surveyList(report: RunReport): string {
  const survey = surveyWords(report);
  if (survey === null) return '';
  const list = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `<ul class="plain">${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;
  return `<p>What scenarios have to know of the data was found out from the target. ${escape(survey.looked)}.</p>
${list(survey.missing.map((line) => `Not known: ${line}`))}
<details class="section"><summary>${count(survey.found.length, 'fact')}</summary>${list(survey.found)}</details>`;
}

function changeList(report: RunReport): string {
  return plainList(changeWords(report)?.lines ?? []);
}

function plainList(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul class="plain">${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`;
}

function noteList(report: RunReport): string {
  const items = remarks(report)
    .map((note) => `<li>${escape(note)}</li>`)
    .join('');
  return `${items ? `<ul class="plain">${items}</ul>` : ''}<p>Command: <code>${escape(report.run.command)}</code></p>`;
}
