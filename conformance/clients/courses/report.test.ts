import { expect, it } from 'vitest';
import { contract, historyOf, type Call } from '../../../test/samples/client-history.js';
import { seenIn } from '../../../test/samples/course-run.js';
import type { RunSeen } from '../rules/situation.js';
import { courses } from './index.js';
import { judgeCourse } from './judge-course.js';
import { courseReport, type CourseReport, type Judged } from './report.js';

function judged(name: string, calls: readonly Call[], result: RunSeen['result'] = null): Judged {
  const { seen } = seenIn(name, historyOf(calls), result);
  return { ...judgeCourse(seen, contract), seen, seconds: 1 };
}

function reportOn(...courses: Judged[]): CourseReport {
  return courseReport(courses, contract);
}

function brokenIn(report: CourseReport): string[] {
  return report.rules.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule.id);
}

const key = 'use_v1_a';
const slow: Call = { key, served: 'stored', arrivedAt: 0, endedAt: 900, at: 0 };
const copies = judged('slow', [slow, { ...slow, connection: '2', arrivedAt: 300 }]);
const early = (after: number, connection: string): Judged =>
  judged('rate-limited', [
    { key, status: 429, retryAfter: 2 },
    { key, after, connection },
  ]);

it.each([
  ['may be a copy on a connection of its own', 0.1, '2', false],
  ['is too late for a copy', 0.5, '2', true],
  ['was sent after the client had read the refusal', 0.1, '1', true],
])('an early attempt of a client that sends copies (CLI-19) %s', (_, after, connection, isBroken) => {
  expect(brokenIn(reportOn(copies, early(after, connection))).includes('CLI-19')).toBe(isBroken);
  expect(brokenIn(reportOn(early(after, connection)))).toContain('CLI-19');
});

const limited: Call = { key, status: 429, retryAfter: 1 };
const later = [
  { ...limited, after: 0.2, connection: '2' },
  { ...limited, after: 0.85 },
];

it.each<[what: string, rule: string, course: string, ...calls: Call[]]>([
  ['may wait as long as the first refusal says', 'CLI-19', 'always-limited', limited, ...later],
  ['may send one as soon as a connection is free', 'CLI-27', 'pages', { key }, { key, after: 0.03 }],
])('a client that sends copies %s (%s)', (_, rule, name, ...calls) => {
  const isBroken = (...before: Judged[]): boolean =>
    brokenIn(reportOn(...before, judged(name, calls))).includes(rule);
  expect([isBroken(copies), isBroken()]).toEqual([false, true]);
});

it('a client that waits for a slow response repeats a refusal knowingly, however soon and on any connection', () => {
  const refused: Call = { key, status: 422, body: { limit: '10' } };
  const limited: Call = { key, status: 429, retryAfter: 3_600 };
  const soon = (call: Call) => [call, { ...call, after: 0.005, connection: '2' }];
  const repeats = [
    judged('refused-request', soon(refused), { outcome: 'failed' }),
    judged('long-wait', soon(limited), { outcome: 'failed' }),
  ];
  const isJudged = (...before: Judged[]): boolean[] =>
    ['CLI-13', 'CLI-21'].map((rule) => brokenIn(reportOn(...before, ...repeats)).includes(rule));
  expect(isJudged(judged('slow', [slow]))).toEqual([true, true]);
  for (const before of [[copies], []]) expect(isJudged(...before)).toEqual([false, false]);
});

it('a slow machine delays copies (CLI-19)', () => {
  const { seen } = early(0.5, '2');
  const late = { ...early(0.5, '2'), seen: { ...seen, lag: 400 } };
  expect(brokenIn(reportOn(copies, late))).not.toContain('CLI-19');
  expect(brokenIn(reportOn(late))).toContain('CLI-19');
});

it('reports once why a client completes no search', () => {
  const refused: Call = { key: 'use_v1_a', status: 500 };
  const failed = { outcome: 'failed', status: 500 } as const;
  const plain = courses
    .filter(
      ({ rules: [first], ideal, task }) => first === 'CLI-39' && ideal.says === 'done' && 'body' in task,
    )
    .map(({ name }) => judged(name, [refused], failed));
  // In one course another rule reports the cause.
  const [first, , ...others] = plain as [Judged, Judged, ...Judged[]];
  const malformed = judged('company', [{ ...refused, key: 'a', status: 400 }], failed);
  const report = reportOn(first, malformed, ...others, judged('again', [refused], failed));
  const own = report.rules.filter(({ rule }) => ['CLI-39', 'CLI-6'].includes(rule.id));
  const failures = own.flatMap(({ judgements }) => judgements.filter(({ verdict }) => verdict === 'fail'));
  expect(failures.map(({ rule, course }) => [rule, course])).toEqual([['CLI-39', 'pages']]);
});

it('reports waits that do not grow (CLI-24) only if they grow in no course', () => {
  const waits = (...seconds: number[]): Judged =>
    judged(
      'always-unavailable',
      [0, ...seconds].map((after): Call => ({ key: 'use_v1_a', status: 503, after })),
      { outcome: 'failed', status: 503 },
    );
  const verdictOn = (...courses: Judged[]) =>
    reportOn(...courses).rules.find(({ rule }) => rule.id === 'CLI-24')?.verdict;
  const [equal, growing] = [waits(0.4, 0.4, 0.4), waits(0.2, 0.4, 0.8)];
  expect([verdictOn(equal), verdictOn(equal, growing)]).toEqual(['not-followed', 'pass']);
});

it('counts recommended rules if it is strict, and names the rules that were not exercised', () => {
  const refused: Call = { key: 'use_v1_a', status: 503 };
  const courses = [judged('always-unavailable', [refused], { outcome: 'failed', status: 503 })];
  const verdicts = [false, true].map((isStrict) => courseReport(courses, contract, { isStrict }).verdict);
  expect(verdicts).toEqual(['conforms', 'does-not-conform']);
  const page: Call = { key: 'use_v1_a', delivered: { cursor: null, credits: 0, jobs: [] } };
  expect(reportOn(judged('empty-result', [page], { outcome: 'done', jobs: [] })).headline).toMatch(
    /^1 course of 1 passed\. \d+ rules kept; not exercised: CLI-1, CLI-2, .*CLI-12 and 30 more\. Paid/,
  );
});
