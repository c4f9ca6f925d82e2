/**
 * JUnit XML for CI systems: one suite for each pack with its scenarios, and one with the clauses.
 *
 * Inconclusive is written as `<error>`: it keeps a run from conforming, so a CI page must not show it as harmless. What
 * is only recommended is written as `<skipped>`: a run that conforms must not break a build.
 */
import type { ClauseResult, Finding, RunReport, ScenarioResult } from '../judge/report.js';
import { xml } from './escape.js';
import { clauseShown, scenariosShown, sourceOf, type ShownVerdict } from './words.js';

interface Case {
  name: string;
  className: string;
  seconds: number;
  verdict: ShownVerdict;
  reason: string;
  findings: readonly Finding[];
}

export function writeJunit(report: RunReport): string {
  const packs = new Map<string, Case[]>();
  for (const [scenario, verdict] of scenariosShown(report)) {
    packs.set(scenario.pack, [...(packs.get(scenario.pack) ?? []), scenarioCase(scenario, verdict)]);
  }
  const suites = [
    ...[...packs].map(([pack, cases]) => ({ name: `pack ${pack}`, cases })),
    { name: 'clauses', cases: report.clauses.map(clauseCase) },
  ];
  const seconds = report.run.durationMs / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="job-search-conformance" ${totals(suites.flatMap((suite) => suite.cases))} time="${seconds.toFixed(3)}">`,
    ...suites.flatMap((suite) => suiteLines(suite.name, suite.cases, report)),
    '</testsuites>',
    '',
  ].join('\n');
}

function scenarioCase(scenario: ScenarioResult, verdict: ShownVerdict): Case {
  return {
    name: `${scenario.workflowId}: ${scenario.title}`,
    className: `packs.${scenario.pack}`,
    seconds: scenario.durationMs / 1000,
    verdict,
    reason: scenario.reason,
    findings: scenario.findings,
  };
}

function clauseCase(result: ClauseResult): Case {
  return {
    name: `${result.clause.id}: ${result.clause.title}`,
    // A dot in it would be one more package on most CI pages.
    className: `clauses.section-${result.clause.section.replaceAll('.', '-')}`,
    seconds: 0,
    verdict: clauseShown(result),
    reason: result.reason,
    findings: result.evidence,
  };
}

function suiteLines(name: string, cases: readonly Case[], report: RunReport): string[] {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  return [
    `  <testsuite name="${xml(name)}" ${totals(cases)} time="${seconds.toFixed(3)}" timestamp="${xml(report.run.startedAt)}">`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function totals(cases: readonly Case[]): string {
  const of = (...verdicts: ShownVerdict[]) => cases.filter((one) => verdicts.includes(one.verdict)).length;
  return `tests="${cases.length}" failures="${of('fail')}" errors="${of('error', 'inconclusive')}" skipped="${of('not-applicable', 'known', 'not-followed')}"`;
}

function caseLines(one: Case): string[] {
  const open = `    <testcase name="${xml(one.name)}" classname="${xml(one.className)}" time="${one.seconds.toFixed(3)}"`;
  const outcome = outcomeLines(one);
  return outcome.length === 0 ? [`${open}/>`] : [`${open}>`, ...outcome, '    </testcase>'];
}

function outcomeLines(one: Case): string[] {
  const broken = one.findings.filter((finding) => finding.verdict === 'fail' && !finding.baselined);
  const first = broken[0];
  const message = first ? `${first.clause}: expected ${first.expected}; actual ${first.actual}` : one.reason;
  switch (one.verdict) {
    case 'pass':
      return [];
    case 'not-applicable':
    case 'known':
      return [`      <skipped message="${xml(one.reason)}"/>`];
    case 'inconclusive':
    case 'error':
      return [`      <error type="${one.verdict}" message="${xml(one.reason)}"/>`];
    case 'not-followed':
      return [`      <skipped message="${xml(`recommended, not required: ${message}`)}"/>`];
    case 'fail': {
      const text = broken.map(findingText).join('\n\n');
      return [`      <failure type="fail" message="${xml(message)}">${xml(text)}</failure>`];
    }
  }
}

function findingText(finding: Finding): string {
  return [
    `${finding.clause} ${finding.requirement}`,
    `expected ${finding.expected}`,
    `actual   ${finding.actual}`,
    `why      ${finding.why}`,
    `by       ${sourceOf(finding)}`,
    `requests ${finding.exchanges.map((id) => `#${id}`).join(' ')}`,
    `again    ${finding.reproduce.only}`,
    ...finding.reproduce.curl.map((line) => `         ${line}`),
  ].join('\n');
}
