/** The tables of rules for clients. The command, the mock and the proxy judge traffic by them; courses know more facts. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { ClientJudgement } from '../../record/judgement.js';
import { serviceOf, type TrafficHistory } from '../../record/traffic.js';
import { grouped } from '../../values/grouped.js';
import { attemptsOf, type Attempt } from './attempt.js';
import * as care from './care.js';
import * as keys from './keys.js';
import * as paging from './paging.js';
import * as recovery from './recovery.js';
import * as results from './results.js';
import * as retries from './retries.js';
import {
  Findings,
  type History,
  type Situation,
  type HistoryJudge,
  type RequestJudge,
  type RunJudge,
} from './rule.js';

export type { Situation } from './rule.js';

/** Rules about single requests. */
const REQUEST_RULES: readonly RequestJudge[] = [
  keys.judgeKeyForm,
  care.judgeSecrets,
  care.judgeForm,
  care.judgeLegacy,
  care.judgeDoublePrice,
];

/** Rules about all requests of an account; in a course, also of all runs together. */
const HISTORY_RULES: readonly HistoryJudge[] = [
  recovery.judgeRecovery,
  keys.judgeKeyUse,
  keys.judgeRepetition,
  recovery.judgeExpiry,
  paging.judgeCursors,
  paging.judgeNullCursors,
  paging.judgePages,
];

/** Rules about all requests of one caller: in a course, of one run. */
const CALLER_RULES: readonly HistoryJudge[] = [
  retries.judgeRefusals,
  retries.judgeLongWait,
  retries.judgeWaits,
];

/** Rules about a run of a course, with its task and its result. */
const RUN_RULES: readonly RunJudge[] = [
  results.judgeLateness,
  recovery.judgeCopies,
  retries.judgeNumber,
  retries.judgeGaps,
  retries.judgePersistence,
  paging.judgeEnd,
  paging.judgeReturn,
  paging.judgeAnswered,
  paging.judgeProgress,
  paging.judgeEnough,
  keys.judgePoll,
  keys.judgeRuns,
  results.judgeFailure,
  results.judgeSuccess,
];

/** Rules that a client keeps only if it sends operation keys, and rules that need a measurement. */
const NEEDS_KEYS = /^CLI-(?:1|2|6|8|10|11|12|26|29|32)$/;
const NEEDS_FIGURES = /^CLI-(?:22|24)$/;

/** Whether a rule without a judgement has passed, if the situation of its course arose. */
export function passesSilently(id: ClientRuleId, attempts: readonly Attempt[]): boolean {
  const hasKeys = attempts.some(({ isKeyed, key }) => isKeyed && typeof key === 'string');
  return !NEEDS_FIGURES.test(id) && (hasKeys || !NEEDS_KEYS.test(id));
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
      for (const judge of isOfAllRuns ? HISTORY_RULES : [...HISTORY_RULES, ...CALLER_RULES])
        judge(history, say, part);
  }
  // Reports list the judgements of single requests first.
  const later = judgements.splice(0);
  for (const { part, say } of said)
    for (const attempt of part.attempts) for (const judge of REQUEST_RULES) judge(attempt, say, part);
  judgements.push(...later);
  for (const judge of RUN_RULES)
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
