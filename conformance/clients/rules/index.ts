/** The tables of rules for clients. The command, the mock and the proxy judge traffic by it; courses add their facts. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import type { TrafficAccount, TrafficHistory } from '../../record/traffic.js';
import { grouped } from '../../values/grouped.js';
import { attemptsOf, type Attempt } from './attempt.js';
import { judgeDoublePrice, judgeForm, judgeLegacy, judgeSecrets } from './care.js';
import { judgeKeyForm, judgeKeyUse, judgePoll, judgeRepetition, judgeRuns } from './keys.js';
import {
  judgeAnswered,
  judgeCursors,
  judgeEnd,
  judgeEnough,
  judgeNullCursors,
  judgePages,
  judgeProgress,
  judgeReturn,
} from './paging.js';
import { judgeCopies, judgeExpiry, judgeRecovery } from './recovery.js';
import { judgeFailure, judgeLateness, judgeSuccess } from './results.js';
import {
  judgeGaps,
  judgeLongWait,
  judgeNumber,
  judgePersistence,
  judgeRefusals,
  judgeWaits,
} from './retries.js';
import {
  Findings,
  type CourseJudge,
  type History,
  type HistoryJudge,
  type RequestJudge,
  type Rule,
  type RunJudge,
  type Situation,
} from './rule.js';

export type { Situation } from './rule.js';

const REQUEST_RULES: readonly Rule<'request', RequestJudge>[] = [
  { ids: ['CLI-7', 'CLI-9'], sees: 'request', judge: judgeKeyForm },
  { ids: ['CLI-41'], sees: 'request', judge: judgeSecrets },
  { ids: ['CLI-42'], sees: 'request', judge: judgeForm },
  { ids: ['CLI-46'], sees: 'request', judge: judgeLegacy },
  { ids: ['CLI-47'], sees: 'request', judge: judgeDoublePrice },
];

const HISTORY_RULES: readonly Rule<'account' | 'caller', HistoryJudge>[] = [
  {
    ids: ['CLI-1', 'CLI-2', 'CLI-26', 'CLI-29', 'CLI-32'],
    sees: 'account',
    needs: 'keys',
    judge: judgeRecovery,
  },
  { ids: ['CLI-3', 'CLI-4', 'CLI-5'], sees: 'account', judge: judgeKeyUse },
  { ids: ['CLI-6', 'CLI-27'], sees: 'account', judge: judgeRepetition },
  { ids: ['CLI-11'], sees: 'account', needs: 'keys', judge: judgeExpiry },
  { ids: ['CLI-13', 'CLI-14', 'CLI-15', 'CLI-16'], sees: 'caller', judge: judgeRefusals },
  { ids: ['CLI-21'], sees: 'caller', judge: judgeLongWait },
  { ids: ['CLI-19', 'CLI-20'], sees: 'caller', judge: judgeWaits },
  { ids: ['CLI-33', 'CLI-34'], sees: 'account', judge: judgeCursors },
  { ids: ['CLI-35'], sees: 'account', judge: judgeNullCursors },
  { ids: ['CLI-36'], sees: 'account', judge: judgePages },
];

const COURSE_RULES: readonly (Rule<'run', RunJudge> | Rule<'course', CourseJudge>)[] = [
  { ids: ['CLI-30'], sees: 'run', judge: judgeLateness },
  { ids: ['CLI-12'], sees: 'run', needs: 'keys', judge: judgeCopies },
  { ids: ['CLI-23', 'CLI-25'], sees: 'run', judge: judgeNumber },
  { ids: ['CLI-22', 'CLI-24'], sees: 'run', needs: 'figures', judge: judgeGaps },
  { ids: ['CLI-17', 'CLI-18'], sees: 'run', judge: judgePersistence },
  { ids: ['CLI-35'], sees: 'run', judge: judgeEnd },
  { ids: ['CLI-37'], sees: 'run', judge: judgeReturn },
  { ids: ['CLI-27'], sees: 'run', judge: judgeAnswered },
  { ids: ['CLI-36'], sees: 'run', judge: judgeProgress },
  { ids: ['CLI-38'], sees: 'run', judge: judgeEnough },
  { ids: ['CLI-6', 'CLI-27'], sees: 'run', judge: judgePoll },
  { ids: ['CLI-1', 'CLI-6', 'CLI-8', 'CLI-10'], sees: 'course', needs: 'keys', judge: judgeRuns },
  { ids: ['CLI-45', 'CLI-50'], sees: 'run', judge: judgeFailure },
  { ids: ['CLI-31', 'CLI-39', 'CLI-49'], sees: 'run', judge: judgeSuccess },
];

const RULES = [...REQUEST_RULES, ...HISTORY_RULES, ...COURSE_RULES];

/** Whether silence of a rule is a pass in the situation of its course. */
export function passesSilently(id: ClientRuleId, attempts: readonly Attempt[]): boolean {
  const hasKeys = attempts.some(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  return !RULES.some(
    ({ ids, needs }) => ids.includes(id) && (needs === 'figures' || (needs === 'keys' && !hasKeys)),
  );
}

/** Requests that are judged together: those of traffic, of a run, or of all runs of a course. */
export interface Part {
  situation: Situation;
  attempts: readonly Attempt[];
  accounts: readonly TrafficAccount[];
  /** True if no request is missing of accounts without facts. */
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

/** One for each account. Several callers may share the requests without an account, so their order shows nothing. */
function historiesOf({ attempts, accounts, isComplete }: Part): History[] {
  const byAccount = grouped(attempts, ({ exchange }) => exchange.account);
  return [...byAccount].flatMap(([account, own]) => {
    if (typeof account !== 'string') return [];
    const facts = accounts.find(({ alias }) => alias === account);
    const { isComplete: isWhole = isComplete, changes = null } = facts ?? {};
    return { attempts: own, isComplete: isWhole, changes };
  });
}
