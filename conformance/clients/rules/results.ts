/** The end of a run: its result against the task and the delivered pages, and requests after it. */
import type { ClientRuleId } from '../../../spec/clients.js';
import { grouped } from '../../values/grouped.js';
import { parsedJson, sameJson } from '../../values/json.js';
import { count, shown } from '../../values/text.js';
import type { Attempt } from './attempt.js';
import { collectedJobs } from './paging.js';
import { named, type RunJudge, type Say } from './rule.js';
import type { Course, CourseResult, CourseSeen, RunSeen, SearchTask } from './situation.js';

type Done = Extract<CourseResult, { outcome: 'done' }>;

/** A request that arrives within this time after the result was already under way, ms. */
const STILL_UNDER_WAY = 250;

/** The run until its result. A later request breaks only CLI-30. */
export function withoutLate(run: RunSeen): RunSeen {
  const end = (run.resultAt ?? Infinity) + STILL_UNDER_WAY;
  const late = run.attempts.filter(({ exchange }) => exchange.arrivedAt! > end);
  return { ...run, attempts: run.attempts.filter((each) => !late.includes(each)), late };
}

/** CLI-30. */
export const judgeLateness: RunJudge = ({ attempts, late: [late] = [], resultAt }, say) => {
  const expected = 'no attempt after the result';
  if (resultAt === null) return;
  if (late === undefined) {
    if (attempts.length > 0) say('CLI-30', 'pass', attempts.slice(-1), expected, 'none');
    return;
  }
  const gap = ((late.exchange.arrivedAt! - resultAt) / 1_000).toFixed(1);
  say('CLI-30', 'fail', late, expected, `one ${gap} s later`, late.credits);
};

/** A machine with this lag, ms, may have delayed the client's own timeout. */
const MOST_LAG = 3_000;

/**
 * Returns why a run without the expected end allows no verdict, or breaks a rule (`unfinished`: the task could be done, and the
 * client did not do it or printed no result). Null if rules judge how the run ended.
 */
export function endingOf({ end, declined, result, attempts, remark }: RunSeen, seen: CourseSeen) {
  const { course, isMet, lag } = seen;
  const ending = (verdict: 'inconclusive' | 'error' | 'unfinished', actual: string, expected = '') => ({
    verdict,
    expected,
    actual,
  });
  if (end === 'restart' || declined || result?.outcome === 'done') return null;
  if (result !== null) {
    if (course.ideal.says !== 'done') return null;
    if (attempts.at(-1)?.fate === 'given up')
      return ending('inconclusive', 'it gave up an answer that was on its way');
    const why = result.message === undefined ? '' : `: ${shown(result.message)}`;
    return ending('unfinished', `a failure${why}`, 'a task that is done');
  }
  if (end === 'itself')
    return isMet
      ? ending('unfinished', remark ?? 'none', 'a result on the last line of standard output')
      : ending('error', remark ?? 'it returned no result');
  if (end === 'patience' && course.mayWait === true) return null;
  const isWaiting = attempts.at(-1)?.isDelivered === false;
  if (end === 'patience' && course.rules[0] === 'CLI-28' && isMet && isWaiting && lag < MOST_LAG)
    return ending('unfinished', 'it still waited when its time was over', 'an end of the wait');
  const why = end === 'flood' ? 'it sent requests without end' : 'it was killed before it returned a result';
  return ending('inconclusive', remark ?? why);
}

/** Whether the attempt got a response without a page. */
function isRefused({ fate }: Attempt): boolean {
  return fate === 'failed' || (typeof fate === 'number' && fate !== 200);
}

/** CLI-45 and CLI-50: a reported failure has the request id and the status of a refusal. */
export const judgeFailure: RunJudge = ({ attempts, result, end }, say, { course }) => {
  if (result?.outcome !== 'failed' || end === 'restart' || course.ideal.says === 'done') return;
  const refused = attempts.filter(isRefused);
  const last = refused.at(-1);
  const id = last?.exchange.response?.requestId;
  if (last !== undefined && typeof id === 'string') {
    const ids = attempts.filter(({ exchange }) => typeof exchange.response?.requestId === 'string');
    // If the last response was a page, a later attempt failed without a response.
    const isNamed = [...refused, ...ids.slice(-1)].some(
      ({ exchange }) => exchange.response?.requestId === result.requestId,
    );
    const actual = isNamed ? 'one of them' : shown(result.requestId ?? null);
    say('CLI-45', isNamed ? 'pass' : 'fail', last, `the X-Request-ID of ${named(last)}, ${id}`, actual);
  }
  const searches = attempts.filter(({ isSearch }) => isSearch);
  const failed = searches.at(-1);
  // A loss has no status, and clients name their own timeouts by many numbers.
  if (failed === undefined || !isRefused(failed)) return;
  const statusOf = ({ exchange }: Attempt): number | undefined => exchange.response?.status;
  const isReported = searches.some((each) => isRefused(each) && statusOf(each) === result.status);
  const expected = `the status of ${named(failed)}, ${statusOf(failed)}`;
  say('CLI-50', isReported ? 'pass' : 'fail', failed, expected, shown(result.status ?? null));
};

