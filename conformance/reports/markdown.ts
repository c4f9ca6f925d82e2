/** GitHub-flavoured Markdown for the summary page of a CI run, kept far below its limit of 1 MiB. */
import type { ClauseResult, RunReport } from '../judge/report.js';
import { RUN_VERDICT_WORDS, VERDICTS, VERDICT_WORDS, type Verdict } from '../judge/verdicts.js';
import type { Judgement } from '../record/judgement.js';
import { count, thousands } from '../values/text.js';
import { codeSpan, fenced, markdown } from './escape.js';
import { renderExchange } from './render-exchange.js';
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

const MAX_CLAUSES = 25;
const MAX_FINDINGS = 2;

export function writeMarkdown(report: RunReport): string {
  return `${[
    ...head(report),
    ...clauseParts(
      report.traffic === undefined ? 'Failures' : 'Failures of the service',
      failures(report),
      report,
    ),
    ...callerParts(report),
    ...clauseParts('Recommended, not followed', notFollowed(report), report),
    ...sectionParts(report),
    ...pairParts(report),
    ...uncheckedParts(report),
    ...readingParts(report),
    ...surveyParts(report),
    ...trafficParts(report),
    ...changeParts(report),
    ...noteParts(report),
  ].join('\n\n')}\n`;
}

function head(report: RunReport): string[] {
  const { run, target, budget } = report;
  const pairs = report.clauses.flatMap((each) => each.pairs);
  const ceiling = budget.creditsCeiling === null ? '' : `, ceiling ${thousands(budget.creditsCeiling)}`;
  return [
    `## ${RUN_VERDICT_WORDS[report.verdict]}`,
    markdown(report.headline, 500),
    table(
      ['', ...columns(report).map((verdict) => VERDICT_WORDS[verdict].word)],
      [
        ['Pairs of clause and operation', ...cells(report, pairs.map(verdictOf), '0')],
        ['Clauses', ...cells(report, report.clauses.map(verdictOf), '0')],
        ...(report.traffic !== undefined
          ? []
          : [['Scenarios', ...cells(report, report.scenarios.map(verdictOf), '0')]]),
      ],
    ),
    report.traffic !== undefined
      ? `Target ${codeSpan(target.url)} · kit ${report.kitVersion} · clauses ${clauseSetName(report)}`
      : [
          `Target ${codeSpan(target.url)}, ${target.hasAdmin ? 'with' : 'without'} admin API`,
          `run ${codeSpan(run.id)}, seed ${run.seed}, ${duration(run.durationMs)}`,
          `credits: ${creditsSpent(budget)} of ${thousands(budget.creditsAnnounced)} announced${ceiling}`,
          `${count(budget.requests, 'request')}, ${budget.throttledUnexpected} unexpected 429`,
          `kit ${report.kitVersion}`,
          `clauses ${clauseSetName(report)}`,
        ].join(' · '),
  ];
}

function verdictOf({ verdict }: { verdict: Verdict }): Verdict {
  return verdict;
}

/** The verdicts that some pair, clause or scenario has, failures and passes always. */
function columns(report: RunReport): Verdict[] {
  const pairs = report.clauses.flatMap((each) => each.pairs);
  const met = new Set([...pairs, ...report.clauses, ...report.scenarios].map(verdictOf));
  return VERDICTS.filter((verdict) => verdict === 'fail' || verdict === 'pass' || met.has(verdict));
}

/** How many there are of each verdict, one cell for each column. */
function cells(report: RunReport, verdicts: readonly Verdict[], none: string): string[] {
  const counts = new Map(tally(verdicts));
  return columns(report).map((verdict) => String(counts.get(verdict) ?? none));
}

function clauseParts(title: string, failed: readonly FailedClause[], report: RunReport): string[] {
  if (failed.length === 0) return [];
  const exchanges = exchangesById(report);
  const parts = [`### ${title}`];
  for (const { result, failures: found } of failed.slice(0, MAX_CLAUSES)) {
    const { clause } = result;
    parts.push(`#### ${codeSpan(clause.id)} ${markdown(clause.title)}`, markdown(clause.text, 500));
    for (const failure of found.slice(0, MAX_FINDINGS))
      parts.push(...failureParts(failure, result, report, exchanges));
    if (found.length > MAX_FINDINGS)
      parts.push(`… and ${count(found.length - MAX_FINDINGS, 'more finding')}.`);
  }
  if (failed.length > MAX_CLAUSES) parts.push(`… and ${count(failed.length - MAX_CLAUSES, 'more clause')}.`);
  return parts;
}

