/** Operation keys (§5.2): whose they are, what comes back under them, and what a lost answer does to them. */
import { isOperationKey, OPERATION_KEY_FORM } from '../../../spec/operation-key.js';
import { shown } from '../../values/text.js';
import { followed, gapBetween, type Attempt, type Timeline } from './attempt.js';
import { named, type RequestJudge, type Say, type TimelineJudge } from './judge.js';

export const judgeKeyForm: RequestJudge = (attempt, say) => {
  const { key, isKeyed, exchange } = attempt;
  if (!isKeyed || key === null || key === undefined) return;
  const leaks = exchange.request.leaks;
  const isSecret = leaks?.includes('operation key');
  if (isSecret) say('CLI-9', 'fail', attempt, 'a key that says nothing', 'the API key is part of it');
  else
    say(
      'CLI-9',
      leaks === undefined ? 'unknown' : 'pass',
      attempt,
      'a key that says nothing',
      'no API key in it',
    );
  // What was struck out may have spoilt its form.
  if (isSecret) return;
  say('CLI-7', isOperationKey(key) ? 'pass' : 'fail', attempt, OPERATION_KEY_FORM, shown(key));
};

export const judgeKeyUse: TimelineJudge = ({ attempts }, say) => {
  const firstUse = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const { key } = attempt;
    if (!attempt.isKeyed || typeof key !== 'string' || !isUsable(attempt)) continue;
    const first = firstUse.get(key);
    if (first === undefined) firstUse.set(key, attempt);
    judgeUse(first, attempt, say);
  }
};

/** A malformed key is refused before it belongs to anything. */
function isUsable({ key, exchange }: Attempt): boolean {
  return isOperationKey(key!) || exchange.request.leaks?.includes('operation key') === true;
}

function judgeUse(first: Attempt | undefined, attempt: Attempt, say: Say): void {
  const expected = 'a key of its own';
  const both = first === undefined ? [attempt] : [first, attempt];
  if (first !== undefined && first.operation.id !== attempt.operation.id) {
    const actual = `the key that ${named(first)} sent to ${first.operation.id}`;
    return say('CLI-4', 'fail', both, expected, actual);
  }
  say('CLI-4', 'pass', both, expected, 'a key that no other operation was sent');
  if (first === undefined) {
    if (isLaterPage(attempt))
      say('CLI-5', 'pass', attempt, expected, 'a key that no other page was sent under');
    return say('CLI-3', 'pass', attempt, expected, 'a key that no other body was sent under');
  }
  if (first.identity === null || attempt.identity === null)
    return say('CLI-3', 'unknown', both, expected, 'the bodies were not kept');
  if (first.identity === attempt.identity)
    return say('CLI-3', 'pass', both, expected, `the body that ${named(first)} sent under it`);
  const isPage = isLaterPage(attempt) && JSON.stringify(first.cursor) !== JSON.stringify(attempt.cursor);
  const what = isPage ? 'another page' : 'another body';
  say(isPage ? 'CLI-5' : 'CLI-3', 'fail', both, expected, `the key that ${named(first)} sent with ${what}`);
}

function isLaterPage({ cursor }: Attempt): boolean {
  return cursor !== null && cursor !== undefined;
}

/** After so long, an equal request is taken for a new search, ms. */
const LONGEST_RETRY = 120_000;

/** What follows an attempt whose answer the caller did not get: the same key, or money is at stake (CLI-1, 2, 29). */
export const judgeRecovery: TimelineJudge = (timeline, say) => {
  const next = nextEqual(timeline.attempts);
  for (const [i, attempt] of timeline.attempts.entries()) {
    const { key, fate } = attempt;
    if (!attempt.isKeyed || key === undefined || !asksForRetry(attempt)) continue;
    const later = next(i, attempt);
    if (later?.key === undefined || !isRetry(attempt, later) || hasMalformedKey(later)) continue;
    const rule = key === null ? 'CLI-1' : fate === 'given up' ? 'CLI-29' : 'CLI-2';
    const expected = key === null ? 'a key from the first attempt on' : `the key of ${named(attempt)}`;
    if (
      key !== null &&
      (comesBack(key, timeline.attempts, i + 1) || wasAnswered(attempt, timeline.attempts))
    ) {
      say(rule, 'pass', [attempt, later], expected, 'the same key');
      continue;
    }
    // A refused attempt without a key loses nothing: the next one can still have its own.
    if (key === null && typeof fate === 'number') continue;
    const actual = later.key === null ? 'no key' : key === null ? 'a key that comes too late' : 'another key';
    const verdict = timeline.isComplete ? 'warn' : 'unknown';
    say(
      rule,
      verdict,
      [attempt, later],
      expected,
      `${actual}, after ${wordOf(attempt)}`,
      priceOf(attempt, later),
    );
  }
};

