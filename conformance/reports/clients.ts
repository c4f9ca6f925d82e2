/** What is said of a client: on a terminal, and in files of the kinds that a run of the suite has. */
import { visible } from '../../spec/visible.js';
import { clientRulePath } from '../../spec/clients.js';
import { namesIn, type CourseOutcome, type CourseReport, type Judged } from '../courses/conclude.js';
import type { Course } from '../courses/model/course.js';
import type { ClientReport, ClientRuleResult, ClientRuleVerdict } from '../judge/clients/conclude.js';
import type { ClientJudgement } from '../record/client-judgement.js';
import { storedExchange } from '../record/traffic.js';
import { grouped } from '../values/grouped.js';
import { clientBodies, clientViewOf } from './client-view.js';
import { writeClientMarkdown } from './clients-markdown.js';
import { xml } from './escape.js';
import { pageFile } from './html.js';
import type { FileKind } from './index.js';

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

type Report = ClientReport | CourseReport;

/** `docs` is the address of the mock, where the pages of the rules are. */
export function writeClientTerminal(report: Report, docs: string): string {
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
      ...openCourses(coursesOf(report)),
      ...remarkLines(coursesOf(report)),
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

function coursesOf(report: Report): readonly CourseOutcome[] {
  return 'courses' in report ? report.courses : [];
}

/** Courses of which it was not told what they are for; those with one reason together. */
function openCourses(courses: readonly CourseOutcome[]): string[] {
  const groups = grouped(courses, ({ verdict, reason }) => `${verdict} ${reason}`);
  return [...groups.values()].flatMap((group) => {
    const [{ verdict, reason }] = group as [CourseOutcome];
    if (reason === null || group.length < MANY_COURSES) return group.flatMap(courseLines);
    const names = group.map(({ name }) => name).join(', ');
    const heading = `${COURSE_MARKS[verdict]} ${group.length} courses: ${reason}`;
    return [heading, `    ${names}`, ...printedLines(group[0]!), ''];
  });
}

/** So many with one reason are told together. */
const MANY_COURSES = 3;

/** What was not told of a course, and what its client printed. */
function courseLines(course: CourseOutcome): string[] {
  const { name, title, verdict, reason } = course;
  if (reason === null) return [];
  return [
    `${COURSE_MARKS[verdict]} ${name}: ${title}`,
    `    ${verdict}: ${reason}`,
    ...printedLines(course),
    '',
  ];
}

/** The end of what a client printed that told no result, once for all runs that printed the same. */
function printedLines({ verdict, notes }: CourseOutcome): string[] {
  if (verdict !== 'error') return [];
  const ends = new Set(
    notes.map((text) =>
      text
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(-MOST_PRINTED)
        .join('\n'),
    ),
  );
  return [...ends]
    .filter(Boolean)
    .flatMap((end) => end.split('\n').map((line) => `    | ${line.slice(0, 200)}`));
}

/** Enough to hold the message above the stack of an exception. */
const MOST_PRINTED = 12;

/** What is unusual about runs that told a result, each with the courses in which it was so. */
function remarkLines(courses: readonly CourseOutcome[]): string[] {
  const told = new Map<string, Set<string>>();
  for (const { name, remarks } of courses)
    for (const remark of remarks) told.set(remark, (told.get(remark) ?? new Set()).add(name));
  const lines = [...told].map(([remark, names]) => `Remark: ${remark} (${namesIn([...names])})`);
  return lines.length === 0 ? [] : [...lines, ''];
}

const COURSE_MARKS: Readonly<Record<CourseOutcome['verdict'], string>> = {
  pass: '✓',
  fail: '✗',
  inconclusive: '?',
  error: '!',
  'not-applicable': '–',
};

/** A line of progress: `✗ 3/45 lost-first-page 1.2 s  CLI-2` */
export function courseLine({ seen, judgements, verdict, open, seconds }: Judged, place: string): string {
  const against = judgements.filter((each) => each.verdict === 'fail').map(({ rule }) => rule);
  const why = against.length > 0 ? [...new Set(against)].join(', ') : (open?.reason ?? '');
  const mark = verdict === 'pass' && against.length > 0 ? MARKS['not-followed'] : COURSE_MARKS[verdict];
  return `${mark} ${place} ${seen.course.name} ${seconds.toFixed(1)} s  ${why}`.trimEnd();
}

/** What `--list` shows. */
export function courseListing(courses: readonly Course[]): string {
  const width = Math.max(...courses.map(({ name }) => name.length));
  const lines = courses.map(
    ({ name, title, rules }) => `${name.padEnd(width)}  ${title} (${rules.join(', ')})`,
  );
  return `${[...lines, '', `${courses.length} courses`].join('\n')}\n`;
}

function resultLines(result: ClientRuleResult, { lines }: Report, docs: string): string[] {
  const { rule, verdict, credits } = result;
  const findings = findingsOf(result);
  const price = credits > 0 ? ` · ${credits} credits` : '';
  const more = findings.length - MOST_SHOWN;
  return [
    `${MARKS[verdict]} ${rule.id} ${rule.title}${price}`,
    ...findings
      .slice(0, MOST_SHOWN)
      .flatMap(({ expected, actual, exchanges, course }) => [
        ...(course === undefined ? [] : [`    in       ${course}`]),
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

/** `docs` is the address of a mock, where the pages of the rules are. */
export function clientReportPieces(kind: FileKind, report: Report, docs: string): Iterable<string> {
  switch (kind) {
    case 'json':
      return jsonPieces(report);
    case 'junit':
      return [writeClientJunit(report)];
    case 'markdown':
      return [writeClientMarkdown(report)];
    case 'html':
      return pageFile(clientViewOf(report, docs), writeClientMarkdown(report), clientBodies(report));
  }
}

function* jsonPieces({ exchanges, ...rest }: Report): Generator<string> {
  yield `${visible(JSON.stringify(rest, null, 2)).slice(0, -2)},\n  "exchanges": [`;
  for (const [i, exchange] of exchanges.entries())
    yield `${i === 0 ? '' : ','}\n    ${visible(JSON.stringify(storedExchange(exchange)))}`;
  yield '\n  ]\n}\n';
}

/** What is only recommended, or cannot be told, is skipped: a client that conforms must not break a build. */
function writeClientJunit(report: Report): string {
  const rules = report.rules.map((result) => caseOf(result, report));
  const courses = coursesOf(report).map(courseCase);
  const all = [...rules, ...courses];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="job-search-conformance clients" ${totals(all)}>`,
    ...suite('clients', rules),
    ...(courses.length === 0 ? [] : suite('courses', courses)),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Case {
  name: string;
  group: string;
  /** Absent where it passed. */
  told?: { as: 'failure' | 'error' | 'skipped'; message: string; text: string };
}

function totals(cases: readonly Case[]): string {
  const of = (wanted: string): number => cases.filter(({ told }) => told?.as === wanted).length;
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function suite(name: string, cases: readonly Case[]): string[] {
  return [`  <testsuite name="${name}" ${totals(cases)}>`, ...cases.flatMap(caseLines), '  </testsuite>'];
}

function caseLines({ name, group, told }: Case): string[] {
  const open = `    <testcase name="${xml(name)}" classname="${xml(group)}"`;
  if (told === undefined) return [`${open}/>`];
  const message = `message="${xml(told.message)}"`;
  if (told.as === 'skipped') return [`${open}>`, `      <skipped ${message}/>`, '    </testcase>'];
  const type = told.as === 'failure' ? 'fail' : 'error';
  return [
    `${open}>`,
    `      <${told.as} type="${type}" ${message}>${xml(told.text)}</${told.as}>`,
    '    </testcase>',
  ];
}

function caseOf(result: ClientRuleResult, { lines }: Report): Case {
  const { rule, verdict } = result;
  const plain = { name: `${rule.id} ${rule.title}`, group: `clients.${rule.group}` };
  if (verdict === 'pass') return plain;
  const findings = findingsOf(result);
  const message =
    findings[0] === undefined ? verdict : `${findings[0].expected}; actual ${findings[0].actual}`;
  if (verdict !== 'fail')
    return { ...plain, told: { as: 'skipped', message: `${verdict}: ${message}`, text: '' } };
  const text = findings.flatMap(({ expected, actual, exchanges, course }) => [
    ...(course === undefined ? [] : [`in       ${course}`]),
    `expected ${expected}`,
    `actual   ${actual}`,
    ...exchanges.map((id) => `#${id} ${lines[id] ?? ''}`),
  ]);
  return {
    ...plain,
    told: { as: 'failure', message, text: [...text, `instead  ${rule.instead}`].join('\n') },
  };
}

/** A course that fails stands there as the rule that it broke. */
function courseCase({ name, title, verdict, reason, notes, rules }: CourseOutcome): Case {
  const plain = { name: `${name}: ${title}`, group: 'clients.courses' };
  if (verdict === 'pass' || verdict === 'fail') return plain;
  const as = verdict === 'error' ? 'error' : 'skipped';
  const text = [`for ${rules.join(', ')}`, ...notes].join('\n');
  return { ...plain, told: { as, message: `${verdict}: ${reason ?? ''}`, text } };
}
