/** Page after page, where it is known what was asked for (§2.3, §4.1). */
import type { SearchId } from '../../../../spec/contract.js';
import { gapBetween, type Attempt } from '../../rules/attempt.js';
import { named } from '../../rules/judge.js';
import { canonical, sameJson } from '../../../values/json.js';
import type { Course, CourseTask } from '../model/course.js';
import { isAfter, isBefore, isDelivered, slotOf, type RunJudge } from './judge.js';

type Collect = Extract<CourseTask, { task: 'collect' }>;

/** The searches of a run that collects; of another operation where one is named. */
function searchesOf({ task }: Course, attempts: readonly Attempt[], other?: SearchId): Attempt[] {
  if (task.task !== 'collect') return [];
  const id = other ?? task.operation;
  return attempts.filter(({ operation, cursor }) => operation.id === id && cursor !== undefined);
}

/** Whether it asks for what was asked for before, under the key that it had then: that costs nothing. */
function isAskedAgain(attempts: readonly Attempt[], attempt: Attempt): boolean {
  return attempts.some(
    (each) => typeof each.key === 'string' && each.key === attempt.key && isBefore(each, attempt),
  );
}

/** CLI-35: a chain that has ended goes on. */
export const judgeEnd: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  const last = searches.find((each) => isDelivered(each) && each.nextCursor === null);
  if (last === undefined) return;
  const expected = `nothing after ${named(last)}, the last page`;
  const later = searches.filter((each) => isAfter(last, each) && !isAskedAgain(searches, each));
  for (const each of later)
    say('CLI-35', 'fail', [last, each], expected, 'a search that goes on, or begins anew', each.credits);
  if (later.length === 0) say('CLI-35', 'pass', last, expected, 'nothing');
};

/** CLI-37: after a page that failed, that page. */
export const judgeReturn: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  for (const [i, failed] of searches.entries()) {
    const { fate } = failed;
    const passes = typeof fate === 'string' || fate >= 500 || fate === 429;
    if (failed.cursor === null || !passes) continue;
    const next = searches.slice(i + 1).find((each) => (gapBetween(failed, each) ?? -1) >= 0);
    if (next === undefined) continue;
    const expected = `the page of ${named(failed)} again`;
    const isBack = next.cursor === null && next.rest === failed.rest && !isAskedAgain(searches, next);
    const actual = isBack ? 'the first page, under another key' : 'that page';
    say('CLI-37', isBack ? 'fail' : 'pass', [failed, next], expected, actual, isBack ? next.credits : 0);
  }
};

/** What is sent again later than this after its first attempt may have been given up meanwhile, ms. */
const PROMPT = 1_000;

/** CLI-27: a search whose answer came, whole, is sent again. */
export const judgeAnswered: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  for (const answered of searches) {
    if (!isDelivered(answered)) continue;
    const expected = `no repetition of ${named(answered)}, which was answered`;
    const again = searches.find(
      (each) =>
        each.identity === answered.identity &&
        each !== answered &&
        isAfter(answered, each) &&
        each.exchange.arrivedAt! - answered.exchange.arrivedAt! < PROMPT,
    );
    // What begins anew after a failure or after the end has rules of its own, and so has a page under another key.
    const isOwn = again !== undefined && (slotOf(again) === slotOf(answered) || answered.cursor === null);
    if (again === undefined) say('CLI-27', 'pass', answered, expected, 'none');
    else if (isOwn && !hadFailure(searches, answered, again) && !hadEnd(searches, answered, again))
      say('CLI-27', 'fail', [answered, again], expected, 'one more attempt', again.credits);
  }
};

/** CLI-36: the first page comes again, since the service does not page by what was changed in the body. */
export const judgeProgress: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  const firsts = searches.filter((each) => isDelivered(each) && each.cursor === null);
  for (const [i, first] of firsts.entries()) {
    const jobs = first.exchange.delivered?.jobs ?? [];
    const again = firsts
      .slice(i + 1)
      .find((each) => each.identity !== first.identity && sameJson(each.exchange.delivered?.jobs, jobs));
    if (jobs.length === 0 || again === undefined || slotOf(again) === slotOf(first)) continue;
    if (hadFailure(searches, first, again) || hadEnd(searches, first, again)) continue;
    return say(
      'CLI-36',
      'fail',
      [first, again],
      'each page once',
      `the jobs of ${named(first)} again`,
      again.credits,
    );
  }
};

function hadFailure(searches: readonly Attempt[], before: Attempt, after: Attempt): boolean {
  return searches.some((each) => !isDelivered(each) && isBefore(before, each) && isBefore(each, after));
}

/** Whether the chain had come to its end between the two. */
function hadEnd(searches: readonly Attempt[], before: Attempt, after: Attempt): boolean {
  return searches.some(
    (each) =>
      isDelivered(each) && each.nextCursor === null && !isBefore(each, before) && isBefore(each, after),
  );
}

/** CLI-38: a page is fetched although enough jobs are held. */
export const judgeEnough: RunJudge = ({ attempts }, say, { course }) => {
  const { task } = course;
  if (task.task !== 'collect' || task.enough === null) return;
  const searches = searchesOf(course, attempts);
  let held = 0;
  const fetched = new Set<string>();
  let full: Attempt | null = null;
  for (const each of searches) {
    if (full !== null && each.cursor !== null && !fetched.has(canonical(each.cursor)))
      return say(
        'CLI-38',
        'fail',
        [full, each],
        `no page beyond ${task.enough} jobs`,
        `one more, with ${held} jobs held`,
        each.credits,
      );
    const page = canonical(each.cursor);
    if (!isDelivered(each) || fetched.has(page)) continue;
    fetched.add(page);
    held += each.exchange.delivered?.jobs?.length ?? 0;
    if (held >= task.enough) full = each;
  }
  if (full !== null)
    say('CLI-38', 'pass', full, `no page beyond ${task.enough} jobs`, `${held} jobs held, and none`);
};

/** The jobs of each chain of pages that came, whole, to its end or until enough of them were held. */
export function collectedJobs(course: Course, attempts: readonly Attempt[]): (string | null)[][] {
  const { task } = course;
  if (task.task !== 'collect') return [];
  const own = chainsOf(task, searchesOf(course, attempts));
  if (task.operation !== 'searchCompanyJobs') return own;
  // The legacy search in its place gives the same jobs: that it was used is another rule's to tell (CLI-46).
  return [...own, ...chainsOf(task, searchesOf(course, attempts, 'searchCompanyJobsLegacy'))];
}

function chainsOf(task: Collect, searches: readonly Attempt[]): (string | null)[][] {
  const pages = searches.filter(isDelivered);
  const jobsOf = (page: Attempt): readonly (string | null)[] => page.exchange.delivered?.jobs ?? [];
  const follow = (page: Attempt, before: readonly (string | null)[]): (string | null)[][] => {
    const jobs = [...before, ...jobsOf(page)];
    const isFull = task.enough !== null && jobs.length >= task.enough;
    const next = page.nextCursor;
    if (isFull || next === null || next === undefined) return [jobs];
    if (jobs.length > MOST_JOBS) return [];
    const place = canonical(next);
    // The first that came is the one that a client goes on with; another answer to the same request holds the same.
    const follower = pages.find((each) => isBefore(page, each) && canonical(each.cursor) === place);
    return follower === undefined ? [] : follow(follower, jobs);
  };
  return pages.filter(({ cursor }) => cursor === null).flatMap((first) => follow(first, []));
}

/** No course has more. */
const MOST_JOBS = 1_000;