/** Such a key is refused before anything is paid for, and has a rule of its own (CLI-7). */
export function hasMalformedKey(attempt: Attempt): boolean {
  return typeof attempt.key === 'string' && !isUsable(attempt);
}

/** Lost or given up, or a refusal that the source says to try again. */
function asksForRetry(attempt: Attempt): boolean {
  const { fate } = attempt;
  if (fate === 'lost' || fate === 'given up' || fate === 429) return true;
  return fate === 503 && !attempt.refusalText.includes('invalid_result');
}

function wordOf({ fate }: Attempt): string {
  if (fate === 'lost') return 'an answer that was lost';
  return fate === 'given up' ? 'an answer that the client gave up' : `a ${fate}`;
}

/** Where nothing was executed, the new key pays for nothing but what the old one would have. */
function priceOf(attempt: Attempt, later: Attempt): number | null {
  const { wasExecuted } = attempt;
  return wasExecuted === null ? null : wasExecuted ? later.credits : 0;
}

/** In time, and in the billing cycle in which the old key still stands for its answer. */
function isRetry(attempt: Attempt, later: Attempt): boolean {
  const gap = gapBetween(attempt, later);
  if (gap === undefined || gap < 0) return false;
  const wait = (attempt.exchange.response?.retryAfter ?? 0) * 1_000;
  const [cycle, laterCycle] = [attempt.exchange.cycle, later.exchange.cycle];
  return gap <= LONGEST_RETRY + wait && (cycle === undefined || cycle === laterCycle);
}

/** Whether a copy of it was answered. */
function wasAnswered(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  return attempts.some(
    ({ key, fate, identity }) => fate === 200 && key === attempt.key && identity === attempt.identity,
  );
}

function comesBack(key: string, attempts: readonly Attempt[], from: number): boolean {
  return attempts.some((each, i) => i >= from && each.key === key);
}

/** Gives the next attempt that is equal and arrives after an attempt ended. */
function nextEqual(attempts: readonly Attempt[]): (index: number, attempt: Attempt) => Attempt | undefined {
  const places = new Map<string, number[]>();
  for (const [i, { identity }] of attempts.entries())
    if (identity !== null) places.set(identity, [...(places.get(identity) ?? []), i]);
  return (index, attempt) => {
    const later = places
      .get(attempt.identity ?? '')
      ?.find((i) => i > index && (gapBetween(attempt, attempts[i]!) ?? -1) >= 0);
    return later === undefined ? undefined : attempts[later];
  };
}

/** A key that comes back although its answer had arrived: at once (CLI-27), or after other searches (CLI-6). */
export const judgeRepetition: TimelineJudge = (timeline, say) => {
  const { attempts } = timeline;
  const answered = new Map<string, number>();
  for (const [i, attempt] of attempts.entries()) {
    const { key } = attempt;
    if (!attempt.isKeyed || typeof key !== 'string') continue;
    const at = answered.get(key);
    if (at !== undefined) judgeAgain(timeline, at, i, say);
    else if (attempt.fate === 200) {
      answered.set(key, i);
      say('CLI-6', 'pass', attempt, 'a new key for a new search', 'a key that was not answered before');
    }
  }
};

function judgeAgain({ attempts, isComplete }: Timeline, before: number, at: number, say: Say): void {
  const [first, again] = [attempts[before]!, attempts[at]!];
  if (first.identity === null || first.identity !== again.identity || followed(first, again) !== true) return;
  const between = attempts.slice(before + 1, at);
  // A client that goes on after a loss may ask for earlier answers under their keys, too.
  if (between.some((each) => isOpen(each, attempts.slice(0, at)))) return;
  // Only who has read an answer to its end uses the connection again.
  const { connection } = first.exchange;
  const isRead = [...between, again].some((each) => each.exchange.connection === connection);
  if (connection === undefined || !isRead) return;
  const others = between.some((each) => each.isKeyed && each.key !== first.key);
  const rule = others ? 'CLI-6' : 'CLI-27';
  const expected = others ? 'a new key for a new search' : 'no repetition after a whole answer';
  const actual = `the key of ${named(first)}, whose answer had arrived`;
  say(rule, isComplete ? 'warn' : 'unknown', [first, again], expected, actual, again.credits);
}

/** Whether its outcome was still open: not answered, and not answered since under its key. */
function isOpen(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  const { fate, key } = attempt;
  if (fate === 200 || (typeof fate === 'number' && fate < 429)) return false;
  return !attempts.some(
    (each) => each.fate === 200 && each.key === key && each.identity === attempt.identity,
  );
}
