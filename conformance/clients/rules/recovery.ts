/** Attempts after one with an unknown outcome, and concurrent copies: without its key they may cost credits again (§5.2). */
import type { ClientRuleId } from '../../../spec/clients.js';
import { followed, gapBetween, isAnswered, isOnUsedConnection, nextEqual, type Attempt } from './attempt.js';
import { hasMalformedKey } from './keys.js';
import { named, type HistoryJudge, type RunJudge } from './rule.js';
import { timesUnderWay } from './retries.js';

/** An equal request after this time is a new search, ms. */
const LONGEST_RETRY = 120_000;
/** The mock may notice the next request up to this long before the end of an aborted one, ms. */
const NOTICED = 100;

/** CLI-1, CLI-2, CLI-29; in a course also CLI-26 after a 500, and CLI-32 after the end of an idle connection. */
export const judgeRecovery: HistoryJudge = ({ attempts, isComplete }, say, { run }) => {
  for (const [i, attempt] of attempts.entries()) {
    const { key, fate } = attempt;
    if (!attempt.isKeyed || key === undefined) continue;
    for (const rule of rulesAfter(attempts, attempt, run !== undefined)) {
      const slack = run !== undefined && fate === 'given up' ? NOTICED : 0;
      const later = nextEqual(attempts, attempt, slack);
      if (later?.key === undefined || !isRetry(attempt, later) || hasMalformedKey(later)) continue;
      const expected = key === null ? 'a key from the first attempt on' : `the key of ${named(attempt)}`;
      const both = [attempt, later];
      const comesBack = key !== null && attempts.slice(i + 1).some((each) => each.key === key);
      if (comesBack || (key !== null && isAnswered(attempt, attempts))) {
        say(rule, 'pass', both, expected, 'the same key');
        continue;
      }
      const verdict = isComplete ? 'warn' : 'unknown';
      // If the service did not execute the search, a new key costs nothing.
      const price = attempt.wasExecuted === false ? 0 : attempt.wasExecuted && later.credits;
      say(rule, verdict, both, expected, changeIn(attempt, later, rule), price);
    }
  }
};

/** The rules that the next attempt may break. In traffic, a refused attempt without a key loses nothing. */
function rulesAfter(attempts: readonly Attempt[], attempt: Attempt, isRun: boolean): ClientRuleId[] {
  const { fate, key } = attempt;
  const isRefused = attempt.isTemporary || (isRun && fate === 500);
  if (fate !== 'lost' && fate !== 'given up' && !isRefused) return [];
  if (key === null) return isRefused && !isRun ? [] : ['CLI-1'];
  if (fate === 'given up') return ['CLI-29'];
  if (fate === 500) return ['CLI-26'];
  const wasIdle = isRun && attempt.exchange.sent === 'never' && isOnUsedConnection(attempts, attempt);
  return fate === 'lost' && wasIdle ? ['CLI-2', 'CLI-32'] : ['CLI-2'];
}

function changeIn({ key, fate }: Attempt, later: Attempt, rule: ClientRuleId): string {
  if (key === null && typeof fate === 'number') return 'none';
  const change = later.key === null ? 'no key' : key === null ? 'a key that comes too late' : 'another key';
  // The titles of these two rules name the event.
  if (rule === 'CLI-26' || rule === 'CLI-32') return change;
  const event = { lost: 'an answer that was lost', 'given up': 'an answer that the client gave up' };
  return `${change}, after ${fate === 'lost' || fate === 'given up' ? event[fate] : `a ${fate}`}`;
}

/** Whether `later` comes soon enough, and in the billing cycle in which the service recovers the response by its key. */
function isRetry(attempt: Attempt, later: Attempt): boolean {
  const gap = gapBetween(attempt, later)!;
  const wait = (attempt.exchange.response?.retryAfter ?? 0) * 1_000;
  const { cycle } = attempt.exchange;
  return gap <= LONGEST_RETRY + wait && (cycle === undefined || cycle === later.exchange.cycle);
}

/** Copies that overlap for longer, ms, are concurrent. A client may give one up as it sends the next, which overlaps briefly. */
const AT_ONCE = 100;

/** CLI-12: concurrent copies of one search. */
export const judgeCopies: RunJudge = ({ attempts }, say) => {
  for (const [i, copy] of attempts.entries()) {
    if (!copy.isKeyed || copy.identity === null || copy.key === undefined) continue;
    const first = attempts.slice(0, i).find((each) => overlaps(each, copy));
    if (first === undefined) continue;
    const both = [first, copy];
    const expected = first.key === null ? 'one key for both' : `the key of ${named(first)}`;
    const price = first.wasExecuted === false ? 0 : copy.credits;
    if (first.key === copy.key && copy.key !== null) say('CLI-12', 'pass', both, expected, 'the same key');
    else say('CLI-12', 'fail', both, expected, copy.key === null ? 'no key' : 'another key', price);
  }
};

function overlaps({ identity, exchange, key, fate }: Attempt, copy: Attempt): boolean {
  if (identity !== copy.identity || key === undefined) return false;
  // A loaded machine notices late that a client has given up. Another rule judges a repetition without a key.
  if (key === null && fate === 'given up') return false;
  return exchange.endedAt! - copy.exchange.arrivedAt! > AT_ONCE;
}

/** CLI-11: after a 409 for a billing period that has ended, the client does not send the key again. */
export const judgeExpiry: HistoryJudge = ({ attempts }, say, { seen }) => {
  if (seen?.course.rules.includes('CLI-11') !== true) return;
  for (const [i, attempt] of attempts.entries()) {
    if (attempt.fate !== 409 || typeof attempt.key !== 'string') continue;
    const isAgain = (each: Attempt): boolean =>
      each.key === attempt.key && followed(attempt, each, ...timesUnderWay(seen)) === true;
    const again = attempts.slice(i + 1).find(isAgain);
    const expected = `no attempt under the key of ${named(attempt)}, whose billing period has ended`;
    if (again === undefined) say('CLI-11', 'pass', attempt, expected, 'none');
    else return say('CLI-11', 'fail', [attempt, again], expected, 'one more');
  }
};
