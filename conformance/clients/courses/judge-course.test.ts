import { expect, it } from 'vitest';
import { contract, historyOf, type Call } from '../../../test/samples/client-history.js';
import { judgeCourse, type CourseJudged } from './judge-course.js';
import type { RunEnd, RunSeen } from '../rules/situation.js';
import { urlsOf } from './index.js';
import { seenIn } from '../../../test/samples/course-run.js';

const KEYS = ['1', '2', '3'].map((digit) => `use_v1_00000000-0000-4000-8000-00000000000${digit}`);

/** Judges a course of two runs, of which the first ends with `end`, and the second with `jobs`. */
function judged(
  name: string,
  end: RunEnd,
  first: readonly Call[],
  second: readonly Call[],
  jobs: (string | null)[] = [],
): CourseJudged {
  const history = historyOf([...first, ...second]);
  const { seen } = seenIn(name, history);
  const parts = [history.exchanges.slice(0, first.length), history.exchanges.slice(first.length)];
  const runs = parts.map((exchanges, i): RunSeen => {
    const { run } = seenIn(name, { ...history, exchanges }, { outcome: 'done', jobs });
    return i === 0 ? { ...run, end } : run;
  });
  return judgeCourse({ ...seen, runs }, contract);
}

const broken = ({ judgements }: CourseJudged): string[] =>
  judgements.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);

const given: Call = { key: KEYS[0]!, sent: 'cut', aborted: true, credits: 32 };

it('a client that is killed after one of two copies of its search was answered may search again with a new key', () => {
  const copy: Call = { key: KEYS[0]!, connection: '2', served: 'stored' };
  const report = judged('restart', 'restart', [given, copy], [{ key: KEYS[1]!, credits: 2 }]);
  expect([broken(report), report.wasted]).toEqual([[], 0]);
});

it('a client that is killed during a search must reuse its key (CLI-10)', () => {
  const report = judged('restart', 'restart', [given], [{ key: KEYS[1]!, credits: 2 }]);
  expect([broken(report), report.wasted]).toEqual([['CLI-10'], 2]);
});

it.each([
  ['with the pages of both runs', 0, []],
  ['without the page that it stored before', 10, ['CLI-39']],
])('a client that is killed may go on with the next page, and reports jobs %s', (_, from, expected) => {
  const jobs = urlsOf('legal').slice(0, 20);
  const [first, next] = [jobs.slice(0, 10), jobs.slice(10)];
  const cut: Call = { key: KEYS[1]!, body: onward, sent: 'cut', aborted: true };
  const stored: Call = {
    key: KEYS[0]!,
    delivered: { cursor: onward.search_after, credits: 10, jobs: first },
  };
  const last: Call = { key: KEYS[1]!, body: onward, delivered: { cursor: null, credits: 10, jobs: next } };
  const report = judged('restart', 'restart', [stored, cut], [last], jobs.slice(from));
  expect(broken(report)).toEqual(expected);
});

const other = { outcome: 'done' as const, jobs: ['https://jobs.example/other'] };
const failed: RunSeen['result'] = { outcome: 'failed' };
const page1: Call = { next: [17, 'a_1'] };
const onward = { search_after: page1.next };
const retry = { body: { ...onward, is_remote: true } };
const late = [{ ...page1, key: KEYS[2]! }, { body: onward, status: 503 }, retry];
const sameCursor = [1, 2].map((i): Call => ({ key: KEYS[i]!, body: onward, next: [16, 'b_1'] }));

const refused = (i: number): Call => ({ key: KEYS[i]!, status: 422, body: { limit: '10' } });
const expired: Call[] = [
  { key: KEYS[0]!, sent: 'cut', credits: 10 },
  { key: KEYS[0]!, status: 409 },
];
const start: Call = { ...page1, key: KEYS[0]! };
const next = (body: Call['body']): Call => ({ key: KEYS[1]!, body });

it.each<[what: string, verdict: 'keeps' | 'breaks', rule: string, course: string, Call[], Call[]]>([
  ['sends what the first was refused', 'keeps', 'CLI-13', 'two-processes', [refused(0)], [refused(1)]],
  ['sends it twice', 'breaks', 'CLI-13', 'two-processes', [refused(0)], [refused(1), refused(2)]],
  ['sends a cursor of the first', 'keeps', 'CLI-33', 'again', [start], [next(onward)]],
  ['sends a cursor of neither', 'breaks', 'CLI-33', 'again', [], [start, next({ search_after: [1] })]],
  ['has a new key for a refused search', 'keeps', 'CLI-10', 'restart', [refused(0)], [refused(1)]],
  ['has a new key for an expired one', 'keeps', 'CLI-11', 'period-ends-again', expired, [{ key: KEYS[1]! }]],
  ['meets an expired key again', 'breaks', 'CLI-11', 'period-ends-again', expired, [expired[1]!]],
])('a second run or process that %s %s %s', (_, verdict, rule, course, first, second) => {
  expect(broken(judged(course, 'itself', first, second)).includes(rule)).toBe(verdict === 'breaks');
});

