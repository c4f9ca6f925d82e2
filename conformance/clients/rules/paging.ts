/** Cursors, chains of pages, and the tasks that page through a search (§2.3, §4.1). */
import { canonical, sameJson } from '../../values/json.js';
import { count, decoded, shown } from '../../values/text.js';
import { followed, gapBetween, isBefore, type Attempt } from './attempt.js';
import { named, type History, type HistoryJudge, type RunJudge, type Say } from './rule.js';
import { timesUnderWay } from './retries.js';
import type { Course } from './situation.js';

/** CLI-33 and CLI-34: the client sends each cursor unchanged, and the rest of the body as for the page before. */
export const judgeCursors: HistoryJudge = (history, say, { seen }) => {
  const givers = new Map<string, Attempt[]>();
  const alike = new Map<string, Attempt>();
  const byId = new Map<string, Attempt>();
  // A cursor may come from an answer that was not observed, that a file without times lists later, or that an earlier run got.
  const all = new Set((seen ?? history).attempts.map(({ nextCursor }) => canonical(nextCursor)));
  let seesAll = history.isComplete;
  for (const attempt of history.attempts) {
    if (!attempt.isSearch) continue;
    const { cursor, nextCursor } = attempt;
    if (cursor !== null && cursor !== undefined) {
      const given = givers.get(canonical(cursor)) ?? [];
      if (given.length > 0) {
        say('CLI-33', 'pass', [given.at(-1)!, attempt], 'the cursor as it was given', 'the same');
        judgeRest(history, given, attempt, say);
      } else {
        const isStrange = seesAll && !all.has(canonical(cursor));
        const changed = isStrange ? byId.get(idIn(cursor)) : undefined;
        judgeStrange(isStrange, alike.get(partsOf(cursor)) ?? changed, attempt, say);
      }
    }
    if (nextCursor === undefined && mayBePage(attempt)) seesAll = false;
    if (nextCursor === null || nextCursor === undefined) continue;
    const place = canonical(nextCursor);
    givers.set(place, [...(givers.get(place) ?? []), attempt]);
    alike.set(partsOf(nextCursor), attempt);
    if (Array.isArray(nextCursor)) byId.set(idIn(nextCursor), attempt);
  }
};

/** Whether an answer that was not fully observed may have been a page. */
function mayBePage({ exchange: { response } }: Attempt): boolean {
  return (
    response === undefined || (response !== null && response.status < 400 && response.body === undefined)
  );
}

/** `isStrange`: no answer contained the cursor. */
function judgeStrange(isStrange: boolean, origin: Attempt | undefined, attempt: Attempt, say: Say): void {
  const { cursor } = attempt;
  const expected = 'the cursor as it was given';
  if (origin !== undefined)
    return say('CLI-33', 'fail', [origin, attempt], shown(origin.nextCursor), shown(cursor));
  const actual = `${shown(cursor)}, which no answer to this key had`;
  say('CLI-33', isStrange ? 'warn' : 'unknown', attempt, expected, actual);
}

/** The `cursor_id` of [timestamp, cursor_id]. The same id with another timestamp is a rounded cursor. */
function idIn(cursor: unknown): string {
  return canonical(Array.isArray(cursor) ? cursor[1] : null);
}

/** Equal for cursors with the same content in another form: a number or the array as a string, or another order. */
function partsOf(cursor: unknown): string {
  const text = typeof cursor === 'string' ? plain(cursor) : JSON.stringify(cursor);
  return (text.match(/[A-Za-z0-9_.+-]+/g) ?? []).sort().join(' ');
}

/** Undoes any number of URL encodings. */
function plain(text: string): string {
  const once = decoded(text);
  return once === text ? text : plain(once);
}