/** The result must contain what the service delivered. A difference breaks CLI-39, or the rule that explains it. */
export const judgeSuccess: RunJudge = (run, say, { course, runs, attempts: all }) => {
  const { attempts, result } = run;
  if (result?.outcome !== 'done' || run.end === 'restart') return;
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
  if (task.task === 'locations') return judgeLabels(run, task.q, result, say);
  // After a restart, a client may go on with the pages that it stored before.
  const wanted = jobsFor(course, course.runs === 'restarted' ? all : attempts);
  const { jobs } = result;
  if (jobs !== undefined && wanted.some((each) => sameJson(each, jobs))) {
    const isFound = run !== runs.at(-1) || isWhatIsFound(jobs, task, ideal);
    const expected = isFound ? 'the jobs of its pages' : 'the jobs that the search of the task finds';
    return say('CLI-39', isFound ? 'pass' : 'fail', on, expected, count(jobs.length, 'job'));
  }
  const { rule, at, isComplete } = cause(attempts);
  const expected =
    wanted.length > 0
      ? `the ${count(wanted[0]!.length, 'job')} of its pages, in order`
      : isComplete
        ? 'more pages, until the cursor is null'
        : 'a failure, since a page did not come';
  const actual = jobs === undefined ? 'no list of jobs' : differenceOf(jobs, wanted[0]);
  say(rule, 'fail', at ?? on, expected, `done, with ${actual}`);
};

/** Whether the postings explain the jobs. New postings may come first, and a last page may be smaller. */
function isWhatIsFound(jobs: readonly (string | null)[], task: SearchTask, ideal: Course['ideal']): boolean {
  if (ideal.jobs === undefined) return true;
  const { jobs: all } = ideal;
  const found = jobs.slice(Math.max(0, jobs.indexOf(all[0] ?? null)));
  const enough = task.task === 'collect' ? task.enough : null;
  if (enough === null) return sameJson(found, all);
  // The bill judges a client that fetched more than enough.
  return sameJson(found.slice(0, all.length), all.slice(0, Math.max(enough, found.length)));
}

function differenceOf(jobs: readonly unknown[], wanted: readonly unknown[] | undefined): string {
  if (wanted === undefined || wanted.length !== jobs.length) return count(jobs.length, 'job');
  const at = jobs.findIndex((job, i) => job !== wanted[i]);
  return `${shown(jobs[at])} instead of ${shown(wanted[at])} as number ${at + 1}`;
}

/** The lists of jobs that are right for the delivered pages. */
function jobsFor(course: Course, attempts: readonly Attempt[]): (readonly (string | null)[])[] {
  if (course.task.task !== 'poll') return collectedJobs(course, attempts);
  const searches = grouped(
    attempts.filter(({ isSearch }) => isSearch),
    ({ slot }) => slot,
  );
  // A copy of an earlier search may arrive after the last search.
  const pages = [...searches.values()].flatMap((own) => own.find(({ isDelivered }) => isDelivered) ?? []);
  const jobs = pages.at(-1)?.exchange.delivered?.jobs;
  return jobs === undefined ? [] : [jobs];
}

/**
 * The rule that explains why a result differs from the pages: the client may use a truncated or failed response as a page.
 * `isComplete`: each requested page came.
 */
function cause(attempts: readonly Attempt[]): {
  rule: ClientRuleId;
  at?: Attempt | undefined;
  isComplete?: boolean;
} {
  const open = attempts.filter(
    ({ identity }) => !attempts.some((each) => each.isDelivered && each.identity === identity),
  );
  const cut = open.find(({ fate, exchange }) => fate === 'lost' && exchange.sent === 'cut');
  if (cut !== undefined) return { rule: 'CLI-31', at: cut };
  const failed = open.find(({ fate }) => fate === 'failed');
  if (failed !== undefined) return { rule: 'CLI-49', at: failed };
  return { rule: 'CLI-39', isComplete: attempts.length > 0 && open.length === 0 };
}

function judgeLabels({ attempts }: RunSeen, word: string, { labels }: Done, say: Say): void {
  const last = attempts.findLast((each) => each.operation.id === 'listLocations' && each.isDelivered);
  const body = parsedJson(last?.exchange.response?.bodyText ?? null) as
    { locations?: { label?: unknown }[] } | undefined;
  if (last === undefined || !Array.isArray(body?.locations)) return;
  const { q } = last.exchange.request.query;
  // The service ignores white space around the word.
  if (q?.trim() !== word)
    return say('CLI-39', 'fail', last, `a lookup of ${shown(word)}`, `one of ${shown(q)}`);
  const wanted = body.locations.map(({ label }) => label);
  const verdict = sameJson(labels, wanted) ? 'pass' : 'fail';
  say('CLI-39', verdict, last, `the labels ${shown(wanted)}`, shown(labels));
}
