/** The report on a terminal: failures first, then the table of contents of the contract, then the rest. */
import { count, thousands } from '../values/text.js';
import { clientTerminal } from './client-texts.js';
import { oneLine } from './escape.js';
import { isRunView, type BrokenClause, type PageView, type ReportView, type RunView } from './view.js';
import { byOperation, bySection, creditsSpent, duration, ofAnnounced, tally, type Tallied } from './words.js';

export interface ReportOptions {
  /** Colors the terminal report. Default false. */
  color?: boolean;
}

/** Findings of one clause, if few clauses fail and if many do. JSON and HTML reports contain all findings. */
const MAX_FINDINGS = { few: 3, many: 1 };
const FEW = 5;

type Paint = (code: string, text: string) => string;

const plain: Paint = (_code, text) => text;
const colored: Paint = (code, text) => `\u001b[${code}m${text}\u001b[0m`;

export function writeTerminal(view: ReportView, { color = false }: ReportOptions = {}): string {
  if (!isRunView(view)) return clientTerminal(view);
  const { page } = view;
  const paint = color ? colored : plain;
  const tone = { conforms: '1;32', incomplete: '1;33' }[page.verdict as string] ?? '1;31';
  const titled = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [paint('1', title), ...lines];
  const sections = [
    head(view),
    titled(
      view.traffic === null ? 'Failures' : 'Failures of the service',
      clauseLines(view, view.broken, paint),
    ),
    titled('Failures of callers', callerLines(view, paint)),
    titled('Recommended, not followed', clauseLines(view, view.notFollowed, paint)),
    [paint('1', 'Clauses by section'), ...tallyLines(page, bySection(page), '§', paint)],
    [paint('1', 'Pairs of clause and operation'), ...tallyLines(page, byOperation(page), '', paint)],
    titled('Not checked, and why', uncheckedLines(page, paint)),
    titled('Where the contract is open, the target reads', readingLines(page)),
    titled("Found out of the target's data", surveyLines(view)),
    titled(
      view.traffic === null ? 'Spent' : 'Traffic',
      view.traffic === null ? spendingLines(view) : indented(view.traffic),
    ),
    titled(oneLine(view.changes?.title ?? ''), indented(view.changes?.lines ?? [], 2000)),
    titled('Notes', indented(view.notes)),
    [`${paint(tone, page.verdictWord.toUpperCase())}  ${oneLine(page.headline)}`],
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function indented(lines: readonly string[], limit = 500): string[] {
  return lines.map((line) => `  ${oneLine(line, limit)}`);
}

function head({ page, run, target, traffic, clauseSet }: RunView): string[] {
  const traits = [
    target.hasAdmin ? 'with admin API' : 'without admin API',
    `keys: ${target.keyRoles.join(', ') || 'none'}`,
    ...(target.server === null ? [] : [oneLine(target.server, 80)]),
  ];
  const times = `${run.startedAt}, ${duration(run.durationMs)}`;
  return [
    `Job Search Service conformance, kit ${page.kit}`,
    `target  ${page.target} (${traffic === null ? traits.join('; ') : 'seen in traffic'})`,
    traffic === null ? `run     ${run.id}, seed ${run.seed}, ${times}` : `seen    ${times}`,
    `clauses ${clauseSet}`,
  ];
}

function clauseLines(view: RunView, broken: readonly BrokenClause[], paint: Paint): string[] {
  const most = broken.length > FEW ? MAX_FINDINGS.many : MAX_FINDINGS.few;
  return broken.flatMap(({ clause, findings }) => [
    '',
    titleLine(clause, color(clause.verdict), paint),
    ...findings
      .slice(0, most)
      .flatMap((finding) => [
        `  expected  ${oneLine(finding.expected, 500)}${finding.known === null ? '' : '  (known, in the baseline)'}`,
        `  actual    ${oneLine(finding.actual, 500)}`,
        `  why       ${oneLine(clause.why, 500)}`,
        `  by        ${oneLine(finding.by)}`,
        ...requestLines(finding.exchanges.slice(-4).map((id) => `#${id} ${view.lineOf(id)}`)),
        `  again     ${finding.again?.command}`,
        ...(finding.again?.curl ?? []).map((line) => `            ${line}`),
        '',
      ]),
    ...(findings.length > most
      ? [`  … and ${count(findings.length - most, 'more finding')} of this clause`]
      : []),
  ]);
}

interface Titled {
  id: string;
  level: string;
  section: string;
  text: string;
}

function titleLine({ id, level, section, text }: Titled, tone: string, paint: Paint): string {
  return `${paint(`1;${tone}`, id)}  ${level}, §${section}  ${oneLine(text)}`;
}

function requestLines(requests: readonly string[]): string[] {
  return requests.map((line, i) => `  ${i === 0 ? 'requests' : '        '}  ${oneLine(line, 160)}`);
}

function callerLines({ page, callers }: RunView, paint: Paint): string[] {
  return page.callers.flatMap(({ id, word, findings }) => {
    const { rule, verdict, credits } = callers!.find((each) => each.rule.id === id)!;
    return [
      '',
      titleLine(rule, verdict === 'fail' ? '31' : '33', paint),
      ...findings
        .slice(0, MAX_FINDINGS.few)
        .flatMap(({ expected, actual, requests }) => [
          `  expected  ${oneLine(expected, 500)}`,
          `  actual    ${oneLine(actual, 500)}`,
          ...requestLines(requests),
        ]),
      `  verdict   ${word}${credits === null || credits === 0 ? '' : `; it cost ${count(credits, 'credit')}`}`,
      `  why       ${oneLine(rule.why, 500)}`,
      `  instead   ${oneLine(rule.instead, 500)}`,
    ];
  });
}

function tallyLines(page: PageView, rows: readonly Tallied[], sign: string, paint: Paint): string[] {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, verdicts]) => `  ${sign}${name.padEnd(width)}  ${counts(page, verdicts, paint)}`);
}

