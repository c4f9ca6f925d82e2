/** Further attempts after a refusal or a loss: whether, how often, and after which waits (§7.1, §8). */
import { isOperationKey } from '../../../spec/operation-key.js';
import { grouped } from '../../values/grouped.js';
import { count, listed } from '../../values/text.js';
import { followed, gapBetween, isAnswered, isOnUsedConnection, nextEqual, type Attempt } from './attempt.js';
import { named, type History, type HistoryJudge, type RunJudge } from './rule.js';
import type { CourseSeen } from './situation.js';

type RefusalRule = 'CLI-13' | 'CLI-14' | 'CLI-15' | 'CLI-16';

/** The rule that an unchanged repetition breaks; undefined if there was no refusal, or a repetition is right. */
export function ruleOnRefusal({ fate, isTemporary }: Attempt): RefusalRule | undefined {
  if (fate === 503) return isTemporary ? undefined : 'CLI-16';
  return REFUSALS[fate];
}

const REFUSALS: Readonly<Record<string, RefusalRule | undefined>> = {
  400: 'CLI-13',
  401: 'CLI-13',
  402: 'CLI-14',
  403: 'CLI-13',
  409: 'CLI-15',
  422: 'CLI-13',
};

/** When a response leaves, other requests of the client may be under way for this long, ms. */
const UNDER_WAY = 250;

/** A pool of connections sends a copy that waits for one as soon as a response has freed it. It arrives within this time, ms. */
const FROM_POOL = 50;

/**
 * How long copies of a request may be under way, for `followed`; `otherwise` if it is unknown whether the client sends copies. A slow
 * machine delays copies, and a client without them may give up a response that the machine has delayed.
 */
export function timesUnderWay(
  seen: CourseSeen | undefined,
  otherwise?: number,
): [underWay: number | undefined, onSameConnection?: number] {
  if (seen?.sendsCopies === true) return [UNDER_WAY + seen.lag, FROM_POOL + seen.lag];
  return [seen?.sendsCopies === false && seen.lag < UNDER_WAY ? 0 : otherwise];
}

/** CLI-13 to CLI-16: refusals that the same request gets again. */
export const judgeRefusals: HistoryJudge = (history, say, { seen }) => {
  const latest = new Map<string, Attempt>();
  for (const again of history.attempts) {
    const { identity } = again;
    if (identity === null) continue;
    const refused = latest.get(identity);
    latest.set(identity, again);
    const rule = ruleOnRefusal(refused ?? again);
    if (rule === undefined) continue;
    if (refused === undefined) {
      say(rule, 'pass', again, 'no repetition', 'none so far');
      continue;
    }
    // The 409 for the end of a billing period has a rule of its own.
    if (rule === 'CLI-15' && say.broke('CLI-11')) continue;
    const isAfter = followed(refused, again, ...timesUnderWay(seen));
    if (isAfter === false) continue;
    const verdict = isAfter === undefined ? 'unknown' : verdictOn(rule, history, refused, again);
    if (verdict === null) continue;
    const expected = `nothing unchanged after the ${refused.fate}`;
    say(rule, verdict, [refused, again], expected, `the request of ${named(refused)} again`);
  }
};

/** Null if something had changed, so that the repetition is lawful. */
function verdictOn(
  rule: RefusalRule,
  history: History,
  refused: Attempt,
  again: Attempt,
): 'fail' | 'unknown' | null {
  const { changes } = history;
  const made = (changes ?? []).filter(({ before }) => before > refused.id && before <= again.id);
  const isSameAnswer = again.fate === refused.fate;
  switch (rule) {
    case 'CLI-13':
      if (refused.fate === 400 && refused.isKeyed) {
        if (refused.key === undefined || again.key === undefined) return 'unknown';
        const wasMalformed = refused.key !== null && !isOperationKey(refused.key);
        if (wasMalformed && refused.key !== again.key) return null;
      }
      if (isOtherDay(refused, again) || made.length > 0) return null;
      // The owner of the account, or the service, may have changed something unobserved.
      return changes === null && !isSameAnswer ? 'unknown' : 'fail';
    case 'CLI-14':
      if (!isSameAnswer || isOtherDay(refused, again)) return null;
      if (changes === null) return 'unknown';
      return made.some(({ credits }) => credits > 0) ? null : 'fail';
    case 'CLI-15':
      if (refused.key !== again.key || refused.key === undefined || hadConcurrentRequest(history, refused))
        return null;
      // If the same request succeeds later, a lost attempt that was still under way caused the 409.
      if (isAnswered(refused, history.attempts.slice(history.attempts.indexOf(refused)))) return null;
      return history.isComplete ? 'fail' : 'unknown';
    case 'CLI-16':
      return 'fail';
  }
}

