/** What a client says in the end, against what it was asked for and what it got. */
import type { ClientRuleId } from '../../../../spec/clients.js';
import type { Attempt } from '../../rules/attempt.js';
import { named, type Say } from '../../rules/judge.js';
import type { TrafficExchange } from '../../../record/traffic.js';
import { parsedJson, sameJson } from '../../../values/json.js';
import { count, shown } from '../../../values/text.js';
import type { Course, CourseResult } from '../model/course.js';
import type { CourseSeen, RunSeen } from '../model/seen.js';
import { isDelivered } from './judge.js';
import { collectedJobs } from './paging.js';

type Done = Extract<CourseResult, { outcome: 'done' }>;
type Failed = Extract<CourseResult, { outcome: 'failed' }>;

/** Why nothing can be concluded from the end of a run: nobody can tell, or the client broke before it came to anything. */
export type Unjudged = { verdict: 'inconclusive' | 'error'; reason: string };

/** An end that is none: the task is not done, although it could be, or nothing was said of it. */
export interface Unfinished {
  verdict: 'unfinished';
  on: readonly Attempt[];
  expected: string;
  actual: string;
}

/** Null where something else was concluded. */
export function judgeEnding(run: RunSeen, say: Say, seen: CourseSeen): Unjudged | Unfinished | null {
  const { course } = seen;
  if (run.end === 'restart' || run.declined) return null;
  if (run.result === null) return judgeSilence(run, seen);
  if (run.result.outcome === 'failed') return judgeFailure(run, run.result, say, course);
  judgeSuccess(run, run.result, say, seen);
  return null;
}

/** A run without a result: what it offends, or why nobody can tell. */
function judgeSilence({ end, attempts, remark }: RunSeen, seen: CourseSeen): Unjudged | Unfinished | null {
  const { course, isMet } = seen;
  const on = attempts.slice(-1);
  if (end === 'itself' && !isMet) return { verdict: 'error', reason: remark ?? 'it told no result' };
  if (end === 'itself') {
    const expected = 'a result on the last line of standard output';
    return { verdict: 'unfinished', on, expected, actual: remark ?? 'none' };
  }
  if (end === 'patience' && course.mayWait === true) return null;
  const why = end === 'flood' ? 'it sent requests without end' : 'it was ended before it told a result';
  return { verdict: 'inconclusive', reason: remark ?? why };
}

/** How long after the result a request may still arrive that was under way, ms. */
const STILL_UNDER_WAY = 250;

function isLate({ toldAt }: RunSeen, { arrivedAt }: TrafficExchange): boolean {
  return toldAt !== null && arrivedAt! > toldAt + STILL_UNDER_WAY;
}

/** The run as it was until its result was told: what is sent later offends CLI-30 alone, whatever it is. */
export function withoutLate(run: RunSeen): RunSeen {
  const exchanges = run.history.exchanges.filter((each) => !isLate(run, each));
  const attempts = run.attempts.filter(({ exchange }) => !isLate(run, exchange));
  return { ...run, attempts, history: { ...run.history, exchanges } };
}

/** CLI-30. */
export function judgeLateness(run: RunSeen, say: Say): void {
  const { attempts, toldAt } = run;
  if (toldAt === null || attempts.length === 0) return;
  const late = attempts.find(({ exchange }) => isLate(run, exchange));
  const expected = 'no attempt after the result was told';
  if (late === undefined) return say('CLI-30', 'pass', attempts.slice(-1), expected, 'none');
  const gap = ((late.exchange.arrivedAt! - toldAt) / 1_000).toFixed(1);
  say('CLI-30', 'fail', late, expected, `one ${gap} s later`, late.credits);
}

function judgeFailure(
  { attempts }: RunSeen,
  result: Failed,
  say: Say,
  course: Course,
): Unjudged | Unfinished | null {
  const on = attempts.slice(-1);
  if (course.ideal.says === 'done' && on[0]?.fate === 'given up')
    return { verdict: 'inconclusive', reason: 'it gave up an answer that was on its way' };
  if (course.ideal.says === 'done') {
    const why = result.message === undefined ? '' : `: ${shown(result.message)}`;
    return { verdict: 'unfinished', on, expected: 'a task that is done', actual: `a failure${why}` };
  }
  judgeRequestId(attempts, result, say);
  judgeStatus(attempts, result, say);
  return null;
}

/** Answered, and not with a page. */
function isRefused({ fate }: Attempt): boolean {
  return fate === 'failed' || (typeof fate === 'number' && fate !== 200);
}

/** CLI-50. */
function judgeStatus(attempts: readonly Attempt[], { status }: Failed, say: Say): void {
  const searches = attempts.filter(({ isSearch }) => isSearch);
  const last = searches.at(-1);
  // What was not answered has no status, and clients name their own timeouts by many numbers.
  if (last === undefined || !isRefused(last)) return;
  const statusOf = ({ exchange }: Attempt): number | undefined => exchange.response?.status;
  const isTold = searches.some((each) => isRefused(each) && statusOf(each) === status);
  const expected = `the status of ${named(last)}, ${statusOf(last)}`;
  say('CLI-50', isTold ? 'pass' : 'fail', last, expected, shown(status ?? null));
}

