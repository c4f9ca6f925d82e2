/**
 * JUnit XML for CI systems: one suite for each pack with its scenarios, and one with the clauses, operation by operation.
 *
 * Inconclusive is written as `<error>`: it keeps a run from conforming, so a CI page must not show it as harmless. What
 * is only recommended is written as `<skipped>`: a run that conforms must not break a build.
 */
import type { CallerResult } from '../judge/callers.js';
import type { ClauseResult, RunReport, ScenarioResult } from '../judge/report.js';
import type { Verdict } from '../judge/verdicts.js';
import type { Judgement } from '../record/judgement.js';
import { xml } from './escape.js';
import { reproductionOf } from './reproduce.js';
import { whyItMatters } from './why.js';
import { actualOf, byWhom, changeWords, surveyWords } from './words.js';

interface Case {
  name: string;
  className: string;
  seconds: number;
  verdict: Verdict;
  reason: string;
  failures: readonly Judgement[];
}

export function writeJunit(report: RunReport): string {
  const packs = new Map<string, Case[]>();
  for (const scenario of report.scenarios) {
    packs.set(scenario.pack, [...(packs.get(scenario.pack) ?? []), scenarioCase(scenario)]);
  }
  const suites = [
    ...[...packs].map(([pack, cases]) => ({ name: `pack ${pack}`, cases, properties: [] })),
    { name: 'clauses', cases: report.clauses.flatMap(pairCases), properties: propertyLines(report) },
    ...(report.callers === undefined
      ? []
      : [{ name: 'callers', cases: report.callers.map(callerCase), properties: [] }]),
  ];
  const seconds = report.run.durationMs / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="job-search-conformance" ${totals(suites.flatMap((suite) => suite.cases))} time="${seconds.toFixed(3)}">`,
    ...suites.flatMap((suite) => suiteLines(suite, report)),
    '</testsuites>',
    '',
  ].join('\n');
}

/** What the run found out of the data, and what changed since an earlier one, for pages that show properties. */
function propertyLines(report: RunReport): string[] {
  const survey = surveyWords(report);
  const changes = changeWords(report);
  const lines: [string, string][] = [
    ...(survey === null ? [] : ([['survey', survey.looked]] as [string, string][])),
    ...(survey?.missing ?? []).map((line): [string, string] => ['survey: not known', line]),
    ...(changes?.lines ?? []).map((line): [string, string] => [changes?.title ?? '', line]),
  ];
  if (lines.length === 0) return [];
  return [
    '    <properties>',
    ...lines.map(([name, value]) => `      <property name="${xml(name)}" value="${xml(value)}"/>`),
    '    </properties>',
  ];
}

function scenarioCase(scenario: ScenarioResult): Case {
  return {
    name: `${scenario.workflowId}: ${scenario.title}`,
    className: `packs.${scenario.pack}`,
    seconds: scenario.durationMs / 1000,
    verdict: scenario.verdict,
    reason: scenario.reason,
    failures: failing([...scenario.outcome.judgements, ...scenario.against]),
  };
}

/** One case for each operation that the clause speaks of; the failures stand with each where it is broken. */
function pairCases({ clause, pairs, evidence }: ClauseResult): Case[] {
  return pairs.map(({ operation, verdict, reason, failures }) => ({
    name: `${clause.id} on ${operation}: ${clause.title}`,
    // A dot in it would be one more package on most CI pages.
    className: `clauses.section-${clause.section.replaceAll('.', '-')}`,
    seconds: 0,
    verdict,
    reason,
    failures: failures > 0 ? failing(evidence) : [],
  }));
}

/** A warning is no more than that, so it breaks no build. */
function callerCase({ rule, verdict, known, findings }: CallerResult): Case {
  const [first] = findings;
  const reason = first === undefined ? '' : `${rule.id}: expected ${first.expected}; actual ${first.actual}`;
  return {
    name: `${rule.id}: ${rule.title}`,
    className: 'callers',
    seconds: 0,
    verdict: verdict === 'warned' ? 'not-followed' : verdict,
    reason: known ?? reason,
    failures: [],
  };
}

function failing(judgements: readonly Judgement[]): Judgement[] {
  return judgements.filter(({ verdict, known }) => verdict === 'fail' && known === null);
}

interface Suite {
  name: string;
  cases: readonly Case[];
  properties: readonly string[];
}

function suiteLines({ name, cases, properties }: Suite, report: RunReport): string[] {
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  return [
    `  <testsuite name="${xml(name)}" ${totals(cases)} time="${seconds.toFixed(3)}" timestamp="${xml(report.run.startedAt)}">`,
    ...properties,
    ...cases.flatMap((one) => caseLines(one, report)),
    '  </testsuite>',
  ];
}

function totals(cases: readonly Case[]): string {
  const of = (...verdicts: Verdict[]) => cases.filter((one) => verdicts.includes(one.verdict)).length;
  return `tests="${cases.length}" failures="${of('fail')}" errors="${of('error', 'inconclusive')}" skipped="${of('not-applicable', 'known', 'not-followed')}"`;
}

function caseLines(one: Case, report: RunReport): string[] {
  const open = `    <testcase name="${xml(one.name)}" classname="${xml(one.className)}" time="${one.seconds.toFixed(3)}"`;
  const outcome = outcomeLines(one, report);
  return outcome.length === 0 ? [`${open}/>`] : [`${open}>`, ...outcome, '    </testcase>'];
}

function outcomeLines(one: Case, report: RunReport): string[] {
  const first = one.failures[0];
  const message = first
    ? `${first.clauses.join(', ')}: expected ${first.expected}; actual ${actualOf(first)}`
    : one.reason;
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
      const text = one.failures.map((failure) => failureText(failure, report)).join('\n\n');
      return [`      <failure type="fail" message="${xml(message)}">${xml(text)}</failure>`];
    }
  }
}

function failureText(failure: Judgement, report: RunReport): string {
  const { command, curl } = reproductionOf(report, failure);
  const clauses = report.clauses.filter(({ clause }) => failure.clauses.includes(clause.id));
  return [
    ...clauses.map(({ clause }) => `${clause.id} ${clause.text}`),
    `expected ${failure.expected}`,
    `actual   ${actualOf(failure)}`,
    ...clauses.map(({ clause }) => `why      ${whyItMatters(clause.id)}`),
    `by       ${byWhom(failure)}`,
    `requests ${failure.exchanges.map((id) => `#${id}`).join(' ')}`,
    `again    ${command}`,
    ...curl.map((line) => `         ${line}`),
  ].join('\n');
}