/** Dates are relative to the day of the request. If the day is unknown, an hour counts as another day. */
function isOtherDay({ exchange: a }: Attempt, { exchange: b }: Attempt): boolean {
  if (a.at !== undefined && b.at !== undefined)
    return Math.floor(a.at / 86_400_000) !== Math.floor(b.at / 86_400_000);
  return (b.arrivedAt ?? 0) - (a.arrivedAt ?? 0) > 3_600_000;
}

/** Whether another request with its key was under way at the same time (reading `concurrent-same-key`). */
function hadConcurrentRequest({ attempts }: History, refused: Attempt): boolean {
  return attempts.some(
    (each) =>
      each !== refused &&
      each.key === refused.key &&
      (gapBetween(each, refused) ?? -1) < 0 &&
      (gapBetween(refused, each) ?? -1) < 0,
  );
}

/** A machine's clock and its timers may differ by this much, ms. */
const TOLERANCE = 10;
/** Only the latest refusals are remembered: a client under a limit gets many. */
const MOST_WAITS = 20;

/** Whether the `Retry-After` of a refusal was over. A test moves the service's clock instead of waiting. */
function hasWaited(refused: Attempt, attempt: Attempt): boolean {
  const served = (attempt.exchange.at ?? 0) - (refused.exchange.at ?? Infinity);
  const waited = Math.max(gapBetween(refused, attempt) ?? -Infinity, served);
  return waited >= refused.exchange.response!.retryAfter! * 1_000 - TOLERANCE;
}

/** If a body was not observed, as after `Expect: 100-continue`, an equal operation key shows an equal request. */
function areSame({ identity, key }: Attempt, other: Attempt): boolean {
  if (identity !== null && other.identity !== null) return identity === other.identity;
  return typeof key === 'string' && key === other.key;
}

/** Whether the client sends no copies: several searches had a single attempt each. */
function sendsEachOnce(attempts: readonly Attempt[]): boolean {
  const known = attempts.filter(({ identity }) => identity !== null);
  const alone = [...grouped(known, ({ identity }) => identity).values()].filter(({ length }) => length === 1);
  return alone.length > 1;
}

