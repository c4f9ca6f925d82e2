/** What is said of a client: on a terminal, as JSON, and as JUnit XML with a case for each rule. */
import { visible } from '../../spec/visible.js';
import { clientRulePath } from '../../spec/clients.js';
import type { ClientReport, ClientRuleResult, ClientRuleVerdict } from '../judge/clients/conclude.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import { xml } from './escape.js';

export const CLIENT_REPORT_KINDS = ['json', 'junit'] as const;
export type ClientReportKind = (typeof CLIENT_REPORT_KINDS)[number];

const MARKS: Readonly<Record<ClientRuleVerdict, string>> = {
  fail: '✗',
  warn: '?',
  'not-followed': '△',
  unknown: '·',
  'not-met': '–',
  pass: '✓',
};

/** Findings of one rule that are shown; the JSON report has all of them. */
const MOST_SHOWN = 3;

/** `docs` is the address of the mock, where the pages of the rules are. */
export function writeClientTerminal(report: ClientReport, docs: string): string {
  const against = report.rules.filter(({ verdict }) => ['fail', 'warn', 'not-followed'].includes(verdict));
  const quiet = (wanted: ClientRuleVerdict): string =>
    report.rules
      .filter(({ verdict }) => verdict === wanted)
      .map(({ rule }) => rule.id)
      .join(', ') || 'none';
  const word = report.verdict.replaceAll('-', ' ').toUpperCase();
  return visible(
    [
      ...against.flatMap((result) => [...resultLines(result, report, docs), '']),
      `Kept: ${quiet('pass')}`,
      `Did not come up: ${quiet('not-met')}`,
      ...(quiet('unknown') === 'none' ? [] : [`Not to be told from what was seen: ${quiet('unknown')}`]),
      ...(report.dropped ? [`${report.dropped} older requests are gone from the journal.`] : []),
      '',
      `${word}  ${report.headline}`,
      '',
    ].join('\n'),
  );
}

function findingsOf({ judgements }: ClientRuleResult): ClientJudgement[] {
  return judgements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
}

function resultLines(result: ClientRuleResult, { lines }: ClientReport, docs: string): string[] {
  const { rule, verdict, credits } = result;
  const findings = findingsOf(result);
  const price = credits > 0 ? ` · ${credits} credits` : '';
  const more = findings.length - MOST_SHOWN;
  return [
    `${MARKS[verdict]} ${rule.id} ${rule.title}${price}`,
    ...findings.slice(0, MOST_SHOWN).flatMap(({ expected, actual, exchanges }) => [
      `    expected ${expected}`,
      `    actual   ${actual}`,
      ...exchanges.map((id) => `      #${id} ${lines[id] ?? ''}`),
    ]),
    ...(more > 0 ? [`    and ${more} more`] : []),
    `    why      ${rule.why}`,
    `    instead  ${rule.instead}`,
    `    page     ${docs}${clientRulePath(rule.id)}`,
  ];
}

export function writeClientReport(kind: ClientReportKind, report: ClientReport): string {
  return kind === 'json' ? `${visible(JSON.stringify(report, null, 2))}\n` : writeClientJunit(report);
}

/** What is only recommended, or cannot be told, is skipped: a client that conforms must not break a build. */
function writeClientJunit(report: ClientReport): string {
  const failures = report.rules.filter(({ verdict }) => verdict === 'fail').length;
  const skipped = report.rules.filter(({ verdict }) => verdict !== 'fail' && verdict !== 'pass').length;
  const totals = `tests="${report.rules.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="job-search-conformance clients" ${totals}>`,
    `  <testsuite name="clients" ${totals}>`,
    ...report.rules.flatMap((result) => caseLines(result, report)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines(result: ClientRuleResult, { lines }: ClientReport): string[] {
  const { rule, verdict } = result;
  const open = `    <testcase name="${xml(`${rule.id} ${rule.title}`)}" classname="clients.${rule.group}"`;
  if (verdict === 'pass') return [`${open}/>`];
  const findings = findingsOf(result);
  const message = findings[0] === undefined ? verdict : `${findings[0].expected}; actual ${findings[0].actual}`;
  if (verdict !== 'fail')
    return [`${open}>`, `      <skipped message="${xml(`${verdict}: ${message}`)}"/>`, '    </testcase>'];
  const text = findings.flatMap(({ expected, actual, exchanges }) => [
    ...[`expected ${expected}`, `actual   ${actual}`],
    ...exchanges.map((id) => `#${id} ${lines[id] ?? ''}`),
  ]);
  const body = xml([...text, `instead  ${rule.instead}`].join('\n'));
  return [`${open}>`, `      <failure type="fail" message="${xml(message)}">${body}</failure>`, '    </testcase>'];
}