function counts(page: PageView, verdicts: readonly string[], paint: Paint): string {
  return tally(page, verdicts)
    .map(([verdict, n]) => paint(color(verdict), `${n} ${page.words[verdict]!.word}`))
    .reverse()
    .join(', ');
}

function color(verdict: string): string {
  return { pass: '32', 'not-applicable': '2', fail: '31', error: '31' }[verdict] ?? '33';
}

function uncheckedLines({ unchecked, words }: PageView, paint: Paint): string[] {
  return unchecked.flatMap(({ verdict, reason, pairs }) => [
    `  ${paint(color(verdict), words[verdict]!.word)}: ${oneLine(reason)}`,
    ...wrap(pairs),
  ]);
}

/** Breaks a list of names into lines of about 100 characters. */
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

function readingLines({ readings }: PageView): string[] {
  const seen = readings.filter((reading) => reading.seen.length > 0);
  const width = Math.max(0, ...seen.map(({ id }) => id.length));
  return seen.map(
    ({ id, seen: choices, inconsistent }) =>
      `  ${id.padEnd(width)}  ${choices.map(({ choice }) => choice).join(', ')}${inconsistent ? '  (not always the same)' : ''}`,
  );
}

function surveyLines({ survey }: RunView): string[] {
  if (survey === null) return [];
  return [
    `  ${survey.looked}`,
    `  ${count(survey.found.length, 'fact')}, listed in the other reports`,
    ...survey.missing.map((line) => `  not known: ${oneLine(line, 500)}`),
  ];
}

function spendingLines({ page, budget, run }: RunView): string[] {
  const scenarios = counts(
    page,
    page.scenarios.map(({ verdict }) => verdict),
    plain,
  );
  const share = Math.round((100 * budget.pacedMs) / Math.max(1, run.durationMs));
  return [
    `  credits    ${creditsSpent(budget)}`,
    `  requests   ${ofAnnounced(thousands(budget.requests), budget.requestsAnnounced, budget.requestsCeiling)}`,
    `  refusals   ${budget.throttledExpected} with 429 that scenarios provoked, ${budget.throttledUnexpected} others; ${duration(budget.pacedMs)} waited to stay below the limits${share === 0 ? '' : `, ${share} % of the run`}`,
    `  scenarios  ${scenarios || 'none'}`,
  ];
}