/** CLI-19 and CLI-20: before `Retry-After` is over, neither the same request nor another one on the same limit. */
export const judgeWaits: HistoryJudge = ({ attempts }, say, { seen }) => {
  // A long wait that is cut short has a rule of its own.
  if (say.broke('CLI-21')) return;
  // A client without copies has read the refusal before its next attempt, however soon that arrives. A slow machine may delay both.
  const copies = timesUnderWay(seen, seen !== undefined && sendsEachOnce(attempts) ? seen.lag : undefined);
  // The client reads the response to one of the copies.
  const areCopies = (one: Attempt, other: Attempt): boolean =>
    one === other ||
    (seen?.sendsCopies === true &&
      one.identity === other.identity &&
      followed(one, other, ...copies) !== true &&
      followed(other, one, ...copies) !== true);
  const waits: Attempt[] = [];
  for (const [i, attempt] of attempts.entries()) {
    for (const refused of [...waits]) {
      if (refused.operation.id !== attempt.operation.id) continue;
      const isSame = areSame(refused, attempt);
      if (!isSame && refused.fate !== 429) continue;
      const rule = isSame ? 'CLI-19' : 'CLI-20';
      const both = [refused, attempt];
      const seconds = refused.exchange.response!.retryAfter!;
      const what = isSame ? 'no repetition' : 'nothing on the same limit';
      const expected = `${what} within ${seconds} s of ${named(refused)}`;
      const gap = gapBetween(refused, attempt);
      if (gap === undefined) {
        say(rule, 'unknown', both, expected, 'the times were not observed');
        continue;
      }
      const isOver = waits.some((each) => areCopies(each, refused) && hasWaited(each, attempt));
      const actual = `an attempt after ${(gap / 1_000).toFixed(3)} s`;
      if (isOver && isSame) say(rule, 'pass', both, expected, actual);
      if (isOver || followed(refused, attempt, ...(isSame ? copies : ([UNDER_WAY] as const))) !== true)
        continue;
      say(rule, isSame ? 'fail' : 'warn', both, expected, actual);
      // A client that repeats immediately does not wait with other requests, either: one breach, reported once.
      if (isSame && attempts[i - 1] === refused) waits.splice(waits.indexOf(refused), 1);
    }
    const { fate, exchange } = attempt;
    const asksToWait = (fate === 429 || fate === 503) && (exchange.response?.retryAfter ?? 0) > 0;
    if (asksToWait && waits.push(attempt) > MOST_WAITS) waits.shift();
  }
};

/** The failed attempts at each request, in order, if a retry may succeed. */
function failuresIn(attempts: readonly Attempt[]): Attempt[][] {
  const failed = attempts.filter((attempt) => {
    const { identity, fate, isDelivered } = attempt;
    return identity !== null && !isDelivered && fate !== 'unknown' && !ruleOnRefusal(attempt);
  });
  return [...grouped(failed, ({ identity }) => identity).values()];
}

/** More attempts at one request than any single layer of retries makes. */
const MOST_ATTEMPTS = 10;

/** CLI-23 and CLI-25: the number of attempts. */
export const judgeNumber: RunJudge = ({ attempts, end }, say, { course }) => {
  const expected = `no more than ${MOST_ATTEMPTS} attempts at one request`;
  const isEnded = end === 'itself';
  for (const failures of failuresIn(attempts)) {
    const { length } = failures;
    const actual = `${count(length, 'attempt')}${isEnded ? '' : ', and no end'}`;
    const on = [failures[0]!, failures.at(-1)!];
    const isTooMany = length > MOST_ATTEMPTS;
    if (!isEnded && isTooMany) say('CLI-23', 'fail', on, expected, actual);
    if (isEnded) say('CLI-25', isTooMany ? 'fail' : 'pass', on, expected, actual);
    if (isEnded && course.rules.includes('CLI-23')) say('CLI-23', 'pass', on, expected, actual);
  }
};

/** A shorter wait counts as none, ms. */
const SHORTEST = 25;
/** How much longer one wait must be than an earlier one. */
const GROWTH = 1.4;

/** CLI-22 and CLI-24: waits that the service did not ask for. The lag of a slow machine may have added to each. */
export const judgeGaps: RunJudge = ({ attempts }, say, { course, lag }) => {
  if (!course.rules.includes('CLI-24')) return;
  for (const failures of failuresIn(attempts)) {
    const gaps = gapsIn(attempts, failures);
    if (gaps.length < 2) continue;
    const on = failures.slice(0, 4);
    const waits = gaps.map((gap) => `${Math.round(gap)} ms`);
    const actual = `waits of ${listed(waits, MOST_ATTEMPTS)}`;
    // Jitter may make single waits short.
    const middle = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
    const isShort = middle < SHORTEST;
    if (isShort || middle - lag >= SHORTEST)
      say('CLI-22', isShort ? 'fail' : 'pass', on, 'a wait before each attempt', actual);
    const some = (grows: (gap: number, before: number) => boolean): boolean =>
      !isShort && gaps.some((gap, i) => gaps.slice(0, i).some((before) => grows(gap, before)));
    const mayGrow = some((gap, before) => gap >= GROWTH * (before - lag));
    const grows = some((gap, before) => gap - lag >= GROWTH * before);
    const isEqual = !grows && areEqual(gaps, lag);
    if (grows === mayGrow || isEqual) say('CLI-24', grows ? 'pass' : 'fail', on, 'waits that grow', actual);
  }
};

