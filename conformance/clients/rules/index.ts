/** The tables of rules for clients. The command, the mock and the proxy judge traffic by them; courses know more facts. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import { serviceOf, type TrafficAccount, type TrafficHistory } from '../../record/traffic.js';
import { grouped } from '../../values/grouped.js';
import { attemptsOf, type Attempt } from './attempt.js';
import * as care from './care.js';
import * as keys from './keys.js';
import * as paging from './paging.js';
import * as recovery from './recovery.js';
import * as results from './results.js';
import * as retries from './retries.js';
import { Findings, type History, type Rule, type Situation } from './rule.js';
import type { CourseJudge, HistoryJudge, RequestJudge, RunJudge } from './rule.js';

export type { Situation } from './rule.js';

const REQUEST_RULES: readonly Rule<'request', RequestJudge>[] = [
  { ids: ['CLI-7', 'CLI-9'], sees: 'request', judge: keys.judgeKeyForm },
  { ids: ['CLI-41'], sees: 'request', judge: care.judgeSecrets },
  { ids: ['CLI-42'], sees: 'request', judge: care.judgeForm },
  { ids: ['CLI-46'], sees: 'request', judge: care.judgeLegacy },
  { ids: ['CLI-47'], sees: 'request', judge: care.judgeDoublePrice },
];

const HISTORY_RULES: readonly Rule<'account' | 'caller', HistoryJudge>[] = [
  {
    ids: ['CLI-1', 'CLI-2', 'CLI-26', 'CLI-29', 'CLI-32'],
    sees: 'account',
    needs: 'keys',
    judge: recovery.judgeRecovery,
  },
  { ids: ['CLI-3', 'CLI-4', 'CLI-5'], sees: 'account', judge: keys.judgeKeyUse },
  { ids: ['CLI-6', 'CLI-27'], sees: 'account', judge: keys.judgeRepetition },
  { ids: ['CLI-11'], sees: 'account', needs: 'keys', judge: recovery.judgeExpiry },
  { ids: ['CLI-13', 'CLI-14', 'CLI-15', 'CLI-16'], sees: 'caller', judge: retries.judgeRefusals },
  { ids: ['CLI-21'], sees: 'caller', judge: retries.judgeLongWait },
  { ids: ['CLI-19', 'CLI-20'], sees: 'caller', judge: retries.judgeWaits },
  { ids: ['CLI-33', 'CLI-34'], sees: 'account', judge: paging.judgeCursors },
  { ids: ['CLI-35'], sees: 'account', judge: paging.judgeNullCursors },
  { ids: ['CLI-36'], sees: 'account', judge: paging.judgePages },
];

const COURSE_RULES: readonly (Rule<'run', RunJudge> | Rule<'course', CourseJudge>)[] = [
  { ids: ['CLI-30'], sees: 'run', judge: results.judgeLateness },
  { ids: ['CLI-12'], sees: 'run', needs: 'keys', judge: recovery.judgeCopies },
  { ids: ['CLI-23', 'CLI-25'], sees: 'run', judge: retries.judgeNumber },
  { ids: ['CLI-22', 'CLI-24'], sees: 'run', needs: 'figures', judge: retries.judgeGaps },
  { ids: ['CLI-17', 'CLI-18'], sees: 'run', judge: retries.judgePersistence },
  { ids: ['CLI-35'], sees: 'run', judge: paging.judgeEnd },
  { ids: ['CLI-37'], sees: 'run', judge: paging.judgeReturn },
  { ids: ['CLI-27'], sees: 'run', judge: paging.judgeAnswered },
  { ids: ['CLI-36'], sees: 'run', judge: paging.judgeProgress },
  { ids: ['CLI-38'], sees: 'run', judge: paging.judgeEnough },
  { ids: ['CLI-6', 'CLI-27'], sees: 'run', judge: keys.judgePoll },
  { ids: ['CLI-1', 'CLI-6', 'CLI-8', 'CLI-10'], sees: 'course', needs: 'keys', judge: keys.judgeRuns },
  { ids: ['CLI-45', 'CLI-50'], sees: 'run', judge: results.judgeFailure },
  { ids: ['CLI-31', 'CLI-39', 'CLI-49'], sees: 'run', judge: results.judgeSuccess },
];

const RULES = [...REQUEST_RULES, ...HISTORY_RULES, ...COURSE_RULES];

/** Whether a rule without a judgement has passed, if the situation of its course arose. */
export function passesSilently(id: ClientRuleId, attempts: readonly Attempt[]): boolean {
  const hasKeys = attempts.some(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  return !RULES.some(
    ({ ids, needs }) => ids.includes(id) && (needs === 'figures' || (needs === 'keys' && !hasKeys)),
  );
}

/** Requests that are judged together: all traffic, one run, or all runs of a course. */
export interface Part {
  situation: Situation;
  attempts: readonly Attempt[];
  accounts: readonly TrafficAccount[];
  /** True if no request was dropped. Members of `accounts` may state it for one account. */
  isComplete: boolean;
}

/** Judges a history by every rule that traffic shows. Unobserved facts lead to `unknown`, never to `fail`. */
export function judgeClients(history: TrafficHistory, situation: Situation): ClientJudgement[] {
  const attempts = attemptsOf(history.exchanges, situation.contract);
  return applyRules([partOf(history, attempts, situation)]).judgements;
}

export function partOf(
  { dropped, accounts }: TrafficHistory,
  attempts: readonly Attempt[],
  situation: Situation,
): Part {
  return { situation, attempts, accounts, isComplete: dropped === 0 };
}

/** Judges histories first, then single requests, then runs and courses: a judge reads the breaches found before. */
export function applyRules(parts: readonly Part[]): Findings {
  const findings = new Findings();
  const { judgements } = findings;
  const prepared = parts.map((part) => ({ ...part, say: findings.sayIn(part.situation) }));
  for (const part of prepared) {
    const { say, situation } = part;
    const isOfAllRuns = situation.seen !== undefined && situation.run === undefined;
    for (const history of historiesOf(part))
      for (const { sees, judge } of HISTORY_RULES)
        if (sees === 'account' || !isOfAllRuns) judge(history, say, situation);
  }
  // Reports list the judgements of single requests first.
  const later = judgements.splice(0);
  for (const { situation, attempts, say } of prepared)
    for (const attempt of attempts) for (const { judge } of REQUEST_RULES) judge(attempt, say, situation);
  judgements.push(...later);
  for (const rule of COURSE_RULES)
    for (const { situation, say } of prepared) {
      const { seen, run } = situation;
      if (seen === undefined) continue;
      if (rule.sees === 'run' && run !== undefined) rule.judge(run, say, seen);
      if (rule.sees === 'course' && run === undefined) rule.judge(seen, say);
    }
  return findings;
}

/** A history for each account of each deployment. Leaves out requests without an account, which may come from several callers. */
function historiesOf({ attempts, accounts, isComplete }: Part): History[] {
  const known = attempts.filter(({ exchange }) => typeof exchange.account === 'string');
  const histories = grouped(known, ({ exchange }) => `${exchange.account} ${serviceOf(exchange.request)}`);
  return [...histories.values()].map((own) => {
    const facts = accounts.find(({ alias }) => alias === own[0]!.exchange.account);
    const { isComplete: isWhole = isComplete, changes = null } = facts ?? {};
    return { attempts: own, isComplete: isWhole, changes };
  });
}