/** Two searches may end a page at the same job, so several responses (`givers`) may have this cursor. */
function judgeRest(
  { attempts, isComplete }: History,
  givers: readonly Attempt[],
  attempt: Attempt,
  say: Say,
): void {
  const expected = 'the body of the page before, except for the cursor';
  const { rest, body } = attempt;
  if (rest === null || body === undefined || givers.some((each) => each.rest === null))
    return say('CLI-34', 'unknown', attempt, expected, 'the bodies were not kept');
  const equal = givers.findLast((each) => each.rest === rest);
  const { giver, names } = (equal ? [equal] : givers)
    .map((each) => ({ giver: each, names: changedMembers(each, attempt) }))
    .reduce((a, b) => (b.names.length < a.names.length ? b : a));
  const both = [giver, attempt];
  // A body that changed under its key (CLI-3) differs from the pages before and after it. Report this breach once.
  if (both.some((each) => say.broke('CLI-3', each))) return;
  if (names.length === 0) return say('CLI-34', 'pass', both, expected, 'exactly that');
  if (names.length === 1 && names[0] === 'limit') {
    const now = limitOf(attempt);
    const earlier = attempts.filter((each) => each.chain === attempt.chain && each.id < attempt.id);
    const isRaised = earlier.every((each) => limitOf(each) < now);
    const actual = `limit ${now} after ${limitOf(giver)}`;
    return say('CLI-34', isRaised ? (isComplete ? 'warn' : 'unknown') : 'pass', both, expected, actual);
  }
  const actual =
    giver.operation === attempt.operation
      ? `${names.map((name) => `"${name}"`).join(', ')} changed, too`
      : `another operation: the cursor is of ${giver.operation.id}`;
  // The cursor may have come from an unobserved request, or from an equal search that a file with vague times lists later.
  const isSource = (each: Attempt): boolean =>
    each.rest === rest && sameJson(each.nextCursor, attempt.cursor) && (gapBetween(attempt, each) ?? 0) <= 0;
  say('CLI-34', isComplete && !attempts.some(isSource) ? 'fail' : 'unknown', both, expected, actual);
}

function changedMembers(giver: Attempt, attempt: Attempt): string[] {
  if (giver.operation.id !== attempt.operation.id)
    return [`operation ${giver.operation.id}`, attempt.operation.id];
  const [before, now] = [giver.body!, attempt.body!];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  names.delete(attempt.operation.cursorField!);
  return [...names].filter((name) => !sameJson(before[name], now[name]));
}

function limitOf({ body, operation }: Attempt): number {
  const limit = body?.['limit'];
  return typeof limit === 'number' ? limit : (operation.page?.usual ?? 0);
}

/** CLI-35: the client sends the null cursor of the last page, in a chain whose first request had no cursor. */
export const judgeNullCursors: HistoryJudge = ({ attempts, isComplete }, say) => {
  const chains = new Map<string, { isBare: boolean; ended: Attempt | null; keys: Set<unknown> }>();
  for (const attempt of attempts) {
    const { rest, cursor, key } = attempt;
    if (!attempt.isSearch || rest === null || cursor === undefined || !attempt.isDelivered) continue;
    const before = chains.get(rest);
    const isBare = !Object.hasOwn(attempt.body ?? {}, attempt.operation.cursorField ?? '');
    // A request that recovers an earlier response starts no chain.
    const begins = cursor === null && (typeof key !== 'string' || before?.keys.has(key) !== true);
    if (before?.ended && begins) {
      const both = [before.ended, attempt];
      const expected = 'nothing after the last page';
      const actual = `a request with the null cursor of ${named(before.ended)}`;
      const verdict = isComplete ? 'warn' : 'unknown';
      if (before.isBare && !isBare) say('CLI-35', verdict, both, expected, actual, attempt.credits);
      else say('CLI-35', 'pass', both, expected, 'a new search');
    }
    const chain = before ?? { isBare, ended: null, keys: new Set() };
    if (begins) Object.assign(chain, { isBare: chain.isBare && isBare, ended: null });
    chain.keys.add(key);
    if (attempt.nextCursor === null) chain.ended = attempt;
    chains.set(rest, chain);
  }
};

