/** From what was seen of a client in a course to judgements, each with its rule and its price. */
import type { ClientRule, ClientRuleId } from '../../../spec/clients.js';
import type { Contract } from '../../../spec/contract.js';
import { wasteOf } from '../traffic-report.js';
import type { Attempt } from '../rules/attempt.js';
import { judgeClients } from '../rules/index.js';
import { gather, isAgainst, type Say } from '../rules/judge.js';
import { ruleOnRefusal } from '../rules/retries.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import { isSearchTask, type Course } from './model/course.js';
import { judgeAnswered, judgeEnd, judgeEnough, judgeProgress, judgeReturn } from './rules/paging.js';
import { judgeCopies, judgeExpiry, judgeRecovery } from './rules/recovery.js';
import { judgeEnding, judgeLateness, withoutLate, type Unjudged } from './rules/results.js';
import type { RunJudge } from './rules/judge.js';
import { judgeGaps, judgeLongWait, judgeNumber, judgePersistence } from './rules/retries.js';
import { judgePoll, judgeRuns, openSearch } from './rules/several.js';
import type { CourseSeen, RunSeen } from './model/seen.js';

const RUN_JUDGES: readonly RunJudge[] = [
  judgeRecovery,
  judgeCopies,
  judgeExpiry,
  judgeNumber,
  judgeGaps,
  judgePersistence,
  judgeLongWait,
  judgeEnd,
  judgeReturn,
  judgeAnswered,
  judgeProgress,
  judgeEnough,
  judgePoll,
];

/** `not-applicable`: the client says that it does not do such tasks. */
export type CourseVerdict = 'pass' | 'fail' | 'inconclusive' | 'error' | 'not-applicable';

export interface CourseJudged {
  judgements: ClientJudgement[];
  verdict: CourseVerdict;
  /** Credits that the account paid, and how many of them an ideal client would not have. */
  paid: number;
  wasted: number;
  /** Why it could not be told whether the client keeps the rules of the course; null where it could. */
  open: Unjudged | null;
  /** What is held against it for ends of its runs, which are none; among `judgements`. */
  unfinished: ClientJudgement[];
  /** Whether one of its runs came to such an end, also where another rule tells why. */
  isUnfinished: boolean;
}

export function judgeCourse(
  seen: CourseSeen,
  rules: readonly ClientRule[],
  contract: Contract,
): CourseJudged {
  const { course } = seen;
  const { say, judgements } = gather({ contract, askedOnce: true });
  const inTime = { ...seen, runs: seen.runs.map(withoutLate) };
  judgements.push(...judgedTraffic(inTime, contract));
  for (const run of seen.runs) judgeLateness(run, say);
  const endings = inTime.runs.map((run) => {
    for (const judge of RUN_JUDGES) judge(run, say, inTime);
    return judgeEnding(run, say, inTime);
  });
  judgeRuns(inTime, say);
  dropExplained(judgements);
  const unfinished: ClientJudgement[] = [];
  let open: Unjudged | null = null;
  for (const end of endings) {
    if (end?.verdict === 'unfinished') {
      // What kept it from an end may have a name already: a key that every page shares, a cursor that was changed.
      const last = end.on.at(-1);
      if (judgements.some((each) => each.verdict === 'fail' && each.exchanges.at(-1) === last?.id)) continue;
      const rule = wasRefused(last) ? 'CLI-39' : course.rules[0];
      if (explainedBy(judgements).has(rule)) continue;
      say(rule, 'fail', end.on, end.expected, end.actual);
      unfinished.push(judgements.at(-1)!);
    } else open ??= end;
  }
  const isUnfinished = endings.some((end) => end?.verdict === 'unfinished');
  const isTold = seen.isMet && open === null && !isUnfinished;
  if (isTold) keepRest(seen, judgements, say);
  const paid = seen.attempts.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  const wasted = judgeBill(seen, paid, judgements, rules, say);
  const broken = judgements.filter(({ verdict }) => verdict === 'fail');
  const hasDeclined = seen.runs.some(({ declined }) => declined);
  const unmet: Unjudged | null =
    seen.isMet || broken.length > 0 || hasDeclined
      ? null
      : { verdict: 'inconclusive', reason: 'its situation did not arise' };
  const why = open ?? unmet;
  const isMust = ({ rule }: ClientJudgement): boolean =>
    rules.some(({ id, level }) => id === rule && level === 'must');
  const verdict = broken.some(isMust) ? 'fail' : hasDeclined ? 'not-applicable' : (why?.verdict ?? 'pass');
  return { judgements: distinct(judgements), verdict, paid, wasted, open: why, unfinished, isUnfinished };
}

/** Whether it asked for what the service refuses, although the task asks for nothing of the kind: no situation made it fail. */
function wasRefused(last: Attempt | undefined): boolean {
  const rule = last === undefined ? null : ruleOnRefusal(last);
  return rule === 'CLI-13' || rule === 'CLI-14';
}

/**
 * What breaks the first of these rules breaks the others with it, and is told by the first alone: an old key brings old jobs, another
 * cursor or filter brings others, a page too many or twice brings more; a wait that is cut short, and a key that has ended, are told as such.
 */
const EXPLAINED: readonly (readonly [ClientRuleId, ...ClientRuleId[]])[] = [
  ['CLI-3', 'CLI-39'],
  ['CLI-6', 'CLI-39'],
  ['CLI-11', 'CLI-15'],
  ['CLI-21', 'CLI-19', 'CLI-20'],
  ['CLI-33', 'CLI-39'],
  ['CLI-34', 'CLI-39'],
  ['CLI-35', 'CLI-39'],
  ['CLI-36', 'CLI-39'],
  ['CLI-38', 'CLI-39'],
];

