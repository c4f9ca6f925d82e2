/** The report on a client, on a terminal and as Markdown for the summary of a CI job. */
import { namesIn, type CourseOutcome, type Judged } from '../clients/courses/conclude.js';
import type { Course } from '../clients/courses/model/course.js';
import type { ClientRuleResult } from '../clients/traffic-report.js';
import { isAgainst } from '../clients/rules/judge.js';
import { grouped } from '../values/grouped.js';
import { count } from '../values/text.js';
import { CLIENT_WORDS } from './client-view.js';
import { fenced, markdown } from './escape.js';
import type { ClientView } from './view.js';

/** Findings of one rule. JSON and HTML reports contain all findings. */
const MOST_FINDINGS = 3;

export function clientTerminal(view: ClientView): string {
  const { verdict, headline, clauses } = view.page;
  const ids = (wanted: string): string =>
    view.rules
      .filter((each) => each.verdict === wanted)
      .map(({ rule }) => rule.id)
      .join(', ');
  const unknown = ids('unknown');
  return [
    ...brokenRules(view).flatMap((result) => [
      `${markOf(result)} ${result.rule.id} ${result.rule.title}${priceOf(result, (n) => ` · ${n} credits`)}`,
      ...findingLines(view, result, MOST_FINDINGS).map((line) => `    ${line}`),
      `    why      ${result.rule.why}`,
      `    instead  ${result.rule.instead}`,
      `    page     ${clauses.find(({ id }) => id === result.rule.id)!.page}`,
      '',
    ]),
    ...openCourses(view.courses),
    ...remarkLines(view.courses),
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
  const { verdict, headline } = view.page;
  const open = view.courses.filter(({ reason }) => reason);
  return [
    `## Client: ${verdict.replaceAll('-', ' ')}`,
    '',
    markdown(headline, 1_000),
    '',
    ...brokenRules(view).flatMap((result) => [
      `### ${result.rule.id} ${markdown(result.rule.title)} (${result.verdict}${priceOf(result, (n) => `, ${count(n, 'credit')}`)})`,
      '',
      fenced(findingLines(view, result, MOST_FINDINGS).join('\n')),
      '',
      `${markdown(result.rule.why, 600)} **Instead:** ${markdown(result.rule.instead, 600)}`,
      '',
    ]),
    ...(open.length === 0 ? [] : ['| Course | Verdict | Why |', '|---|---|---|']),
    ...open.map((course) => `| ${markdown(course.name)} | ${course.verdict} | ${markdown(course.reason!)} |`),
    '',
  ].join('\n');
}

/** The findings of a rule with their requests, a line each. `most`: the number of findings. */
export function findingLines(
  { lineOf }: ClientView,
  { judgements }: ClientRuleResult,
  most = Infinity,
): string[] {
  const findings = judgements.filter(isAgainst);
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

function brokenRules({ rules }: ClientView): ClientRuleResult[] {
  return rules.filter(({ verdict }) => ['fail', 'warn', 'not-followed'].includes(verdict));
}

function priceOf({ credits }: ClientRuleResult, say: (credits: number) => string): string {
  return credits > 0 ? say(credits) : '';
}

function markOf({ verdict }: { verdict: string }): string {
  return CLIENT_WORDS[verdict]!.mark;
}

/** So many courses with the same reason share an entry. */
const MANY_COURSES = 3;

/** The courses without a verdict on the client, with the reason and what the client printed. */
function openCourses(courses: readonly CourseOutcome[]): string[] {
  const entry = (heading: string, text: string, course: CourseOutcome): string[] => [
    `${markOf(course)} ${heading}`,
    `    ${text}`,
    ...printedLines(course),
    '',
  ];
  const open = courses.filter(({ reason }) => reason);
  return [...grouped(open, ({ verdict, reason }) => `${verdict} ${reason}`).values()].flatMap((group) => {
    const [first] = group as [CourseOutcome];
    if (group.length < MANY_COURSES)
      return group.flatMap((each) =>
        entry(`${each.name}: ${each.title}`, `${each.verdict}: ${each.reason}`, each),
      );
    return entry(`${group.length} courses: ${first.reason}`, group.map(({ name }) => name).join(', '), first);
  });
}

/** Enough lines to show the message above the stack of an exception. */
const MOST_PRINTED = 12;

/** The end of what the client printed instead of a result; runs that printed the same share it. */
function printedLines({ notes, verdict }: CourseOutcome): string[] {
  if (verdict !== 'error') return [];
  const ends = new Set(
    notes.map((text) => {
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
function remarkLines(courses: readonly CourseOutcome[]): string[] {
  const told = courses.flatMap(({ name, remarks }) =>
    [...new Set(remarks)].map((remark) => ({ name, remark })),
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