/** CLI-36: the client fetches each page once, or again under the same key. The task of a poll is to repeat pages. */
export const judgePages: HistoryJudge = ({ attempts, isComplete }, say, { seen, askedOnce }) => {
  if (seen?.course.task.task === 'poll') return;
  /** By chain: delivered pages by cursor. */
  const chains = new Map<string, Map<string, Attempt[]>>();
  for (const attempt of attempts) {
    const { chain: name, cursor, slot } = attempt;
    if (!attempt.isSearch || name === null || cursor === undefined || !attempt.isDelivered) continue;
    const pages = chains.get(name) ?? new Map<string, Attempt[]>();
    chains.set(name, pages);
    const place = canonical(cursor);
    const fetched: readonly Attempt[] = pages.get(place) ?? [];
    if (fetched.some((each) => each.slot === slot)) continue;
    pages.set(place, [...fetched, attempt]);
    const earlier = fetched.findLast(({ identity }) => cursor !== null || identity === attempt.identity);
    // A first page begins a new search, which is lawful unless each search was asked for once. In a course, CLI-27 judges it.
    if (cursor === null && (earlier === undefined || !askedOnce || seen !== undefined)) continue;
    const begun = pages.get(canonical(null))?.length ?? 0;
    const expected = 'each page once';
    // A new search may fetch all of its pages again.
    if (cursor !== null && fetched.length < begun) say('CLI-36', 'pass', attempt, expected, 'once');
    else if (earlier === undefined)
      say('CLI-36', 'unknown', attempt, expected, 'its first page was not observed');
    else {
      const actual = `the page of ${named(earlier)} again${underKeyOf(attempt)}`;
      const verdict = isComplete ? 'warn' : 'unknown';
      say('CLI-36', verdict, [earlier, attempt], expected, actual, attempt.credits);
    }
  }
};

/** The legacy search has no operation keys, and other searches may lack one. */
function underKeyOf({ key }: Attempt): string {
  return typeof key === 'string' ? ', under another key' : '';
}

/** The searches of a run with the task to collect jobs; none for other tasks. */
function searchesOf({ task }: Course, attempts: readonly Attempt[], operationId?: string): Attempt[] {
  if (task.task !== 'collect') return [];
  const id = operationId ?? task.operation;
  return attempts.filter(({ operation, cursor }) => operation.id === id && cursor !== undefined);
}

/**
 * Whether the client sent the later request after it had read the earlier response. If both are attempts at one search, only the
 * same connection proves this: on another one, a client that sends copies or has given up does not wait for the response.
 */
function isAfter(earlier: Attempt, later: Attempt, onSameConnection?: number): boolean {
  const isOther =
    earlier.identity !== later.identity || (typeof later.key === 'string' && earlier.key !== later.key);
  if (isOther) return (gapBetween(earlier, later) ?? -1) >= 0;
  return followed(earlier, later, Infinity, onSameConnection) === true;
}

/** Whether the key of this attempt was sent before, so that the attempt costs nothing. */
function isAskedAgain(attempts: readonly Attempt[], attempt: Attempt): boolean {
  return attempts.some(
    (each) => typeof each.key === 'string' && each.key === attempt.key && isBefore(each, attempt),
  );
}

const isLast = (page: Attempt): boolean => page.isDelivered && page.nextCursor === null;

/** CLI-35: nothing follows the last page. */
export const judgeEnd: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  const last = searches.find(isLast);
  if (last === undefined) return;
  const expected = `nothing after ${named(last)}, the last page`;
  // A client that reuses the connection has read the last page. Otherwise it may start again under its keys.
  const { connection } = last.exchange;
  const isRead = ({ slot, exchange }: Attempt): boolean =>
    slot !== last.slot && connection !== undefined && exchange.connection === connection;
  const later = searches.filter(
    (each) => isAfter(last, each) && (isRead(each) || !isAskedAgain(searches, each)),
  );
  for (const each of later)
    say('CLI-35', 'fail', [last, each], expected, 'a later page or a new search', each.credits);
  if (later.length === 0) say('CLI-35', 'pass', last, expected, 'nothing');
};