/** CLI-45. */
function judgeRequestId(attempts: readonly Attempt[], { requestId }: Failed, say: Say): void {
  const refused = attempts.filter(isRefused);
  const last = refused.at(-1);
  const id = last?.exchange.response?.requestId;
  if (last === undefined || id === undefined || id === null) return;
  // The last attempt that was answered may have brought a page: what failed then was not answered at all.
  const answered = attempts.filter(({ exchange }) => typeof exchange.response?.requestId === 'string');
  const isNamed = [...refused, ...answered.slice(-1)].some(
    ({ exchange }) => exchange.response?.requestId === requestId,
  );
  const expected = `the X-Request-ID of ${named(last)}, ${id}`;
  say(
    'CLI-45',
    isNamed ? 'pass' : 'fail',
    last,
    expected,
    isNamed ? 'one of them' : shown(requestId ?? null),
  );
}

function judgeSuccess(run: RunSeen, result: Done, say: Say, { course, runs }: CourseSeen): void {
  const { attempts } = run;
  const on = attempts.slice(-1);
  const { task, ideal } = course;
  if (task.task === 'balance') {
    const isRight = result.balance === ideal.balance;
    return say(
      'CLI-39',
      isRight ? 'pass' : 'fail',
      on,
      `the balance ${ideal.balance}`,
      shown(result.balance),
    );
  }
  if (task.task === 'locations') return judgeLabels(attempts, task.q, result, say);
  const wanted = jobsFor(course, attempts);
  const { jobs } = result;
  if (jobs !== undefined && wanted.some((each) => sameJson(each, jobs))) {
    const isFound = run !== runs.at(-1) || isWhatIsFound(jobs, course);
    const expected = isFound ? 'the jobs of its pages' : 'the jobs that the search of the task finds';
    return say('CLI-39', isFound ? 'pass' : 'fail', on, expected, count(jobs.length, 'job'));
  }
  const { rule, at } = blame(attempts);
  const expected = wanted.length === 0 ? 'a failure, since a page did not come' : jobWords(wanted[0]!);
  const actual = jobs === undefined ? 'no list of jobs' : differenceOf(jobs, wanted[0]);
  say(rule, 'fail', at === undefined ? on : at, expected, `done, with ${actual}`);
}

/** Whether they follow from the postings: those that came in meanwhile may stand first, and a last page may be smaller. */
function isWhatIsFound(jobs: readonly (string | null)[], { task, ideal }: Course): boolean {
  if (ideal.jobs === undefined) return true;
  const { jobs: all } = ideal;
  const found = jobs.slice(Math.max(0, jobs.indexOf(all[0] ?? null)));
  const enough = task.task === 'collect' ? task.enough : null;
  if (enough === null) return sameJson(found, all);
  // Of a client that fetched more than the course asks for, the bill tells.
  return sameJson(found.slice(0, all.length), all.slice(0, Math.max(enough, found.length)));
}

function jobWords(jobs: readonly unknown[]): string {
  return `the ${count(jobs.length, 'job')} of its pages, in order`;
}

function differenceOf(jobs: readonly unknown[], wanted: readonly unknown[] | undefined): string {
  if (wanted === undefined || wanted.length !== jobs.length) return count(jobs.length, 'job');
  const at = jobs.findIndex((job, i) => job !== wanted[i]);
  return `${shown(jobs[at])} in place of ${shown(wanted[at])} as number ${at + 1}`;
}

/** The lists of jobs that its pages held. */
function jobsFor(course: Course, attempts: readonly Attempt[]): (readonly (string | null)[])[] {
  if (course.task.task === 'poll') {
    const last = attempts.findLast((each) => each.isSearch && isDelivered(each));
    const jobs = last?.exchange.delivered?.jobs;
    return jobs === undefined ? [] : [jobs];
  }
  return collectedJobs(course, attempts);
}

/** The rule that is broken by a result that does not hold what the pages held. */
function blame(attempts: readonly Attempt[]): { rule: ClientRuleId; at: Attempt | undefined } {
  const isOpen = (attempt: Attempt): boolean =>
    !attempts.some((each) => isDelivered(each) && each.identity === attempt.identity);
  const cut = attempts.find((each) => each.fate === 'lost' && each.exchange.sent === 'cut' && isOpen(each));
  if (cut !== undefined) return { rule: 'CLI-31', at: cut };
  const failed = attempts.find((each) => each.fate === 'failed' && isOpen(each));
  if (failed !== undefined) return { rule: 'CLI-49', at: failed };
  return { rule: 'CLI-39', at: undefined };
}

/** The labels of the lookup, as the last answer had them, to the word of the task. */
function judgeLabels(attempts: readonly Attempt[], word: string, { labels }: Done, say: Say): void {
  const last = attempts.findLast((each) => each.operation.id === 'listLocations' && isDelivered(each));
  const body = parsedJson(last?.exchange.response?.bodyText ?? null) as
    { locations?: { label?: unknown }[] } | undefined;
  if (last === undefined || !Array.isArray(body?.locations)) return;
  const { q } = last.exchange.request.query;
  if (q !== word) return say('CLI-39', 'fail', last, `a lookup of ${shown(word)}`, `one of ${shown(q)}`);
  const wanted = body.locations.map(({ label }) => label);
  const verdict = sameJson(labels, wanted) ? 'pass' : 'fail';
  say('CLI-39', verdict, last, `the labels ${shown(wanted)}`, shown(labels));
}
