/** Operation keys (§5.2): their form, their use for one search each, and their use by runs and processes. */
import { isOperationKey, OPERATION_KEY_FORM } from '../../../spec/operation-key.js';
import { count, shown } from '../../values/text.js';
import { followed, isAnswered, type Attempt } from './attempt.js';
import { named, type HistoryJudge, type RequestJudge, type RunJudge, type Say } from './rule.js';
import type { RunSeen } from './situation.js';

/** CLI-7 and CLI-9. */
export const judgeKeyForm: RequestJudge = (attempt, say) => {
  const { key, isKeyed, exchange } = attempt;
  if (!isKeyed || typeof key !== 'string') return;
  const { leaks } = exchange.request;
  const isSecret = leaks?.includes('operation key') === true;
  const verdict = isSecret ? 'fail' : leaks === undefined ? 'unknown' : 'pass';
  const actual = isSecret ? 'the API key is part of it' : 'no API key in it';
  say('CLI-9', verdict, attempt, 'a key that reveals nothing', actual);
  // Redaction may have changed the form of a key with a secret.
  if (!isSecret) say('CLI-7', isOperationKey(key) ? 'pass' : 'fail', attempt, OPERATION_KEY_FORM, shown(key));
};

/** The service refuses a malformed key before any charge, and before the key belongs to a search (CLI-7). */
export function hasMalformedKey({ key, exchange }: Attempt): boolean {
  if (typeof key !== 'string') return false;
  return !isOperationKey(key) && exchange.request.leaks?.includes('operation key') !== true;
}

/** CLI-3, CLI-4 and CLI-5: one body, one operation and one page for each key. */
export const judgeKeyUse: HistoryJudge = ({ attempts }, say) => {
  const firstUse = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const { key } = attempt;
    if (!attempt.isKeyed || typeof key !== 'string' || hasMalformedKey(attempt)) continue;
    const first = firstUse.get(key);
    if (first === undefined) firstUse.set(key, attempt);
    judgeUse(first, attempt, say);
  }
};

