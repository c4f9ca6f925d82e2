/** The verdict on a client in one course. It depends on the rules, on how the runs ended, and on the credits paid. */
import { loadClientRules, type ClientRuleId } from '../../../spec/clients.js';
import type { Contract } from '../../../spec/contract.js';
import type { ClientJudgement } from '../../record/judgement.js';
import { applyRules, passesSilently } from '../rules/index.js';
import { openSearch } from '../rules/keys.js';
import { endingOf, withoutLate } from '../rules/results.js';
import { ruleOnRefusal } from '../rules/retries.js';
import type { Findings, Say } from '../rules/rule.js';
import type { CourseSeen } from '../rules/situation.js';
import { sumOf, wasteOf } from '../report.js';
import { count } from '../../values/text.js';

/** `not-applicable`: the client does not support the task. */
export type CourseVerdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'not-applicable';

/** Why a course has neither passed nor failed. */
interface Open {
  verdict: 'inconclusive' | 'error';
  reason: string;
}

export type CourseJudged = ReturnType<typeof judgeCourse>;

const { rules } = loadClientRules();
const isMust = (id: ClientRuleId): boolean => rules.find((rule) => rule.id === id)?.level === 'must';

/**
 * Judges a course. `sendsCopies`: whether the client sends concurrent copies of a search, if a course showed that. Returns the credits
 * that the account `paid`, and those (`wasted`) that an ideal client would not have paid.
 */
export function judgeCourse(seen: CourseSeen, contract: Contract, sendsCopies?: boolean) {
  const inTime = { ...seen, sendsCopies, runs: seen.runs.map(withoutLate) };
  const facts = { ...seen.history, contract, seen: inTime };
  const together = { ...facts, askedOnce: false, attempts: seen.attempts };
  const findings = applyRules([
    ...inTime.runs.map((run) => ({ ...facts, askedOnce: true, run, attempts: run.attempts })),
    ...(seen.runs.length < 2 ? [] : [together]),
  ]);
  const say = findings.sayIn(together);
  const { judgements } = findings;
  const { open, unfinished, isUnfinished } = judgeEndings(inTime, findings, say);
  const paid = sumOf(seen.attempts, ({ credits }) => credits ?? 0);
  const wasted = judgeBill(seen, paid, judgements, say);
  const hasDeclined = seen.runs.some(({ declined }) => declined);
  if (seen.isMet && open === null && !isUnfinished && !hasDeclined) {
    const isJudged = new Set<ClientRuleId>(judgements.map(({ rule }) => rule));
    for (const rule of seen.course.rules)
      if (!isJudged.has(rule) && passesSilently(rule, seen.attempts))
        say(rule, 'pass', seen.attempts.slice(-1), 'no breach', 'none');
  }
  const broken = judgements.filter(({ verdict }) => verdict === 'fail');
  const isUnmet = !seen.isMet && broken.length === 0 && !hasDeclined;
  const why = open ?? (isUnmet ? UNMET : null);
  const isBroken = broken.some(({ rule }) => isMust(rule));
  const verdict: CourseVerdict = isBroken
    ? 'fail'
    : hasDeclined
      ? 'not-applicable'
      : (why?.verdict ?? 'pass');
  return { judgements, verdict, paid, wasted, open: why, unfinished, isUnfinished };
}

const UNMET: Open = { verdict: 'inconclusive', reason: 'its situation did not arise' };

/**
 * Reports an unexpected end as a breach of the course's first rule or of CLI-39 (`unfinished`), unless a broken must rule explains it.
 * `isUnfinished`: a run did not end as expected, even if another rule reports the cause.
 */
function judgeEndings(seen: CourseSeen, { judgements }: Findings, say: Say) {
  const endings = seen.runs.flatMap((run) => {
    const ending = endingOf(run, seen);
    return ending === null ? [] : [{ ...ending, last: run.attempts.at(-1), hasResult: run.result !== null }];
  });
  const ends = endings.filter(({ verdict }) => verdict === 'unfinished');
  const mustBroken = judgements.filter(({ rule, verdict }) => verdict === 'fail' && isMust(rule));
  const unfinished = ends.flatMap(({ last, hasResult, expected, actual }) => {
    if (mustBroken.some(({ exchanges }) => exchanges.at(-1) === last?.id)) return [];
    // The service refused an invalid request of the client, so the situation of the course is not the cause.
    const refusal = last && ruleOnRefusal(last);
    const isOwnFault = refusal === 'CLI-13' || refusal === 'CLI-14';
    const [first] = seen.course.rules;
    const rule = isOwnFault || (!hasResult && !isMust(first)) ? 'CLI-39' : first;
    const before = judgements.length;
    say(rule, 'fail', last ?? [], expected, actual);
    return judgements.slice(before);
  });
  const other = endings.find(({ verdict }) => verdict !== 'unfinished');
  const open: Open | null = other
    ? { verdict: other.verdict as Open['verdict'], reason: other.actual }
    : null;
  return { open, unfinished, isUnfinished: ends.length > 0 };
}

/** CLI-40: credits paid beyond the ideal. Returns the wasted credits. */
function judgeBill(
  { course, attempts, runs, isMet }: CourseSeen,
  paid: number,
  judgements: readonly ClientJudgement[],
  say: Say,
): number {
  const waste = wasteOf(judgements);
  const explained = sumOf([...waste.values()], (credits) => credits);
  // If the situation did not arise, the postings are others, and the same jobs may cost more.
  if (!isMet) return explained;
  const on = attempts.findLast(({ credits }) => (credits ?? 0) > 0) ?? attempts.at(-1);
  if (on === undefined) return 0;
  const isRestarted = course.runs === 'restarted';
  // A client that received a page before it was killed may search again and pay for new postings.
  if (isRestarted && openSearch(runs[0]!) === undefined) return explained;
  const { credits: ideal } = course.ideal;
  const rest = Math.max(0, paid - ideal - explained);
  // A killed client that loses its keys breaks only a recommendation (CLI-10).
  const isPaidTwice = [...waste].some(([id, credits]) => credits > 0 && (!isRestarted || isMust(id)));
  const isTooMuch = rest > 0 || (isPaidTwice && paid > ideal);
  const expected = `no more than ${count(ideal, 'credit')}`;
  say('CLI-40', isTooMuch ? 'fail' : 'pass', on, expected, count(paid, 'credit'), rest);
  return explained + rest;
}