it.each<[rule: string, course: string, RunSeen['result'], readonly Call[]]>([
  ['CLI-33', 'pages', other, [page1, { key: KEYS[1]!, body: { search_after: [18, 'a_1'] } }]],
  ['CLI-34', 'pages', other, [page1, { key: KEYS[1]!, body: { ...onward, limit: 2, is_remote: true } }]],
  ['CLI-39', 'pages', other, [{ delivered: { cursor: null, credits: 1, jobs: other.jobs } }]],
  ['CLI-35', 'pages', other, [{}, { key: KEYS[1]!, body: { search_after: null } }]],
  ['CLI-36', 'pages', other, [page1, ...sameCursor]],
  ['CLI-3', 'pages', other, [{ status: 503 }, { body: { limit: 10 } }]],
  ['CLI-3', 'unavailable-later', failed, late],
  ['CLI-21', 'long-wait', failed, [{ status: 429, retryAfter: 3_600 }, { after: 2 }]],
  ['CLI-11', 'period-ends', { outcome: 'failed', status: 409 }, [{ status: 409 }, { status: 409 }]],
])('consequences of a breach of %s are not reported under other rules', (rule, name, result, calls) => {
  const { seen } = seenIn(name, historyOf(calls.map((call) => ({ key: KEYS[0]!, ...call }))), result);
  expect(broken(judgeCourse(seen, contract))).toEqual([rule]);
});

it('a request after the result breaks CLI-30 alone', () => {
  const history = historyOf([{ key: KEYS[0]! }, { key: KEYS[1]!, credits: 10 }]);
  const { run, seen } = seenIn('pages', history, failed);
  const early = { ...run, resultAt: history.exchanges[0]!.endedAt! };
  const found = broken(judgeCourse({ ...seen, runs: [early] }, contract));
  expect(found.filter((rule) => rule !== 'CLI-39')).toEqual(['CLI-30']);
});

it.each([
  [true, ['CLI-40']],
  [false, []],
])('CLI-40 compares what a client pays only if the situation of the course arose: %s', (isMet, expected) => {
  const { seen } = seenIn(
    'company-lost',
    historyOf([{ key: KEYS[0]!, operation: 'searchCompanyJobs', credits: 25 }]),
  );
  const { judgements } = judgeCourse({ ...seen, isMet }, contract);
  const bill = judgements.filter(({ rule, verdict }) => rule === 'CLI-40' && verdict === 'fail');
  expect(bill.map(({ rule }) => rule)).toEqual(expected);
});

it.each([
  [422, 'CLI-39'],
  [500, 'CLI-6'],
])('a task that fails with a %i, which the course did not cause, is reported under %s', (status, rule) => {
  const { seen } = seenIn('again', historyOf([{ key: KEYS[0]!, status }]), { outcome: 'failed', status });
  const { unfinished, isUnfinished } = judgeCourse(seen, contract);
  expect([unfinished.map((each) => each.rule), isUnfinished]).toEqual([[rule], true]);
});

it.each(['unavailable', 'company-unavailable'])(
  'a client without a result in course %s breaks CLI-39, although its last request also breaks a recommendation',
  (name) => {
    const { seen } = seenIn(name, historyOf([{ key: KEYS[0]!, status: 503 }]));
    expect(broken(judgeCourse(seen, contract))).toEqual(['CLI-17', 'CLI-39']);
  },
);

it('rules on operation keys pass only for a client that sends keys', () => {
  const passed = (key: string | null): string[] => {
    const { seen } = seenIn('lost-first-page', historyOf([{ key }]), { outcome: 'failed' });
    const { judgements } = judgeCourse(seen, contract);
    return judgements.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule);
  };
  expect(passed(KEYS[0]!)).toEqual(expect.arrayContaining(['CLI-1', 'CLI-2']));
  expect(passed(null).filter((rule) => ['CLI-1', 'CLI-2'].includes(rule))).toEqual([]);
});

it.each([
  ['still waits when its time is up', { sent: 'cut', aborted: true } as const, 0, 'fail'],
  ['was sent a page, and is slow', {}, 0, 'inconclusive'],
  ['runs on a machine that paused', { sent: 'cut', aborted: true } as const, 4_000, 'inconclusive'],
])('a client in course stalled that %s', (_, call, lag, verdict) => {
  const { run, seen } = seenIn('stalled', historyOf([{ key: KEYS[0]!, ...call }]));
  const ended: RunSeen = { ...run, end: 'patience' };
  expect(judgeCourse({ ...seen, runs: [ended], lag }, contract).verdict).toBe(verdict);
});
