/** What is said of a client, for a pull request or the summary of a CI job. */
import type { CourseReport } from '../courses/conclude.js';
import type { ClientReport, ClientRuleResult } from '../judge/clients/conclude.js';
import { count } from '../values/text.js';
import { fenced, markdown } from './escape.js';

/** Findings of one rule that are shown. */
const MOST_SHOWN = 3;

export function writeClientMarkdown(report: ClientReport | CourseReport): string {
  const against = report.rules.filter(({ verdict }) => ['fail', 'warn', 'not-followed'].includes(verdict));
  const courses = 'courses' in report ? report.courses.filter(({ reason }) => reason !== null) : [];
  return [
    `## Client: ${report.verdict.replaceAll('-', ' ')}`,
    '',
    markdown(report.headline, 1_000),
    '',
    ...against.flatMap((result) => ruleLines(result, report)),
    ...(courses.length === 0 ? [] : ['| Course | Verdict | Why |', '|---|---|---|']),
    ...courses.map(
      ({ name, verdict, reason }) => `| ${markdown(name)} | ${verdict} | ${markdown(reason ?? '')} |`,
    ),
    '',
  ].join('\n');
}

function ruleLines(
  { rule, verdict, credits, judgements }: ClientRuleResult,
  { lines }: Pick<ClientReport, 'lines'>,
): string[] {
  const findings = judgements.filter((each) => each.verdict === 'fail' || each.verdict === 'warn');
  const price = credits > 0 ? `, ${count(credits, 'credit')}` : '';
  const told = findings
    .slice(0, MOST_SHOWN)
    .flatMap(({ expected, actual, exchanges, course }) => [
      ...(course === undefined ? [] : [`in       ${course}`]),
      `expected ${expected}`,
      `actual   ${actual}`,
      ...exchanges.map((id) => `  #${id} ${lines[id] ?? ''}`),
    ]);
  const more = findings.length - MOST_SHOWN;
  return [
    `### ${rule.id} ${markdown(rule.title)} (${verdict}${price})`,
    '',
    fenced([...told, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')),
    '',
    `${markdown(rule.why, 600)} **Instead:** ${markdown(rule.instead, 600)}`,
    '',
  ];
}
