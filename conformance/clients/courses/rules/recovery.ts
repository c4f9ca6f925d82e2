/** What follows an attempt whose outcome is open: the same key, or money is at stake (§5.2). */
import type { ClientRuleId } from '../../../../spec/clients.js';
import { followed, type Attempt } from '../../rules/attempt.js';
import { hasMalformedKey } from '../../rules/keys.js';
import { named } from '../../rules/judge.js';
import { isOnUsedConnection, nextAttempt, type RunJudge } from './judge.js';

export const judgeRecovery: RunJudge = ({ attempts }, say) => {
  for (const attempt of attempts) {
    const rule = attempt.isKeyed ? ruleFor(attempts, attempt) : null;
    const next = rule === null ? undefined : nextAttempt(attempts, attempt);
    if (rule === null || next === undefined || attempt.exchange.cycle !== next.exchange.cycle) continue;
    if (hasMalformedKey(next)) continue;
    const { key } = attempt;
    const both = [attempt, next];
    const price = attempt.wasExecuted === true ? next.credits : 0;
    if (key === null || key === undefined) {
      // Lost answers without a key are traffic's own to tell.
      if (rule === 'CLI-26' || rule === 'CLI-2')
        say('CLI-1', 'fail', both, 'a key from the first attempt on', 'none', price);
      continue;
    }
    // Whether a key comes back after a refusal, traffic tells, too.
    if (rule === 'CLI-2') continue;
    const comesBack = attempts.slice(attempts.indexOf(attempt) + 1).some((each) => each.key === key);
    const actual = comesBack ? 'the same key' : next.key === null ? 'no key' : 'another key';
    const expected = `the key of ${named(attempt)}`;
    say(rule, comesBack ? 'pass' : 'fail', both, expected, actual, comesBack ? 0 : price);
  }
};

function ruleFor(attempts: readonly Attempt[], attempt: Attempt): ClientRuleId | null {
  if (attempt.fate === 500) return 'CLI-26';
  if (attempt.fate === 429 || attempt.fate === 503) return 'CLI-2';
  if (attempt.fate === 'given up') return 'CLI-29';
  const wasIdle = attempt.fate === 'lost' && attempt.exchange.sent === 'never';
  return wasIdle && isOnUsedConnection(attempts, attempt) ? 'CLI-32' : null;
}

/** Both are under way for so long before they count as sent at once, ms: a client may give one up as it sends the next. */
const AT_ONCE = 100;

/** Copies of one search that are under way at the same time (CLI-12). */
export const judgeCopies: RunJudge = ({ attempts }, say) => {
  for (const [i, copy] of attempts.entries()) {
    if (!copy.isKeyed || copy.identity === null || typeof copy.key !== 'string') continue;
    const first = attempts.slice(0, i).find((each) => overlaps(each, copy));
    if (first === undefined) continue;
    const isSame = first.key === copy.key;
    const price = first.wasExecuted === false ? 0 : copy.credits;
    const actual = isSame ? 'the same key' : 'another key';
    say(
      'CLI-12',
      isSame ? 'pass' : 'fail',
      [first, copy],
      `the key of ${named(first)}`,
      actual,
      isSame ? 0 : price,
    );
  }
};

function overlaps({ identity, exchange, key }: Attempt, copy: Attempt): boolean {
  if (identity !== copy.identity || typeof key !== 'string') return false;
  return exchange.endedAt! - copy.exchange.arrivedAt! > AT_ONCE;
}

/** After a 409 for a billing period that has ended, the key is not sent again (CLI-11). */
export const judgeExpiry: RunJudge = ({ attempts }, say, { course }) => {
  if (!course.rules.includes('CLI-11')) return;
  for (const [i, attempt] of attempts.entries()) {
    if (attempt.fate !== 409 || typeof attempt.key !== 'string') continue;
    const again = attempts.slice(i + 1).find((each) => each.key === attempt.key && followed(attempt, each));
    const expected = `no attempt under the key of ${named(attempt)}, whose billing period has ended`;
    if (again === undefined) say('CLI-11', 'pass', attempt, expected, 'none');
    else return say('CLI-11', 'fail', [attempt, again], expected, 'one more');
  }
};
