/**
 * JUnit XML for CI systems: one suite for each pack with its scenarios, and one for the clauses on their operations. The report on a
 * client has a suite for the rules and one for the courses.
 *
 * An inconclusive case of a run is an `<error>`: the run does not conform, so a CI page must not show the case as harmless. A
 * recommendation is `<skipped>`: a run or a client that conforms must not break a build.
 */
import type { CourseOutcome } from '../clients/courses/conclude.js';
import type { CallerResult } from '../judge/callers.js';
import type { ClientRuleResult } from '../clients/traffic-report.js';
import { isAgainst } from '../clients/rules/judge.js';
import { findingLines } from './client-texts.js';
import { grouped } from '../values/grouped.js';
import { xml } from './escape.js';
import {
  isRunView,
  type ClientView,
  type PageView,
  type ReportView,
  type RunView,
  type ShownClause,
  type ShownJudgement,
  type ShownScenario,
} from './view.js';

interface Case {
  name: string;
  className: string;
  /** Absent for clients. */
  seconds?: number;
  /** Absent if it passed. */
  outcome?: { as: 'failure' | 'error' | 'skipped'; type?: string; message: string; text?: string };
}

interface Suite {
  name: string;
  cases: readonly Case[];
  properties?: readonly (readonly [string, string])[];
}