function callerParts(report: RunReport): string[] {
  const parts = callerWords(report).flatMap(({ result: { rule }, word, findings }) => [
    `#### ${codeSpan(rule.id)} ${markdown(rule.title)}`,
    `${markdown(rule.text, 500)} (${word})`,
    ...findings
      .slice(0, MAX_FINDINGS)
      .map(({ expected, actual, requests }) =>
        [
          `- **expected** ${markdown(expected, 500)}`,
          `- **actual** ${markdown(actual, 500)}`,
          `- **requests** ${requests.map((line) => markdown(line)).join('; ')}`,
        ].join('\n'),
      ),
    `- **why it matters** ${markdown(rule.why, 500)}\n- **instead** ${markdown(rule.instead, 500)}`,
  ]);
  return parts.length === 0 ? [] : ['### Failures of callers', ...parts];
}

function failureParts(
  failure: Judgement,
  { clause }: ClauseResult,
  report: RunReport,
  exchanges: ReturnType<typeof exchangesById>,
): string[] {
  const telling = exchanges.get(failure.exchanges.at(-1) ?? -1);
  const { command, curl } = reproductionOf(report, failure);
  const parts = [
    [
      `- **expected** ${markdown(failure.expected, 500)}${failure.known !== null ? ' *(known, in the baseline)*' : ''}`,
      `- **actual** ${markdown(actualOf(failure), 500)}`,
      `- **why it matters** ${markdown(whyItMatters(clause.id), 500)}`,
      `- **found by** ${markdown(byWhom(failure))}`,
    ].join('\n'),
    fenced([command, ...curl].join('\n'), 'sh'),
  ];
  if (telling) {
    const { request, response } = renderExchange(telling);
    parts.push(
      `<details><summary>Request and response: #${telling.id} ${markdown(exchangeLine(telling))}</summary>`,
      fenced(request.slice(0, 3_000), 'http'),
      fenced(response.slice(0, 3_000), 'http'),
      '</details>',
    );
  }
  return parts;
}

function sectionParts(report: RunReport): string[] {
  return [
    '### Clauses by section',
    table(
      ['Section', ...columns(report).map((verdict) => VERDICT_WORDS[verdict].word)],
      groupBySection(report.clauses).map((group) => [
        `${group.section} ${group.title}`,
        ...cells(report, group.clauses.map(verdictOf), ''),
      ]),
    ),
  ];
}

function pairParts(report: RunReport): string[] {
  return [
    '### Pairs of clause and operation',
    table(
      ['Operation', ...columns(report).map((verdict) => VERDICT_WORDS[verdict].word)],
      groupByOperation(report.clauses).map(({ operation, verdicts }) => [
        codeSpan(operation),
        ...cells(report, verdicts, ''),
      ]),
    ),
  ];
}

function uncheckedParts(report: RunReport): string[] {
  const causes = unchecked(report);
  if (causes.length === 0) return [];
  return [
    '### Not checked, and why',
    causes
      .map(
        ({ verdict, reason, pairs }) =>
          `- ${VERDICT_WORDS[verdict].word}: ${markdown(reason)} (${pairs.map(codeSpan).join('; ')})`,
      )
      .join('\n'),
  ];
}

function readingParts(report: RunReport): string[] {
  const seen = report.readings.filter((reading) => reading.seen.length > 0);
  if (seen.length === 0) return [];
  return [
    '### Where the contract is open, the target reads',
    table(
      ['Reading', 'Question', 'Seen'],
      seen.map(({ reading, seen: choices, inconsistent }) => [
        codeSpan(reading.id),
        markdown(reading.question),
        `${choices.map(({ choice }) => codeSpan(choiceName(choice))).join(', ')}${inconsistent ? ' (not always the same)' : ''}`,
      ]),
    ),
  ];
}

function surveyParts(report: RunReport): string[] {
  const survey = surveyWords(report);
  if (survey === null) return [];
  const { looked, found, missing } = survey;
  return [
    "### Found out of the target's data",
    [
      `- ${markdown(looked)}`,
      ...missing.map((line) => `- not known: ${markdown(line, 500)}`),
      ...(found.length === 0 ? [] : [`- ${markdown(found.join(', '), 5000)}`]),
    ].join('\n'),
  ];
}

function trafficParts(report: RunReport): string[] {
  const lines = trafficWords(report) ?? [];
  return lines.length === 0
    ? []
    : ['### Traffic', lines.map((line) => `- ${markdown(line, 500)}`).join('\n')];
}

function changeParts(report: RunReport): string[] {
  const changes = changeWords(report);
  if (changes === null) return [];
  const lines = changes.lines.map((line) => `- ${markdown(line, 2000)}`);
  return [`### ${markdown(changes.title)}`, lines.join('\n')];
}

function noteParts(report: RunReport): string[] {
  const notes = remarks(report);
  return notes.length === 0 ? [] : ['### Notes', notes.map((note) => `- ${markdown(note, 500)}`).join('\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