/** Growing waits increase by a larger factor from the first half to the second, even with a lag of twice the shortest. */
const EQUAL = 1.2;
const MOST_LATENESS = 2;

/** Whether several waits do not grow, although the machine may have made some of them longer. */
function areEqual(gaps: readonly number[], lag: number): boolean {
  const shortest = Math.min(...gaps);
  if (gaps.length < 3 || lag > MOST_LATENESS * shortest) return false;
  // Three waits have no middle of each half.
  if (gaps.length === 3) return Math.max(...gaps) < EQUAL * shortest;
  const half = Math.floor(gaps.length / 2);
  return medianOf(gaps.slice(-half)) < EQUAL * medianOf(gaps.slice(0, half));
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2;
}

/** Waits between failures, except those after `Retry-After` or after the end of an idle connection. */
function gapsIn(attempts: readonly Attempt[], failures: readonly Attempt[]): number[] {
  return failures.slice(0, -1).flatMap((attempt, i) => {
    const gap = gapBetween(attempt, failures[i + 1]!) ?? -1;
    const wasAskedFor = (attempt.exchange.response?.retryAfter ?? 0) > 0;
    const wasIdle = attempt.fate === 'lost' && isOnUsedConnection(attempts, attempt);
    return gap < 0 || wasAskedFor || wasIdle ? [] : [gap];
  });
}

/** A client may report the failure instead of waiting longer than this, seconds. */
const LONG_WAIT = 60;

/** CLI-17 and CLI-18: the client tries again after a temporary refusal. */
export const judgePersistence: RunJudge = ({ attempts, end }, say) => {
  if (end !== 'itself') return;
  for (const attempt of attempts) {
    const wait = attempt.exchange.response?.retryAfter ?? 0;
    if (!attempt.isSearch || wait > LONG_WAIT || !attempt.isTemporary) continue;
    const { fate, identity, key } = attempt;
    const next = nextEqual(attempts, attempt);
    // A copy, or an earlier attempt, counts too. Other rules judge its key, and its body under the same key.
    const isRetry = (each: Attempt): boolean =>
      (each.identity === identity && !each.isDelivered) || (typeof key === 'string' && each.key === key);
    const wasTried = next !== undefined || attempts.some((each) => each !== attempt && isRetry(each));
    const on = next === undefined ? attempt : [attempt, next];
    const expected = `another attempt after the ${fate}`;
    const rule = fate === 429 ? 'CLI-18' : 'CLI-17';
    say(rule, wasTried ? 'pass' : 'fail', on, expected, wasTried ? 'one' : 'none');
  }
};

/** CLI-21: the client waits as long as `Retry-After` says, or reports the failure. In traffic, CLI-19 covers an early attempt. */
export const judgeLongWait: HistoryJudge = ({ attempts }, say, { seen }) => {
  if (seen === undefined) return;
  const refused = attempts.find(({ exchange }) => (exchange.response?.retryAfter ?? 0) > LONG_WAIT);
  if (refused === undefined) return;
  const early = attempts.find(
    (each) =>
      each.operation.id === refused.operation.id &&
      followed(refused, each, ...timesUnderWay(seen, UNDER_WAY)) === true,
  );
  const expected = `no attempt within ${refused.exchange.response!.retryAfter} s`;
  if (early === undefined) return say('CLI-21', 'pass', refused, expected, 'none');
  const gap = ((gapBetween(refused, early) ?? 0) / 1_000).toFixed(1);
  say('CLI-21', 'fail', [refused, early], expected, `one after ${gap} s`);
};