/** CLI-37: after a page that failed, the client requests that page, not the first. */
export const judgeReturn: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  for (const [i, failed] of searches.entries()) {
    const { fate } = failed;
    const mayPass = typeof fate === 'string' || fate >= 500 || fate === 429;
    if (failed.cursor === null || !mayPass) continue;
    const next = searches.slice(i + 1).find((each) => (gapBetween(failed, each) ?? -1) >= 0);
    if (next === undefined) continue;
    const expected = `the page of ${named(failed)} again`;
    const isBack = next.cursor === null && next.rest === failed.rest && !isAskedAgain(searches, next);
    const actual = isBack ? `the first page${underKeyOf(next)}` : 'that page';
    say('CLI-37', isBack ? 'fail' : 'pass', [failed, next], expected, actual, isBack ? next.credits : 0);
  }
};

/** A client that repeats an attempt after this time, ms, may have given it up. */
const PROMPT = 1_000;

/** CLI-27: no repetition of a search whose page arrived; CLI-48 if it has no jobs. */
export const judgeAnswered: RunJudge = ({ attempts }, say, seen) => {
  const { course, lag } = seen;
  const searches = searchesOf(course, attempts);
  const repeats = new Map(
    searches.flatMap((answered) => {
      const isRepeat = (each: Attempt): boolean =>
        each !== answered && each.identity === answered.identity && (gapBetween(answered, each) ?? -1) >= 0;
      const again = answered.isDelivered && searches.find(isRepeat);
      return again ? [[answered, again] as const] : [];
    }),
  );
  const isHabit = seen.sendsCopies !== true && repeatsEachTime(repeats, attempts, lag);
  const [, onSameConnection] = timesUnderWay(seen);
  for (const answered of searches) {
    if (!answered.isDelivered) continue;
    const expected = `no repetition of ${named(answered)}, which was answered`;
    const repeat = repeats.get(answered);
    const again =
      repeat && (isHabit || wasRead(answered, repeat, attempts, onSameConnection)) ? repeat : undefined;
    const rule = answered.exchange.delivered?.jobs?.length === 0 ? 'CLI-48' : 'CLI-27';
    // Other rules judge a new start after a failure or after the end, and a page under another key.
    const isOwn = again?.slot === answered.slot || answered.cursor === null;
    if (again === undefined) say('CLI-27', 'pass', answered, expected, 'none');
    else if (isOwn && !mayStartAgain(searches, answered, again))
      say(rule, 'fail', [answered, again], expected, 'one more attempt', again.credits);
  }
};

/** Whether the client had read the answer: it repeats promptly, or it used the connection again. */
function wasRead(
  answered: Attempt,
  again: Attempt,
  attempts: readonly Attempt[],
  onSameConnection?: number,
): boolean {
  if (!isAfter(answered, again, onSameConnection)) return false;
  const { connection, arrivedAt } = answered.exchange;
  if (again.exchange.arrivedAt! - arrivedAt! < PROMPT) return true;
  return (
    connection !== undefined &&
    attempts.some((each) => each.exchange.connection === connection && isAfter(answered, each))
  );
}

/** A client that repeats this many answered searches in a run did not give up all of them. */
const MANY_REPEATED = 3;
/** A copy that a client sends without waiting for the answer arrives before the end of an answer that takes this long, ms. */
const SLOW = 500;
/** After the end of a faster answer, such a copy arrives within this time, ms, plus the lag of the machine. */
const COPY = 50;

/** Whether the client sends searches again after their answers, and no concurrent copies of them. */
function repeatsEachTime(
  repeats: ReadonlyMap<Attempt, Attempt>,
  attempts: readonly Attempt[],
  lag: number,
): boolean {
  const pairs = [...repeats].filter(([{ key }, again]) => typeof key === 'string' && key === again.key);
  if (pairs.length < MANY_REPEATED) return false;
  const sendsCopies = attempts.some((one) =>
    attempts.some(
      (other) => isBefore(one, other) && one.key === other.key && (gapBetween(one, other) ?? 0) < 0,
    ),
  );
  if (sendsCopies) return false;
  const isSlow = ([{ exchange }]: (typeof pairs)[number]): boolean =>
    exchange.endedAt! - exchange.arrivedAt! >= SLOW;
  return pairs.some(isSlow) || pairs.every((pair) => gapBetween(...pair)! > COPY + lag);
}