function judgeUse(first: Attempt | undefined, attempt: Attempt, say: Say): void {
  const expected = 'a key of its own';
  const both = first === undefined ? [attempt] : [first, attempt];
  if (first !== undefined && first.operation.id !== attempt.operation.id) {
    const actual = `the key that ${named(first)} sent to ${first.operation.id}`;
    return say('CLI-4', 'fail', both, expected, actual);
  }
  say('CLI-4', 'pass', both, expected, 'a key that no other operation used');
  if (first === undefined) {
    if (isLaterPage(attempt)) say('CLI-5', 'pass', attempt, expected, 'a key that no other page used');
    return say('CLI-3', 'pass', attempt, expected, 'a key that no other body used');
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

/**
 * A key that is sent again after its response arrived: immediately (CLI-27), or after other searches (CLI-6). Not judged in
 * courses, where `judgePoll` knows the number of searches, and a late copy costs nothing.
 */
export const judgeRepetition: HistoryJudge = ({ attempts, isComplete }, say, { seen }) => {
  if (seen !== undefined) return;
  const answered = new Map<string, number>();
  for (const [i, attempt] of attempts.entries()) {
    const { key } = attempt;
    if (!attempt.isKeyed || typeof key !== 'string') continue;
    const at = answered.get(key);
    if (at === undefined) {
      if (!attempt.isDelivered) continue;
      answered.set(key, i);
      say('CLI-6', 'pass', attempt, 'a new key for a new search', 'a key that was not answered before');
    } else if (isRepeated(attempts.slice(at, i + 1), attempts.slice(0, i))) {
      const first = attempts[at]!;
      const others = attempts.slice(at + 1, i).some((each) => each.isKeyed && each.key !== key);
      const rule = others ? 'CLI-6' : 'CLI-27';
      const expected = others ? 'a new key for a new search' : 'no repetition after a whole answer';
      const actual = `the key of ${named(first)}, whose answer had arrived`;
      say(rule, isComplete ? 'warn' : 'unknown', [first, attempt], expected, actual, attempt.credits);
    }
  }
};

/** Whether the last of these attempts repeats the first, whose response the client had read. */
function isRepeated(attempts: readonly Attempt[], before: readonly Attempt[]): boolean {
  const [first, ...later] = attempts as [Attempt, ...Attempt[]];
  const again = later.at(-1)!;
  if (first.identity === null || first.identity !== again.identity || followed(first, again) !== true)
    return false;
  // A client that continues after a loss may request earlier responses under their keys, too.
  if (later.slice(0, -1).some((each) => isOpen(each) && !isAnswered(each, before))) return false;
  // Only a client that has read a response to its end reuses the connection.
  const { connection } = first.exchange;
  return connection !== undefined && later.some((each) => each.exchange.connection === connection);
}

/** Whether the client cannot know if the search was executed, since it got neither a page nor a refusal. */
function isOpen({ fate }: Attempt): boolean {
  return typeof fate !== 'number' || fate >= 429;
}

/** CLI-6 in a poll: as many operations as the task has searches. CLI-27: no more. */
export const judgePoll: RunJudge = ({ attempts, result }, say, { course: { task } }) => {
  if (task.task !== 'poll' || result?.outcome !== 'done') return;
  const answered = attempts.filter((each) => each.isSearch && each.isDelivered);
  const last = answered.slice(-1);
  const searches = new Set(answered.map(({ slot }) => slot)).size;
  const expected = `${count(task.times, 'search')}, each with a key of its own`;
  const areKeyed = answered.every(({ key }) => typeof key === 'string');
  if (searches > task.times && areKeyed)
    return say('CLI-27', 'fail', last, expected, count(searches, 'search'), last[0]!.credits);
  if (searches >= task.times) return say('CLI-6', 'pass', answered, expected, 'exactly that');
  const again = answered.find(({ slot }, i) => answered.slice(0, i).some((other) => other.slot === slot));
  if (again === undefined) return say('CLI-6', 'fail', last, expected, count(answered.length, 'search'));
  const actual = 'the key of an earlier search, which returned its stored answer again';
  say('CLI-6', 'fail', [answered[0]!, again], expected, actual);
};

/** CLI-8 for two processes, CLI-6 for a run after a successful run, CLI-10 and CLI-1 for a run after a restart. */
export const judgeRuns: RunJudge = (second, say, { course, runs: [first, last] }) => {
  if (first === undefined || second !== last) return;
  if (course.runs === 'restarted') return judgeRestart(first, second, say);
  const keyed = first.attempts.filter(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  const areProcesses = course.runs === 'two-at-once';
  if (keyed.length === 0 || (!areProcesses && first.result?.outcome !== 'done')) return;
  const ownerOf = ({ key }: Attempt): Attempt | undefined =>
    keyed.find((each) => each.key === key) ??
    (areProcesses ? keyed.find((each) => differBySeconds(each.key, key)) : undefined);
  const shared = second.attempts.find((each) => ownerOf(each) !== undefined);
  const rule = areProcesses ? 'CLI-8' : 'CLI-6';
  const expected = areProcesses
    ? 'operation keys that the other process does not use'
    : 'new keys for a new search';
  if (shared === undefined)
    return areProcesses
      ? say(rule, 'pass', first.attempts.slice(0, 1), expected, 'other keys')
      : say(rule, 'pass', second.attempts.slice(0, 1), expected, 'new ones');
  const owner = ownerOf(shared)!;
  const origin = areProcesses ? 'from the other process' : 'whose search was done';
  const change = owner.key === shared.key ? '' : ', with another second in it';
  say(rule, 'fail', [owner, shared], expected, `the key of ${named(owner)}, ${origin}${change}`);
};

/** Matches a time in seconds: since 1970, for the years from 2020 to 2065, or the digits of a date and time. */
const SECONDS = /(?<!\d)(?:(?:1[6-9]|2\d)\d{8}|20\d{12})(?!\d)/;
/** Processes that run at the same time make keys with times that differ by less than this, s. */
const CLOSE = 60;

/** Whether the keys would be equal if they had been made in the same second. */
function differBySeconds(...keys: (string | null | undefined)[]): boolean {
  const [one, other] = keys.map((key) => Number(SECONDS.exec(key ?? '')?.[0]));
  return Math.abs(one! - other!) < CLOSE && new Set(keys.map((key) => key?.replace(SECONDS, ''))).size === 1;
}

/** The last search of a run that got neither a page nor a refusal, nor a page for a copy under its key. */
export function openSearch({ attempts }: RunSeen): Attempt | undefined {
  return attempts.findLast(
    (each) => each.isKeyed && isOpen(each) && (typeof each.key !== 'string' || !isAnswered(each, attempts)),
  );
}

function judgeRestart(first: RunSeen, second: RunSeen, say: Say): void {
  const open = openSearch(first);
  const next = second.attempts.find(({ identity }) => identity !== null && identity === open?.identity);
  if (open === undefined || next === undefined) return;
  if (typeof open.key !== 'string')
    return say('CLI-1', 'fail', [open, next], 'a key from the first attempt on', 'none', next.credits);
  const continues = second.attempts.some(({ key }) => key === open.key);
  const expected = `the key of ${named(open)}, whose outcome is open`;
  const actual = continues ? 'the same key' : 'another key';
  say('CLI-10', continues ? 'pass' : 'fail', [open, next], expected, actual, continues ? 0 : next.credits);
}