export function writeJunit(view: ReportView): string {
  const run = isRunView(view) ? view.run : undefined;
  const suites = isRunView(view) ? runSuites(view) : clientSuites(view);
  const name = `job-search-conformance${run === undefined ? ' clients' : ''}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${totals(suites.flatMap(({ cases }) => cases))}${time(run && run.durationMs / 1000)}>`,
    ...suites.flatMap((suite) => suiteLines(suite, run?.startedAt)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases, properties = [] }: Suite, startedAt: string | undefined): string[] {
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  const times = startedAt === undefined ? '' : `${time(seconds)} timestamp="${xml(startedAt)}"`;
  const lines = properties.map(
    ([property, value]) => `      <property name="${xml(property)}" value="${xml(value)}"/>`,
  );
  return [
    `  <testsuite name="${xml(name)}" ${totals(cases)}${times}>`,
    ...(lines.length === 0 ? [] : ['    <properties>', ...lines, '    </properties>']),
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function totals(cases: readonly Case[]): string {
  const of = (wanted: string): number => cases.filter(({ outcome }) => outcome?.as === wanted).length;
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function time(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` time="${seconds.toFixed(3)}"`;
}

function caseLines({ name, className, seconds, outcome }: Case): string[] {
  const open = `    <testcase name="${xml(name)}" classname="${xml(className)}"${time(seconds)}`;
  if (outcome === undefined) return [`${open}/>`];
  const { as, type, message, text } = outcome;
  const start = `      <${as}${type === undefined ? '' : ` type="${type}"`} message="${xml(message)}"`;
  const element = text === undefined ? `${start}/>` : `${start}>${xml(text)}</${as}>`;
  return [`${open}>`, element, '    </testcase>'];
}

function runSuites(view: RunView): Suite[] {
  const { page, survey, changes, callers } = view;
  const packs = grouped(page.scenarios, ({ pack }) => pack);
  const properties = [
    ...(survey === null ? [] : [['survey', survey.looked] as const]),
    ...(survey?.missing ?? []).map((line) => ['survey: not known', line] as const),
    ...(changes?.lines ?? []).map((line) => [changes!.title, line] as const),
  ];
  return [
    ...[...packs].map(([pack, scenarios]) => ({
      name: `pack ${pack}`,
      cases: scenarios.map((scenario) => scenarioCase(scenario, page)),
    })),
    { name: 'clauses', cases: page.clauses.flatMap((clause) => pairCases(clause, page)), properties },
    ...(callers === null ? [] : [{ name: 'callers', cases: callers.map(callerCase) }]),
  ];
}

function scenarioCase(
  { id, title, pack, durationMs, judgements, ...found }: ShownScenario,
  page: PageView,
): Case {
  return {
    name: `${id.slice(pack.length + 1)}: ${title}`,
    className: `packs.${pack}`,
    seconds: durationMs / 1000,
    ...outcomeOf(found, judgements, page),
  };
}

/** One case for each operation of the clause. A clause that is broken shows all its failures in each. */
function pairCases({ id, title, section, pairs, evidence }: ShownClause, page: PageView): Case[] {
  return pairs.map(({ operation, ...found }) => ({
    name: `${id} on ${operation}: ${title}`,
    // Most CI pages would read a dot as one more package.
    className: `clauses.section-${section.replaceAll('.', '-')}`,
    seconds: 0,
    ...outcomeOf(found, evidence, page),
  }));
}

/** A warning breaks no build. */
function callerCase({ rule, verdict, known, findings: [first] }: CallerResult): Case {
  const reason = first === undefined ? '' : `${rule.id}: expected ${first.expected}; actual ${first.actual}`;
  return {
    name: `${rule.id}: ${rule.title}`,
    className: 'callers',
    seconds: 0,
    ...outcomeOf({ verdict: verdict === 'warned' ? 'not-followed' : verdict, reason: known ?? reason }),
  };
}

function outcomeOf(
  { verdict, reason }: { verdict: string; reason: string },
  judgements: readonly number[] = [],
  page?: PageView,
): Pick<Case, 'outcome'> {
  const failures = judgements
    .map((place) => page!.judgements[place]!)
    .filter((each) => each.verdict === 'fail' && each.known === null);
  const [first] = failures;
  const message = first
    ? `${first.clauses.join(', ')}: expected ${first.expected}; actual ${first.actual}`
    : reason;
  switch (verdict) {
    case 'pass':
      return {};
    case 'inconclusive':
    case 'error':
      return { outcome: { as: 'error', type: verdict, message: reason } };
    case 'not-followed':
      return { outcome: { as: 'skipped', message: `recommended, not required: ${message}` } };
    case 'fail': {
      const text = failures.map((failure) => failureText(failure, page!.clauses)).join('\n\n');
      return { outcome: { as: 'failure', type: 'fail', message, text } };
    }
    default:
      return { outcome: { as: 'skipped', message: reason } };
  }
}

function failureText(failure: ShownJudgement, all: readonly ShownClause[]): string {
  const clauses = all.filter(({ id }) => failure.clauses.includes(id));
  return [
    ...clauses.map(({ id, text }) => `${id} ${text}`),
    `expected ${failure.expected}`,
    `actual   ${failure.actual}`,
    ...clauses.map(({ why }) => `why      ${why}`),
    `by       ${failure.by}`,
    `requests ${failure.exchanges.map((id) => `#${id}`).join(' ')}`,
    `again    ${failure.again?.command}`,
    ...(failure.again?.curl ?? []).map((line) => `         ${line}`),
  ].join('\n');
}

function clientSuites(view: ClientView): Suite[] {
  const { rules, courses } = view;
  return [
    { name: 'clients', cases: rules.map((result) => ruleCase(result, view)) },
    ...(courses.length === 0 ? [] : [{ name: 'courses', cases: courses.map(courseCase) }]),
  ];
}

function ruleCase(result: ClientRuleResult, view: ClientView): Case {
  const { rule, verdict, judgements } = result;
  const { id, title, group, instead } = rule;
  const plain = { name: `${id} ${title}`, className: `clients.${group}` };
  if (verdict === 'pass') return plain;
  const first = judgements.find(isAgainst);
  const message = first === undefined ? verdict : `${first.expected}; actual ${first.actual}`;
  if (verdict !== 'fail') return { ...plain, outcome: { as: 'skipped', message: `${verdict}: ${message}` } };
  const text = [...findingLines(view, result), `instead  ${instead}`]
    .map((line) => line.trimStart())
    .join('\n');
  return { ...plain, outcome: { as: 'failure', type: 'fail', message, text } };
}

/** A failed course is an empty case, because the rule that it broke has the failure. */
function courseCase({ name, title, verdict, reason, rules, notes }: CourseOutcome): Case {
  const plain = { name: `${name}: ${title}`, className: 'clients.courses' };
  if (verdict === 'pass' || verdict === 'fail') return plain;
  const message = `${verdict}: ${reason}`;
  if (verdict !== 'error') return { ...plain, outcome: { as: 'skipped', message } };
  const text = [`for ${rules.join(', ')}`, ...notes].join('\n');
  return { ...plain, outcome: { as: 'error', type: 'error', message, text } };
}
