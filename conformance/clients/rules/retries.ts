/** What is sent again after a refusal, and when (§7.1, §8). */
import { isOperationKey } from '../../../spec/operation-key.js';
import { followed, gapBetween, type Attempt, type Timeline } from './attempt.js';
import { named, type Say, type TimelineJudge } from './judge.js';

/** Refusals that the same request gets again: 400, 401, 402, 403, 409, 422 and `invalid_result`. */
export const judgeRefusals: TimelineJudge = (timeline, say) => {
  const latest = new Map<string, Attempt>();
  for (const attempt of timeline.attempts) {
    const { identity } = attempt;
    if (identity === null) continue;
    const before = latest.get(identity);
    latest.set(identity, attempt);
    if (before !== undefined) judgeRepeated(timeline, before, attempt, say);
    else if (typeof attempt.fate === 'number') noteRefusal(attempt, say);
  }
};

/** A refusal that nothing equal has followed yet. */
function noteRefusal(attempt: Attempt, say: Say): void {
  const rule = ruleOnRefusal(attempt);
  if (rule !== null) say(rule, 'pass', attempt, 'no repetition', 'none so far');
}

/** The rule on what is sent again after it; null where trying again is right, or nothing was refused. */
export function ruleOnRefusal(attempt: Attempt): 'CLI-13' | 'CLI-14' | 'CLI-15' | 'CLI-16' | null {
  switch (attempt.fate) {
    case 400:
    case 401:
    case 403:
    case 422:
      return 'CLI-13';
    case 402:
      return 'CLI-14';
    case 409:
      return 'CLI-15';
    case 503:
      return attempt.refusalText.includes('invalid_result') ? 'CLI-16' : null;
    default:
      return null;
  }
}

function judgeRepeated(timeline: Timeline, refused: Attempt, again: Attempt, say: Say): void {
  const rule = ruleOnRefusal(refused);
  if (rule === null) return;
  const isAfter = followed(refused, again);
  if (isAfter === false) return;
  const both = [refused, again];
  const expected = `nothing unchanged after the ${refused.fate}`;
  const verdict = isAfter === undefined ? 'unknown' : verdictOn(rule, timeline, refused, again);
  if (verdict === null) return;
  say(rule, verdict, both, expected, `the request of ${named(refused)} again`);
}

/** Null where something had changed, so that the repetition is lawful. */
function verdictOn(
  rule: 'CLI-13' | 'CLI-14' | 'CLI-15' | 'CLI-16',
  timeline: Timeline,
  refused: Attempt,
  again: Attempt,
): 'fail' | 'unknown' | null {
  const isSameAnswer = again.fate === refused.fate;
  switch (rule) {
    case 'CLI-13':
      return verdictOnRefusal(timeline, refused, again);
    case 'CLI-14': {
      if (!isSameAnswer || isOtherDay(refused, again)) return null;
      if (timeline.changes === null) return 'unknown';
      return changesBetween(timeline, refused, again).some(({ credits }) => credits > 0) ? null : 'fail';
    }
    case 'CLI-15':
      if (refused.key !== again.key || refused.key === undefined) return null;
      if (hadCompany(timeline, refused)) return null;
      return timeline.isComplete ? 'fail' : 'unknown';
    case 'CLI-16':
      return 'fail';
  }
}

function verdictOnRefusal(timeline: Timeline, refused: Attempt, again: Attempt): 'fail' | 'unknown' | null {
  if (refused.fate === 400 && refused.isKeyed) {
    if (refused.key === undefined || again.key === undefined) return 'unknown';
    const wasMalformed = refused.key !== null && !isOperationKey(refused.key);
    if (wasMalformed && refused.key !== again.key) return null;
  }
  if (isOtherDay(refused, again)) return null;
  if (changesBetween(timeline, refused, again).length > 0) return null;
  // What nobody saw may have changed: the owner of the account, or the service.
  if (timeline.changes === null && again.fate !== refused.fate) return 'unknown';
  return 'fail';
}

/** Dates are relative to the day of the request. Where it is not known, an hour is as good. */
function isOtherDay({ exchange: a }: Attempt, { exchange: b }: Attempt): boolean {
  if (a.at !== undefined && b.at !== undefined)
    return Math.floor(a.at / 86_400_000) !== Math.floor(b.at / 86_400_000);
  return (b.arrivedAt ?? 0) - (a.arrivedAt ?? 0) > 3_600_000;
}

function changesBetween({ changes }: Timeline, first: Attempt, second: Attempt) {
  return (changes ?? []).filter(({ before }) => before > first.id && before <= second.id);
}

/** Whether another request with its key was under way at the same time (reading `concurrent-same-key`). */
function hadCompany({ attempts }: Timeline, refused: Attempt): boolean {
  return attempts.some(
    (each) =>
      each !== refused &&
      each.key === refused.key &&
      (gapBetween(each, refused) ?? -1) < 0 &&
      (gapBetween(refused, each) ?? -1) < 0,
  );
}

/** The clock of a machine and a timer may disagree by this much, ms. */
const TO_SPARE = 10;
/** Other requests of the caller may be under way for so long when the refusal leaves, ms. */
const OTHERS_UNDER_WAY = 250;

/** `Retry-After`: neither the same request (CLI-19) nor another on the same limit (CLI-20) before it is over. */
export const judgeWaits: TimelineJudge = ({ attempts }, say) => {
  const waits: Attempt[] = [];
  for (const [i, attempt] of attempts.entries()) {
    // Who sends the same request at once does not wait with others, either: that is one breach, told once.
    for (const refused of [...waits])
      if (judgeWait(refused, attempt, say) && attempts[i - 1] === refused)
        waits.splice(waits.indexOf(refused), 1);
    // The latest are enough: a client under a limit is refused many times.
    if (asksToWait(attempt) && waits.push(attempt) > 20) waits.shift();
  }
};

function asksToWait({ fate, exchange }: Attempt): boolean {
  return (fate === 429 || fate === 503) && (exchange.response?.retryAfter ?? 0) > 0;
}

/** True where the same request came too early. */
function judgeWait(refused: Attempt, attempt: Attempt, say: Say): boolean {
  if (refused.operation.id !== attempt.operation.id) return false;
  const seconds = refused.exchange.response!.retryAfter!;
  const gap = gapBetween(refused, attempt);
  const isSame = refused.identity !== null && refused.identity === attempt.identity;
  const rule = isSame ? 'CLI-19' : 'CLI-20';
  if (rule === 'CLI-20' && refused.fate !== 429) return false;
  const both = [refused, attempt];
  const expected = `nothing ${isSame ? 'of the same' : 'on the same limit'} within ${seconds} s of ${named(refused)}`;
  if (gap === undefined) {
    say(rule, 'unknown', both, expected, 'the times were not seen');
    return false;
  }
  // A test moves the service's clock instead of waiting.
  const served = (attempt.exchange.at ?? 0) - (refused.exchange.at ?? Infinity);
  const isOver = Math.max(gap, served) >= seconds * 1_000 - TO_SPARE;
  const actual = `an attempt after ${(gap / 1_000).toFixed(3)} s`;
  if (isOver && isSame) say(rule, 'pass', both, expected, actual);
  if (isOver || followed(refused, attempt, isSame ? undefined : OTHERS_UNDER_WAY) !== true) return false;
  say(rule, isSame ? 'fail' : 'warn', both, expected, actual);
  return isSame;
}