function explainedBy(judgements: readonly ClientJudgement[]): Set<ClientRuleId> {
  const broken = new Set(judgements.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : [])));
  return new Set(EXPLAINED.flatMap(([rule, ...others]) => (broken.has(rule) ? others : [])));
}

function dropExplained(judgements: ClientJudgement[]): void {
  const explained = explainedBy(judgements);
  const kept = judgements.filter(({ rule, verdict }) => verdict !== 'fail' || !explained.has(rule));
  judgements.splice(0, Infinity, ...kept);
}

/** What traffic shows by itself: of each run as of a client that was asked once, of all runs what they have in common. */
function judgedTraffic({ course, runs, history }: CourseSeen, contract: Contract): ClientJudgement[] {
  const of = (run: RunSeen): ClientJudgement[] => judgeClients(run.history, { contract, askedOnce: true });
  const together = runs.length < 2 ? [] : judgeClients(history, { contract, askedOnce: false });
  const judgements = [...runs.flatMap(of), ...together.filter(isOfAllRuns)];
  return judgements.filter((judgement) => !isAskedFor(course, judgement));
}

/** What answers one run got, another need not know of: it was asked anew. */
const OF_ONE_RUN: readonly ClientRuleId[] = ['CLI-13', 'CLI-14', 'CLI-16', 'CLI-19', 'CLI-20'];

function isOfAllRuns({ rule, verdict }: ClientJudgement): boolean {
  return verdict !== 'warn' && !OF_ONE_RUN.includes(rule);
}

/** What the course itself asks for, or judges better than traffic can. */
function isAskedFor({ task }: Course, { rule, verdict }: ClientJudgement): boolean {
  // A key that comes back is judged by what was asked for: a copy that arrives late costs nothing.
  if (rule === 'CLI-6' || rule === 'CLI-27') return true;
  // What was not seen of single requests is no news.
  if (verdict === 'unknown') return true;
  if (!isSearchTask(task)) return false;
  if (rule === 'CLI-46') return task.operation === 'searchCompanyJobsLegacy';
  if (rule === 'CLI-47') return task.operation.endsWith('Historical');
  return task.task === 'poll' && rule === 'CLI-36';
}

/** The client met the situation of these rules, and nothing was seen against it. */
function keepRest(
  { course, attempts, runs }: CourseSeen,
  judgements: readonly ClientJudgement[],
  say: Say,
): void {
  const isJudged = new Set<ClientRuleId>(judgements.map(({ rule }) => rule));
  const hasKeys = attempts.some(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  if (runs.some(({ declined }) => declined)) return;
  for (const rule of course.rules)
    if (!isJudged.has(rule) && !BY_FIGURES.includes(rule) && (hasKeys || !KEY_RULES.includes(rule)))
      say(rule, 'pass', attempts.slice(-1), 'nothing against it', 'nothing');
}

/** What figures alone tell: the bill, and waits. */
const BY_FIGURES: readonly ClientRuleId[] = ['CLI-22', 'CLI-24', 'CLI-40'];

/** Rules that nobody can follow or break without operation keys. */
const KEY_RULES: readonly ClientRuleId[] = [
  ...([
    'CLI-1',
    'CLI-2',
    'CLI-6',
    'CLI-8',
    'CLI-10',
    'CLI-11',
    'CLI-12',
    'CLI-26',
    'CLI-29',
    'CLI-32',
  ] as const),
];

/** CLI-40: what was paid beyond the ideal. Gives the credits that were wasted. */
function judgeBill(
  { course, attempts, runs, isMet }: CourseSeen,
  paid: number,
  judgements: readonly ClientJudgement[],
  rules: readonly ClientRule[],
  say: Say,
): number {
  const waste = wasteOf(judgements);
  const explained = [...waste.values()].reduce((sum, credits) => sum + credits, 0);
  // Where the situation did not arise, no postings came in meanwhile, and the same jobs may cost more at once.
  if (!isMet) return explained;
  const isMust = (id: ClientRuleId): boolean => rules.find((rule) => rule.id === id)?.level === 'must';
  const rest = Math.max(0, paid - course.ideal.credits - explained);
  // What a client pays that was ended by force and has forgotten its keys is only recommended against (CLI-10).
  const counts = (id: ClientRuleId): boolean => course.runs !== 'restarted' || isMust(id);
  const isPaidTwice = [...waste].some(([id, credits]) => credits > 0 && counts(id));
  const expected = `no more than ${course.ideal.credits} credits`;
  const on = attempts.findLast(({ credits }) => (credits ?? 0) > 0) ?? attempts.at(-1);
  if (on === undefined) return 0;
  // A client that was done before it was ended, with a copy that was answered, searches anew and pays for what is new.
  if (course.runs === 'restarted' && openSearch(runs[0]!) === undefined) return explained;
  const isTooMuch = rest > 0 || (isPaidTwice && paid > course.ideal.credits);
  say('CLI-40', isTooMuch ? 'fail' : 'pass', on, expected, `${paid} credits`, rest);
  return explained + rest;
}

/** Traffic and course may say the same of a request. */
function distinct(judgements: readonly ClientJudgement[]): ClientJudgement[] {
  const said = new Set<string>();
  return judgements.filter((judgement) => {
    if (!isAgainst(judgement)) return true;
    const form = `${judgement.rule} ${judgement.exchanges.at(-1)}`;
    if (said.has(form)) return false;
    said.add(form);
    return true;
  });
}