/** CLI-36: the client changes the body to get the next page, but the service ignores the change and repeats the first page. */
export const judgeProgress: RunJudge = ({ attempts }, say, { course }) => {
  const searches = searchesOf(course, attempts);
  const firsts = searches.filter((each) => each.isDelivered && each.cursor === null);
  for (const [i, first] of firsts.entries()) {
    const jobs = first.exchange.delivered?.jobs ?? [];
    const again = firsts
      .slice(i + 1)
      .find((each) => each.identity !== first.identity && sameJson(each.exchange.delivered?.jobs, jobs));
    if (jobs.length === 0 || again === undefined || again.slot === first.slot) continue;
    if (mayStartAgain(searches, first, again)) continue;
    const actual = `the jobs of ${named(first)} again`;
    return say('CLI-36', 'fail', [first, again], 'each page once', actual, again.credits);
  }
};

/** Whether a failure or the end of the chain between the two is a reason to start again. */
function mayStartAgain(searches: readonly Attempt[], first: Attempt, again: Attempt): boolean {
  // A repetition that only recovers the last page is no new start.
  const isSimpleRepeat = again.slot === first.slot && searches[searches.indexOf(first) + 1] === again;
  return searches.some(
    (each) =>
      isBefore(each, again) &&
      ((!each.isDelivered && isBefore(first, each)) ||
        (isLast(each) && !isBefore(each, first) && !isSimpleRepeat)),
  );
}

/** CLI-38: the client requests no further page when it has as many jobs as the task needs. */
export const judgeEnough: RunJudge = ({ attempts }, say, { course }) => {
  const { task } = course;
  if (task.task !== 'collect' || task.enough === null) return;
  let [collected, seen] = [0, ''];
  const fetched = new Set<string>();
  let full: Attempt | null = null;
  const expected = `no page beyond ${count(task.enough, 'job')}`;
  for (const each of searchesOf(course, attempts)) {
    const page = canonical(each.cursor);
    if (full !== null && each.cursor !== null && !fetched.has(page))
      return say('CLI-38', 'fail', [full, each], expected, `one more, after ${seen}`, each.credits);
    if (!each.isDelivered || fetched.has(page)) continue;
    fetched.add(page);
    collected += each.exchange.delivered?.jobs?.length ?? 0;
    seen = count(collected, 'job');
    if (collected >= task.enough) full = each;
  }
  if (full !== null) say('CLI-38', 'pass', full, expected, `none after ${seen}`);
};

type Jobs = readonly (string | null)[];

/** The jobs of each chain of delivered pages that reached its end, or enough jobs. */
export function collectedJobs(course: Course, attempts: readonly Attempt[]): Jobs[] {
  const { task } = course;
  if (task.task !== 'collect') return [];
  const chainsOf = (searches: readonly Attempt[]): Jobs[] => {
    const pages = searches.filter(({ isDelivered }) => isDelivered);
    const follow = (page: Attempt, before: Jobs): Jobs[] => {
      const jobs = [...before, ...(page.exchange.delivered?.jobs ?? [])];
      const next = page.nextCursor;
      const isFull = task.enough !== null && jobs.length >= task.enough;
      if (isFull || next === null || next === undefined) return [jobs];
      const place = canonical(next);
      // The client continues with the first response; another one to the same request has the same jobs.
      const follower = pages.find((each) => isBefore(page, each) && canonical(each.cursor) === place);
      return follower === undefined ? [] : follow(follower, jobs);
    };
    return pages.filter(({ cursor }) => cursor === null).flatMap((first) => follow(first, []));
  };
  const own = chainsOf(searchesOf(course, attempts));
  if (task.operation !== 'searchCompanyJobs') return own;
  // The legacy search returns the same jobs; another rule judges its use (CLI-46).
  return [...own, ...chainsOf(searchesOf(course, attempts, 'searchCompanyJobsLegacy'))];
}
