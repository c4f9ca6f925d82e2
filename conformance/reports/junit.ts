/**
 * JUnit XML for CI systems: one suite for each pack with its scenarios, and one for the clauses on their operations. The report on a
 * client has a suite for the courses and one for the rules.
 *
 * The file agrees with the exit status: 0 comes without `<failure>` and `<error>`. Each broken pair of clause and operation, and each
 * broken rule, is one `<failure>`; a scenario or a course that failed is `<skipped>` and names them. An `<error>` is a check whose
 * absence makes the run incomplete; `type="seen-once"` is a failure that did not occur again. Everything else that did not pass is
 * `<skipped>`: recommendations, known failures, and clauses that the contract leaves open.
 */
import { binds } from '../../spec/clauses.js';
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

/** The most lines of one list that become properties. */
const MOST_PROPERTIES = 25;

export function writeJunit(view: ReportView): string {
  const { scenarios, clauses, exchanges, lists, startedAt, durationMs, terms } = view.page;
  const suite = (name: string, cases: readonly Case[], head: readonly string[] = []): string[] => {
    const seconds = cases.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
    const times = startedAt === '' ? '' : `${time(seconds)} timestamp="${xml(startedAt)}"`;
    const start = `  <testsuite name="${xml(name)}" ${totals(cases)}${times}>`;
    return [start, ...head, ...cases.flatMap(caseLines), '  </testsuite>'];
  };
  const packs = [...grouped(scenarios, ({ pack }) => pack)].map(([pack, own]) => ({
    name: terms.scenario === 'course' ? pack : `pack ${pack}`,
    cases: own.map((each) => scenarioCase(each, view)),
  }));
  const operations = new Map(exchanges.map(({ id, operation }) => [id, operation]));
  const judged = clauses.flatMap((each) => clauseCases(each, operations, view));
  const properties = lists.flatMap(({ title, lines }) =>
    lines
      .slice(0, MOST_PROPERTIES)
      .map((line) => `      <property name="${xml(title)}" value="${xml(line)}"/>`),
  );
  const head = properties.length === 0 ? [] : ['    <properties>', ...properties, '    </properties>'];
  const all = totals([...packs.flatMap(({ cases }) => cases), ...judged]);
  const seconds = durationMs === null ? undefined : durationMs / 1000;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="job-search-conformance${terms.clause === 'rule' ? ' clients' : ''}" ${all}${time(seconds)}>`,
    ...packs.flatMap(({ name, cases }) => suite(name, cases)),
    ...suite(`${terms.clause}s`, judged, head),
    '</testsuites>',
    '',
  ].join('\n');
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
  return [`${open}>`, text ? `${start}>${xml(text)}</${as}>` : `${start}/>`, '    </testcase>'];
}

function scenarioCase(scenario: ShownScenario, view: ReportView): Case {
  const { id, pack, title, durationMs, judgements, printed, verdict, reason } = scenario;
  const isCourse = pack === 'courses';
  const own = {
    name: `${id.startsWith(`${pack}/`) ? id.slice(pack.length + 1) : id}: ${title}`,
    className: isCourse ? 'clients.courses' : `packs.${pack}`,
    seconds: durationMs / 1000,
  };
  if (verdict === 'pass') return own;
  // The case of a clause reports that the clause was not checked. For a client, only the case of the course does.
  const isOpen = verdict === 'error' || (isCourse && verdict === 'inconclusive' && countsOpen(view));
  if (isOpen)
    return { ...own, outcome: { as: 'error', type: verdict, message: reason, text: printed.join('\n') } };
  const broken = new Set(failuresAt(judgements, view).flatMap(({ clauses }) => clauses));
  const where = broken.size === 0 ? '' : `: see ${[...broken].join(', ')}`;
  return { ...own, outcome: { as: 'skipped', message: `${reason || verdict}${where}` } };
}

/** A case for each operation of a clause, or one for a rule. */
function clauseCases(
  clause: ShownClause,
  operations: ReadonlyMap<number, string | null>,
  view: ReportView,
): Case[] {
  const { id, title, section, group, level, pairs, evidence } = clause;
  const failures = failuresAt(evidence, view);
  if (clause.instead !== '')
    return [{ name: `${id} ${title}`, className: `clients.${group}`, ...outcomeOf(clause, failures, view) }];
  const byOperation = grouped(failures, ({ exchanges }) => operations.get(exchanges.at(-1) ?? -1));
  return pairs.map((pair) => ({
    name: `${id} on ${pair.operation}: ${title}`,
    // Most CI pages would read a dot as one more package.
    className: `clauses.section-${section.replaceAll('.', '-')}`,
    ...outcomeOf({ ...pair, level }, byOperation.get(pair.operation) ?? failures, view),
  }));
}

/** Failures that no baseline excuses. */
function failuresAt(places: readonly number[], { page }: ReportView): ShownJudgement[] {
  return places
    .map((place) => page.judgements[place]!)
    .filter(({ verdict, known }) => verdict === 'fail' && known === null);
}

/** Whether checks that were not made count against the run. */
function countsOpen({ page, allowsIncomplete = false }: ReportView): boolean {
  return page.verdict !== 'conforms' && !allowsIncomplete;
}

function outcomeOf(
  judged: Pick<ShownClause, 'verdict' | 'reason' | 'level'> & { seenOnce?: boolean },
  failures: readonly ShownJudgement[],
  view: ReportView,
): Pick<Case, 'outcome'> {
  const { verdict, reason, level, seenOnce = false } = judged;
  const [first] = failures;
  const message = first
    ? `${first.clauses.join(', ')}: expected ${first.expected}; actual ${first.actual}`
    : reason;
  if (verdict === 'pass') return {};
  if (verdict === 'fail') {
    const text = failures.map((failure, i) => failureText(failure, view, i === 0)).join('\n\n');
    return { outcome: { as: 'failure', type: 'fail', message, text } };
  }
  const isOpen = verdict === 'error' || (verdict === 'inconclusive' && binds({ level }));
  const type = seenOnce ? 'seen-once' : verdict;
  if (isOpen && countsOpen(view)) return { outcome: { as: 'error', type, message: reason } };
  const { word } = view.page.words[verdict]!;
  return { outcome: { as: 'skipped', message: message === '' ? word : `${word}: ${message}` } };
}

/** `isFirst`: also states the clause and why it matters, which are the same for each failure of a case. */
function failureText(failure: ShownJudgement, { page, lineOf }: ReportView, isFirst: boolean): string {
  const stated = isFirst ? page.clauses.filter(({ id }) => failure.clauses.includes(id)) : [];
  const lines = [
    ...stated.map(({ id, text }) => `${id} ${text}`),
    `expected ${failure.expected}`,
    `actual   ${failure.actual}`,
    ...stated.flatMap(({ why, instead }) => [`why      ${why}`, `instead  ${instead}`]),
    `kind     ${failure.kind ?? ''}`,
    `by       ${failure.by}`,
    ...failure.exchanges.map((id) => `request  #${id} ${lineOf(id)}`),
    `again    ${failure.again?.command ?? ''}`,
    ...(failure.again?.curl ?? []).map((line) => `         ${line}`),
  ];
  return lines.filter((line) => line.slice(9) !== '').join('\n');
}
