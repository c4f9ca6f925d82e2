/** The report on a terminal: what needs somebody first, then the table of contents of the contract, then the rest. */
import type { ClauseResult, RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICT_WORDS, type Verdict } from '../judge/verdicts.js';
import type { Judgement } from '../record/judgement.js';
import { count, thousands } from '../values/text.js';
import { visible } from '../../spec/visible.js';
import { oneLine } from './escape.js';
import { reproductionOf } from './reproduce.js';
import { whyItMatters } from './why.js';
import {
  actualOf,
  byWhom,
  callerWords,
  changeWords,
  choiceName,
  clauseSetName,
  creditsSpent,
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

export interface ReportOptions {
  /** Color of the terminal report; off unless asked for. */
  color?: boolean;
}

/** Findings shown of one clause, where few clauses fail and where many do; the JSON and HTML reports hold all. */
const MAX_FINDINGS = { few: 3, many: 1 };
const FEW = 5;

type Paint = (code: string, text: string) => string;

export function writeTerminal(report: RunReport, options: ReportOptions = {}): string {
  const paint: Paint = options.color
    ? (code, text) => `\u001b[${code}m${text}\u001b[0m`
    : (_code, text) => text;
  const sections = [
    head(report),
    clauseLines(
      report.traffic === undefined ? 'Failures' : 'Failures of the service',
      failures(report),
      report,
      paint,
    ),
    callerLines(report, paint),
    clauseLines('Recommended, not followed', notFollowed(report), report, paint),
    sectionLines(report, paint),
    pairLines(report, paint),
    uncheckedLines(report, paint),
    readingLines(report, paint),
    surveyLines(report, paint),
    budgetLines(report, paint),
    changeLines(report, paint),
    noteLines(report, paint),
    [
      `${paint(verdictColor(report), RUN_VERDICT_WORDS[report.verdict].toUpperCase())}  ${oneLine(report.headline)}`,
    ],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function verdictColor(report: RunReport): string {
  return report.verdict === 'conforms' ? '1;32' : report.verdict === 'incomplete' ? '1;33' : '1;31';
}

function head(report: RunReport): string[] {
  const { target, run, kitVersion } = report;
  const traits = [
    target.hasAdmin ? 'with admin API' : 'without admin API',
    `keys: ${target.keyRoles.join(', ') || 'none'}`,
  ];
  if (target.server !== null) traits.push(oneLine(target.server, 80));
  if (report.traffic !== undefined)
    return [
      `Job Search Service conformance, kit ${kitVersion}`,
      `target  ${visible(target.url)} (seen in traffic)`,
      `seen    ${run.startedAt}, ${duration(run.durationMs)}`,
      `clauses ${clauseSetName(report)}`,
    ];
  return [
    `Job Search Service conformance, kit ${kitVersion}`,
    `target  ${visible(target.url)} (${traits.join('; ')})`,
    `run     ${run.id}, seed ${run.seed}, ${run.startedAt}, ${duration(run.durationMs)}`,
    `clauses ${clauseSetName(report)}`,
  ];
}

function clauseLines(
  title: string,
  failed: readonly FailedClause[],
  report: RunReport,
  paint: Paint,
): string[] {
  const exchanges = exchangesById(report);
  const lines: string[] = [];
  const most = failed.length > FEW ? MAX_FINDINGS.many : MAX_FINDINGS.few;
  for (const { result, failures: found } of failed) {
    lines.push(
      '',
      `${paint(`1;${color(result.verdict)}`, result.clause.id)}  ${result.clause.level}, §${result.clause.section}  ${oneLine(result.clause.text)}`,
    );
    for (const failure of found.slice(0, most))
      lines.push(...failureLines(failure, result, report, exchanges));
    if (found.length > most) {
      lines.push(`  … and ${count(found.length - most, 'more finding')} of this clause`);
    }
  }
  return lines.length === 0 ? [] : [paint('1', title), ...lines];
}

function callerLines(report: RunReport, paint: Paint): string[] {
  const lines = callerWords(report).flatMap(({ result: { rule, verdict, credits }, word, findings }) => [
    '',
    `${paint(`1;${verdict === 'fail' ? '31' : '33'}`, rule.id)}  ${rule.level}, §${rule.section}  ${oneLine(rule.text)}`,
    ...findings
      .slice(0, MAX_FINDINGS.few)
      .flatMap(({ expected, actual, requests }) => [
        `  expected  ${oneLine(expected, 500)}`,
        `  actual    ${oneLine(actual, 500)}`,
        ...requests.map((line, i) => `  ${i === 0 ? 'requests' : '        '}  ${oneLine(line, 160)}`),
      ]),
    `  verdict   ${word}${credits === null || credits === 0 ? '' : `; it cost ${count(credits, 'credit')}`}`,
    `  why       ${oneLine(rule.why, 500)}`,
    `  instead   ${oneLine(rule.instead, 500)}`,
  ]);
  return lines.length === 0 ? [] : [paint('1', 'Failures of callers'), ...lines];
}

function failureLines(
  failure: Judgement,
  { clause }: ClauseResult,
  report: RunReport,
  exchanges: ReturnType<typeof exchangesById>,
): string[] {
  const { command, curl } = reproductionOf(report, failure);
  const seen = failure.exchanges.flatMap((id) => {
    const exchange = exchanges.get(id);
    return exchange ? [`#${id} ${oneLine(exchangeLine(exchange), 160)}`] : [`#${id}`];
  });
  return [
    `  expected  ${oneLine(failure.expected, 500)}${failure.known !== null ? '  (known, in the baseline)' : ''}`,
    `  actual    ${oneLine(actualOf(failure), 500)}`,
    `  why       ${oneLine(whyItMatters(clause.id), 500)}`,
    `  by        ${oneLine(byWhom(failure))}`,
    ...seen.slice(-4).map((line, i) => `  ${i === 0 ? 'requests' : '        '}  ${line}`),
    `  again     ${visible(command)}`,
    ...curl.map((line) => `            ${visible(line)}`),
    '',
  ];
}

function sectionLines(report: RunReport, paint: Paint): string[] {
  return tallyLines(
    'Clauses by section',
    groupBySection(report.clauses).map(({ section, title, clauses }) => [
      `§${section} ${title}`,
      clauses.map(({ verdict }) => verdict),
    ]),
    paint,
  );
}

function pairLines(report: RunReport, paint: Paint): string[] {
  return tallyLines(
    'Pairs of clause and operation',
    groupByOperation(report.clauses).map(({ operation, verdicts }) => [operation, verdicts]),
    paint,
  );
}

function tallyLines(title: string, rows: readonly (readonly [string, Verdict[]])[], paint: Paint): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return [
    paint('1', title),
    ...rows.map(([name, verdicts]) => {
      const counts = tally(verdicts).map(([verdict, n]) =>
        paint(color(verdict), `${n} ${VERDICT_WORDS[verdict].word}`),
      );
      return `  ${name.padEnd(width)}  ${counts.reverse().join(', ')}`;
    }),
  ];
}

function color(verdict: Verdict): string {
  if (verdict === 'pass') return '32';
  if (verdict === 'not-applicable') return '2';
  return verdict === 'fail' || verdict === 'error' ? '31' : '33';
}

function uncheckedLines(report: RunReport, paint: Paint): string[] {
  const causes = unchecked(report);
  if (causes.length === 0) return [];
  return [
    paint('1', 'Not checked, and why'),
    ...causes.flatMap(({ verdict, reason, pairs }) => [
      `  ${paint(color(verdict), VERDICT_WORDS[verdict].word)}: ${oneLine(reason)}`,
      ...wrap(pairs),
    ]),
  ];
}

/** Names in lines of about a hundred characters. */
function wrap(names: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '   ';
  for (const name of names) {
    if (line.length + name.length > 100 && line.trim() !== '') {
      lines.push(line);
      line = '   ';
    }
    line += ` ${name};`;
  }
  return [...lines, line.slice(0, -1)];
}

function readingLines(report: RunReport, paint: Paint): string[] {
  const seen = report.readings.filter((reading) => reading.seen.length > 0);
  if (seen.length === 0) return [];
  const width = Math.max(...seen.map(({ reading }) => reading.id.length));
  return [
    paint('1', 'Where the contract is open, the target reads'),
    ...seen.map(
      ({ reading, seen: choices, inconsistent }) =>
        `  ${reading.id.padEnd(width)}  ${choices.map(({ choice }) => choiceName(choice)).join(', ')}${inconsistent ? '  (not always the same)' : ''}`,
    ),
  ];
}

function surveyLines(report: RunReport, paint: Paint): string[] {
  const survey = surveyWords(report);
  if (survey === null) return [];
  return [
    paint('1', "Found out of the target's data"),
    `  ${survey.looked}`,
    `  ${count(survey.found.length, 'fact')}, listed in the other reports`,
    ...survey.missing.map((line) => `  not known: ${oneLine(line, 500)}`),
  ];
}

function budgetLines(report: RunReport, paint: Paint): string[] {
  const { budget } = report;
  const traffic = trafficWords(report);
  if (traffic !== null) return [paint('1', 'Traffic'), ...traffic.map((line) => `  ${oneLine(line, 500)}`)];
  const ceiling = (n: number | null) => (n === null ? '' : `, ceiling ${thousands(n)}`);
  const scenarios = tally(report.scenarios.map(({ verdict }) => verdict))
    .reverse()
    .map(([verdict, n]) => `${n} ${VERDICT_WORDS[verdict].word}`);
  return [
    paint('1', 'Spent'),
    `  credits    ${creditsSpent(budget)} of ${thousands(budget.creditsAnnounced)} announced${ceiling(budget.creditsCeiling)}`,
    `  requests   ${thousands(budget.requests)} of ${thousands(budget.requestsAnnounced)} announced${ceiling(budget.requestsCeiling)}`,
    `  refusals   ${budget.throttledExpected} with 429 that scenarios provoked, ${budget.throttledUnexpected} others; ${duration(budget.pacedMs)} waited to stay below the limits${pacingShare(report)}`,
    `  scenarios  ${scenarios.join(', ') || 'none'}`,
  ];
}

/** `, 42 % of the run` */
function pacingShare({ budget, run }: RunReport): string {
  const share = Math.round((100 * budget.pacedMs) / Math.max(1, run.durationMs));
  return share === 0 ? '' : `, ${share} % of the run`;
}

function changeLines(report: RunReport, paint: Paint): string[] {
  const changes = changeWords(report);
  if (changes === null) return [];
  return [paint('1', oneLine(changes.title)), ...changes.lines.map((line) => `  ${oneLine(line, 2000)}`)];
}

function noteLines(report: RunReport, paint: Paint): string[] {
  const notes = remarks(report).map((note) => `  ${oneLine(note, 500)}`);
  return notes.length === 0 ? [] : [paint('1', 'Notes'), ...notes];
}
