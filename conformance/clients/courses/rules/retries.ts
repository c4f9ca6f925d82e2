/** How often something is tried again, and after which waits (§7.1). */
import { followed, gapBetween, type Attempt } from '../../rules/attempt.js';
import { ruleOnRefusal } from '../../rules/retries.js';
import { isOnUsedConnection, nextAttempt, UNDER_WAY, type RunJudge } from './judge.js';

/** Attempts at one request in one run: more than any single layer of retries makes. */
const MOST_ATTEMPTS = 10;

/** Attempts at one request that failed and may pass, in their order; one that came through in the end is not among them. */
function failuresOf(attempts: readonly Attempt[]): Attempt[][] {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const { identity, fate } = attempt;
    if (identity === null || fate === 200 || fate === 'unknown' || ruleOnRefusal(attempt) !== null) continue;
    groups.set(identity, [...(groups.get(identity) ?? []), attempt]);
  }
  return [...groups.values()];
}

/** CLI-23 and CLI-25. */
export const judgeNumber: RunJudge = ({ attempts, end }, say, { course }) => {
  const expected = `no more than ${MOST_ATTEMPTS} attempts at one request`;
  for (const failures of failuresOf(attempts)) {
    const { length } = failures;
    const actual = `${length} attempts${end === 'itself' ? '' : ', and no end'}`;
    const on = [failures[0]!, failures.at(-1)!];
    const verdict = length > MOST_ATTEMPTS ? 'fail' : 'pass';
    if (end !== 'itself' && verdict === 'fail') say('CLI-23', 'fail', on, expected, actual);
    else if (verdict === 'fail' || end === 'itself') say('CLI-25', verdict, on, expected, actual);
    if (end === 'itself' && course.rules.includes('CLI-23')) say('CLI-23', 'pass', on, expected, actual);
  }
};

/** A shorter wait is none, ms. */
const SHORTEST = 25;
/** How much longer one wait must be than one before it. */
const GROWTH = 1.4;

/** CLI-22 and CLI-24, where no time to wait was told. */
export const judgeGaps: RunJudge = ({ attempts }, say, { course, lag }) => {
  if (!course.rules.includes('CLI-24')) return;
  for (const failures of failuresOf(attempts)) {
    const gaps = gapsIn(attempts, failures);
    if (gaps.length < 2) continue;
    const on = failures.slice(0, 4);
    const told = gaps.map((gap) => `${Math.round(gap)} ms`).join(', ');
    // Jitter may make single waits short.
    const middle = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
    // A wait is as long as it was seen to be, or shorter by what the machine was late: what holds for no such waits is not said.
    const isShort = middle < SHORTEST;
    if (isShort || middle - lag >= SHORTEST)
      say('CLI-22', isShort ? 'fail' : 'pass', on, 'a wait before each attempt', `waits of ${told}`);
    const some = (grows: (gap: number, before: number) => boolean): boolean =>
      gaps.some((gap, i) => gaps.slice(0, i).some((before) => grows(gap, before)));
    const mayGrow = !isShort && some((gap, before) => gap >= GROWTH * (before - lag));
    const grows = !isShort && some((gap, before) => gap - lag >= GROWTH * before);
    if (grows === mayGrow) say('CLI-24', grows ? 'pass' : 'fail', on, 'waits that grow', `waits of ${told}`);
  }
};

/** Waits between failures, those left out that were told, or that follow the end of an idle connection. */
function gapsIn(attempts: readonly Attempt[], failures: readonly Attempt[]): number[] {
  return failures.flatMap((attempt, i) => {
    const next = failures[i + 1];
    const gap = next === undefined ? undefined : gapBetween(attempt, next);
    const wasTold = (attempt.exchange.response?.retryAfter ?? 0) > 0;
    const wasIdle = attempt.fate === 'lost' && isOnUsedConnection(attempts, attempt);
    return gap === undefined || gap < 0 || wasTold || wasIdle ? [] : [gap];
  });
}

/** CLI-17 and CLI-18: what passes is tried again. */
export const judgePersistence: RunJudge = ({ attempts, end }, say) => {
  if (end !== 'itself') return;
  for (const attempt of attempts) {
    const wait = attempt.exchange.response?.retryAfter ?? 0;
    const isLimited = attempt.fate === 429;
    const isUnavailable = attempt.fate === 503 && !attempt.refusalText.includes('invalid_result');
    if (!attempt.isSearch || wait > LONG_WAIT || !(isLimited || isUnavailable)) continue;
    const rule = isLimited ? 'CLI-18' : 'CLI-17';
    const next = nextAttempt(attempts, attempt);
    // Before, or by a copy of it; under which key, other rules tell.
    const wasTried = attempts.some(
      (each) =>
        each !== attempt &&
        ((each.identity === attempt.identity && each.fate !== 200) ||
          // Also with another body, of which other rules tell.
          (typeof attempt.key === 'string' && each.key === attempt.key)),
    );
    const verdict = next !== undefined || wasTried ? 'pass' : 'fail';
    const on = next === undefined ? attempt : [attempt, next];
    const actual = verdict === 'pass' ? 'one' : 'none';
    say(rule, verdict, on, `another attempt after the ${attempt.fate}`, actual);
  }
};

/** Nobody has to bear a longer wait, seconds. */
const LONG_WAIT = 60;

/** CLI-21: a wait that is longer than anybody bears is waited for or reported. */
export const judgeLongWait: RunJudge = ({ attempts }, say) => {
  const refused = attempts.find(({ exchange }) => (exchange.response?.retryAfter ?? 0) > LONG_WAIT);
  if (refused === undefined) return;
  const early = attempts.find(
    (each) => each.operation.id === refused.operation.id && followed(refused, each, UNDER_WAY) === true,
  );
  const expected = `no attempt within ${refused.exchange.response!.retryAfter} s`;
  if (early === undefined) return say('CLI-21', 'pass', refused, expected, 'none');
  const gap = ((gapBetween(refused, early) ?? 0) / 1_000).toFixed(1);
  say('CLI-21', 'fail', [refused, early], expected, `one after ${gap} s`);
};
