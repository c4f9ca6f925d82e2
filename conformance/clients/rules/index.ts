/** The tables of rules for clients. The command, the mock and the proxy judge traffic by them; courses know more facts. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import { serviceOf, type TrafficHistory } from '../../record/traffic.js';
import { grouped } from '../../values/grouped.js';
import { attemptsOf, type Attempt } from './attempt.js';
import * as care from './care.js';
import * as keys from './keys.js';
import * as paging from './paging.js';
import * as recovery from './recovery.js';
import * as results from './results.js';
import * as retries from './retries.js';
import { Findings, type History, type Situation } from './rule.js';
import type { HistoryJudge, RequestJudge, RunJudge } from './rule.js';

export type { Situation } from './rule.js';

/** A row of the tables of rules. */
interface Rule<Judge> {
  ids: readonly ClientRuleId[];
  /**
   * In a course, a rule passes if its situation arose and nothing broke it. With `keys`, only a client that sends operation
   * keys passes so. With `figures`, none does, since the rule needs a measurement.
   */
  needs?: 'keys' | 'figures';
  judge: Judge;
}

/** Rules about single requests. */
const REQUEST_RULES: readonly Rule<RequestJudge>[] = [
  { ids: ['CLI-7', 'CLI-9'], judge: keys.judgeKeyForm },
  { ids: ['CLI-41'], judge: care.judgeSecrets },
  { ids: ['CLI-42'], judge: care.judgeForm },
  { ids: ['CLI-46'], judge: care.judgeLegacy },
  { ids: ['CLI-47'], judge: care.judgeDoublePrice },
];

/** Rules about all requests of an account; in a course, also of all runs together, unless a rule is about one caller. */
const HISTORY_RULES: readonly (Rule<HistoryJudge> & { ofCaller?: true })[] = [
  { ids: ['CLI-1', 'CLI-2', 'CLI-26', 'CLI-29', 'CLI-32'], needs: 'keys', judge: recovery.judgeRecovery },
  { ids: ['CLI-3', 'CLI-4', 'CLI-5'], judge: keys.judgeKeyUse },
  { ids: ['CLI-6', 'CLI-27'], judge: keys.judgeRepetition },
  { ids: ['CLI-11'], needs: 'keys', judge: recovery.judgeExpiry },
  { ids: ['CLI-13', 'CLI-14', 'CLI-15', 'CLI-16'], ofCaller: true, judge: retries.judgeRefusals },
  { ids: ['CLI-21'], ofCaller: true, judge: retries.judgeLongWait },
  { ids: ['CLI-19', 'CLI-20'], ofCaller: true, judge: retries.judgeWaits },
  { ids: ['CLI-33', 'CLI-34'], judge: paging.judgeCursors },
  { ids: ['CLI-35'], judge: paging.judgeNullCursors },
  { ids: ['CLI-36'], judge: paging.judgePages },
];

/** Rules about a run of a course, with its task and its result. */
const RUN_RULES: readonly Rule<RunJudge>[] = [
  { ids: ['CLI-30'], judge: results.judgeLateness },
  { ids: ['CLI-12'], needs: 'keys', judge: recovery.judgeCopies },
  { ids: ['CLI-23', 'CLI-25'], judge: retries.judgeNumber },
  { ids: ['CLI-22', 'CLI-24'], needs: 'figures', judge: retries.judgeGaps },
  { ids: ['CLI-17', 'CLI-18'], judge: retries.judgePersistence },
  { ids: ['CLI-35'], judge: paging.judgeEnd },
  { ids: ['CLI-37'], judge: paging.judgeReturn },
  { ids: ['CLI-27'], judge: paging.judgeAnswered },
  { ids: ['CLI-36'], judge: paging.judgeProgress },
  { ids: ['CLI-38'], judge: paging.judgeEnough },
  { ids: ['CLI-6', 'CLI-27'], judge: keys.judgePoll },
  { ids: ['CLI-1', 'CLI-6', 'CLI-8', 'CLI-10'], needs: 'keys', judge: keys.judgeRuns },
  { ids: ['CLI-45', 'CLI-50'], judge: results.judgeFailure },
  { ids: ['CLI-31', 'CLI-39', 'CLI-49'], judge: results.judgeSuccess },
];

/** Whether a rule without a judgement has passed, if the situation of its course arose. */
export function passesSilently(id: ClientRuleId, attempts: readonly Attempt[]): boolean {
  const hasKeys = attempts.some(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  return ![...REQUEST_RULES, ...HISTORY_RULES, ...RUN_RULES].some(
    ({ ids, needs }) => ids.includes(id) && (needs === 'figures' || (needs === 'keys' && !hasKeys)),
  );
}

/** Requests that are judged together: all traffic, one run, or all runs of a course. */
export interface Part extends Situation, Pick<TrafficHistory, 'accounts' | 'dropped'> {
  attempts: readonly Attempt[];
}

/** Judges a history by every rule that traffic shows. Unobserved facts lead to `unknown`, never to `fail`. */
export function judgeClients(
  history: TrafficHistory,
  situation: Situation,
  attempts = attemptsOf(history.exchanges, situation.contract),
): ClientJudgement[] {
  return applyRules([{ ...history, ...situation, attempts }]).judgements;
}

/** Judges histories first, then single requests, then runs: a judge reads the breaches found before. */
export function applyRules(parts: readonly Part[]): Findings {
  const findings = new Findings();
  const { judgements } = findings;
  const said = parts.map((part) => ({ part, say: findings.sayIn(part) }));
  for (const { part, say } of said) {
    const isOfAllRuns = part.seen !== undefined && part.run === undefined;
    for (const history of historiesOf(part))
      for (const { ofCaller, judge } of HISTORY_RULES)
        if (ofCaller !== true || !isOfAllRuns) judge(history, say, part);
  }
  // Reports list the judgements of single requests first.
  const later = judgements.splice(0);
  for (const { part, say } of said)
    for (const attempt of part.attempts) for (const { judge } of REQUEST_RULES) judge(attempt, say, part);
  judgements.push(...later);
  for (const { judge } of RUN_RULES)
    for (const { part, say } of said) if (part.seen && part.run) judge(part.run, say, part.seen);
  return findings;
}

/** A history for each account of each deployment. Leaves out requests without an account, which may come from several callers. */
function historiesOf({ attempts, accounts, dropped }: Part): History[] {
  const known = attempts.filter(({ exchange }) => typeof exchange.account === 'string');
  const histories = grouped(known, ({ exchange }) => `${exchange.account} ${serviceOf(exchange.request)}`);
  return [...histories.values()].map((own) => {
    const facts = accounts.find(({ alias }) => alias === own[0]!.exchange.account);
    return { attempts: own, isComplete: facts?.isComplete ?? dropped === 0, changes: facts?.changes ?? null };
  });
}
