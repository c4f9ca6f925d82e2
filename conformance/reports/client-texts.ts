/** The report on a client, on a terminal and as Markdown for the summary of a CI job. */
import { namesIn, type Judged } from '../courses/conclude.js';
import type { Course } from '../courses/model/course.js';
import { grouped } from '../values/grouped.js';
import { count } from '../values/text.js';
import { CLIENT_WORDS } from './client-view.js';
import { fenced, markdown } from './escape.js';
import type { ClientView, PageView, ShownClause, ShownScenario } from './view.js';

/** Findings of one rule. JSON and HTML reports contain all findings. */
const MOST_FINDINGS = 3;

export function clientTerminal(view: ClientView): string {
  const { clauses, verdict, headline } = view.page;
  const ids = (wanted: string): string =>
    clauses
      .filter((rule) => rule.verdict === wanted)
      .map(({ id }) => id)
      .join(', ');
  const unknown = ids('unknown');
  return [
    ...brokenRules(view.page).flatMap((rule) => [
      `${markOf(rule)} ${rule.id} ${rule.title}${priceOf(view, rule, (n) => ` · ${n} credits`)}`,
      ...findingLines(view, rule, MOST_FINDINGS).map((line) => `    ${line}`),
      `    why      ${rule.why}`,
      `    instead  ${rule.instead}`,
      `    page     ${rule.page}`,
      '',
    ]),
    ...openCourses(view),
    ...remarkLines(view),
    `Kept: ${ids('pass') || 'none'}`,
    `Did not come up: ${ids('not-met') || 'none'}`,
    ...(unknown === '' ? [] : [`Not to be told from what was seen: ${unknown}`]),
    ...(view.dropped === 0 ? [] : [`${view.dropped} older requests are gone from the journal.`]),
    '',
    `${verdict.replaceAll('-', ' ').toUpperCase()}  ${headline}`,
    '',
  ].join('\n');
}

export function clientMarkdown(view: ClientView): string {
  const { verdict, headline, scenarios } = view.page;
  const open = scenarios.filter(({ reason }) => reason !== '');
  return [
    `## Client: ${verdict.replaceAll('-', ' ')}`,
    '',
    markdown(headline, 1_000),
    '',
    ...brokenRules(view.page).flatMap((rule) => [
      `### ${rule.id} ${markdown(rule.title)} (${rule.verdict}${priceOf(view, rule, (n) => `, ${count(n, 'credit')}`)})`,
      '',
      fenced(findingLines(view, rule, MOST_FINDINGS).join('\n')),
      '',
      `${markdown(rule.why, 600)} **Instead:** ${markdown(rule.instead, 600)}`,
      '',
    ]),
    ...(open.length === 0 ? [] : ['| Course | Verdict | Why |', '|---|---|---|']),
    ...open.map((course) => `| ${markdown(course.id)} | ${course.verdict} | ${markdown(course.reason)} |`),
    '',
  ].join('\n');
}

/** The findings of a rule with their requests, a line each. `most`: the number of findings. */
export function findingLines(
  { findings: all, lineOf }: ClientView,
  { id: rule }: ShownClause,
  most = Infinity,
): string[] {
  const findings = all[rule]!;
  return [
    ...findings
      .slice(0, most)
      .flatMap(({ expected, actual, exchanges, course }) => [
        ...(course === undefined ? [] : [`in       ${course}`]),
        `expected ${expected}`,
        `actual   ${actual}`,
        ...exchanges.map((id) => `  #${id} ${lineOf(id)}`),
      ]),
    ...(findings.length > most ? [`and ${findings.length - most} more`] : []),
  ];
}

function brokenRules({ clauses }: PageView): ShownClause[] {
  return clauses.filter(({ verdict }) => ['fail', 'warn', 'not-followed'].includes(verdict));
}

function priceOf({ credits }: ClientView, { id }: ShownClause, say: (credits: number) => string): string {
  return credits[id] ? say(credits[id]) : '';
}

function markOf({ verdict }: { verdict: string }): string {
  return CLIENT_WORDS[verdict]!.mark;
}

/** So many courses with the same reason share an entry. */
const MANY_COURSES = 3;

/** The courses without a verdict on the client, with the reason and what the client printed. */
function openCourses(view: ClientView): string[] {
  const open = view.page.scenarios.filter(({ reason }) => reason !== '');
  const entry = (heading: string, text: string, course: ShownScenario): string[] => [
    `${markOf(course)} ${heading}`,
    `    ${text}`,
    ...printedLines(view, course),
    '',
  ];
  return [...grouped(open, ({ verdict, reason }) => `${verdict} ${reason}`).values()].flatMap((group) => {
    const [first] = group as [ShownScenario];
    if (group.length < MANY_COURSES)
      return group.flatMap((each) =>
        entry(`${each.id}: ${each.title}`, `${each.verdict}: ${each.reason}`, each),
      );
    return entry(`${group.length} courses: ${first.reason}`, group.map(({ id }) => id).join(', '), first);
  });
}

/** Enough lines to show the message above the stack of an exception. */
const MOST_PRINTED = 12;

/** The end of what the client printed instead of a result; runs that printed the same share it. */
function printedLines({ notes }: ClientView, { id, verdict }: ShownScenario): string[] {
  if (verdict !== 'error') return [];
  const ends = new Set(
    notes[id]!.map((text) => {
      const lines = text.trim().split('\n');
      return lines
        .filter((line) => line.trim() !== '')
        .slice(-MOST_PRINTED)
        .map((line) => `    | ${line.slice(0, 200)}`)
        .join('\n');
    }),
  );
  return [...ends].filter(Boolean);
}

/** Remarks on runs that printed a result, each with its courses. */
function remarkLines({ remarks }: ClientView): string[] {
  const told = Object.entries(remarks).flatMap(([name, all]) =>
    [...new Set(all)].map((remark) => ({ name, remark })),
  );
  const lines = [...grouped(told, ({ remark }) => remark)].map(
    ([remark, courses]) => `Remark: ${remark} (${namesIn(courses.map(({ name }) => name))})`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** A line of progress: `✗ 3/45 lost-first-page 1.2 s  CLI-2` */
export function courseLine({ seen, judgements, verdict, open, seconds }: Judged, place: string): string {
  const against = judgements.filter((each) => each.verdict === 'fail').map(({ rule }) => rule);
  const why = against.length > 0 ? [...new Set(against)].join(', ') : (open?.reason ?? '');
  const mark = markOf({ verdict: verdict === 'pass' && against.length > 0 ? 'not-followed' : verdict });
  return `${mark} ${place} ${seen.course.name} ${seconds.toFixed(1)} s  ${why}`.trimEnd();
}

/** The output of `--list`. */
export function courseListing(courses: readonly Course[]): string {
  const width = Math.max(...courses.map(({ name }) => name.length));
  const lines = courses.map(
    ({ name, title, rules }) => `${name.padEnd(width)}  ${title} (${rules.join(', ')})`,
  );
  return `${[...lines, '', `${courses.length} courses`].join('\n')}\n`;
}
