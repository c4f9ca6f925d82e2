/**
 * JUnit XML for CI systems: one suite for each pack with its scenarios, and one for the clauses on their operations. The report on a
 * client has a suite for the courses and one for the rules.
 *
 * An inconclusive case of a run is an `<error>`: the run does not conform, so a CI page must not show the case as harmless. A
 * recommendation is `<skipped>`: a run or a client that conforms must not break a build.
 */
import { grouped } from '../values/grouped.js';
import { xml } from './escape.js';
import type { ReportView, ShownClause, ShownJudgement, ShownScenario } from './view.js';

interface Case {
  name: string;
  className: string;
  /** Absent for clauses. */
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
  const { startedAt, durationMs, terms } = view.page;
  const suites = suitesOf(view);
  const name = `job-search-conformance${terms.clause === 'rule' ? ' clients' : ''}`;
  const seconds = durationMs === null ? undefined : durationMs / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${totals(suites.flatMap(({ cases }) => cases))}${time(seconds)}>`,
    ...suites.flatMap((suite) => suiteLines(suite, startedAt)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, cases, properties = [] }: Suite, startedAt: string): string[] {
  const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  const times = startedAt === '' ? '' : `${time(seconds)} timestamp="${xml(startedAt)}"`;
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
  const element = text === undefined || text === '' ? `${start}/>` : `${start}>${xml(text)}</${as}>`;
  return [`${open}>`, element, '    </testcase>'];
}

function suitesOf(view: ReportView): Suite[] {
  const { clauses, scenarios, lists, terms } = view.page;
  const properties = lists.flatMap(({ title, lines }) =>
    lines.slice(0, MOST_PROPERTIES).map((line) => [title, line] as const),
  );
  return [
    ...[...grouped(scenarios, ({ pack }) => pack)].map(([pack, own]) => ({
      name: terms.scenario === 'course' ? pack : `pack ${pack}`,
      cases: own.map((scenario) => scenarioCase(scenario, view)),
    })),
    { name: `${terms.clause}s`, cases: clauses.flatMap((clause) => clauseCases(clause, view)), properties },
  ];
}

/** Lines of one list. */
const MOST_PROPERTIES = 25;

/** A course that failed is a passed case, because the rule that it broke has the failure. */
function scenarioCase(scenario: ShownScenario, view: ReportView): Case {
  const { id, pack, title, durationMs, judgements, printed, ...found } = scenario;
  const isCourse = pack === 'courses';
  const own = {
    name: `${id.startsWith(`${pack}/`) ? id.slice(pack.length + 1) : id}: ${title}`,
    className: isCourse ? 'clients.courses' : `packs.${pack}`,
    seconds: durationMs / 1000,
  };
  if (isCourse && found.verdict === 'fail') return own;
  return { ...own, ...outcomeOf(found, judgements, view, printed) };
}

/** A case for each operation of a clause, or one for a rule. */
function clauseCases(clause: ShownClause, view: ReportView): Case[] {
  const { id, title, section, group, pairs, evidence } = clause;
  // Most CI pages would read a dot as one more package.
  const className = `clauses.section-${section.replaceAll('.', '-')}`;
  if (clause.instead !== '')
    return [{ name: `${id} ${title}`, className: `clients.${group}`, ...outcomeOf(clause, evidence, view) }];
  return pairs.map(({ operation, ...found }) => ({
    name: `${id} on ${operation}: ${title}`,
    className,
    ...outcomeOf(found, evidence, view),
  }));
}

function outcomeOf(
  { verdict, reason }: { verdict: string; reason: string },
  judgements: readonly number[],
  view: ReportView,
  printed: readonly string[] = [],
): Pick<Case, 'outcome'> {
  const failures = judgements
    .map((place) => view.page.judgements[place]!)
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
      return { outcome: { as: 'error', type: verdict, message: reason, text: printed.join('\n') } };
    case 'fail': {
      const text = failures.map((failure) => failureText(failure, view)).join('\n\n');
      return { outcome: { as: 'failure', type: 'fail', message, text } };
    }
    default: {
      const { word } = view.page.words[verdict]!;
      return { outcome: { as: 'skipped', message: message === '' ? word : `${word}: ${message}` } };
    }
  }
}

function failureText(failure: ShownJudgement, { page, lineOf }: ReportView): string {
  const clauses = page.clauses.filter(({ id }) => failure.clauses.includes(id));
  const lines = [
    ...clauses.map(({ id, text }) => `${id} ${text}`),
    `expected ${failure.expected}`,
    `actual   ${failure.actual}`,
    ...clauses.flatMap(({ why, instead }) => [`why      ${why}`, `instead  ${instead}`]),
    `by       ${failure.by}`,
    ...failure.exchanges.map((id) => `request  #${id} ${lineOf(id)}`),
    `again    ${failure.again?.command ?? ''}`,
    ...(failure.again?.curl ?? []).map((line) => `         ${line}`),
  ];
  return lines.filter((line) => line.slice(9) !== '').join('\n');
}
