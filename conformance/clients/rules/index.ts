/** The rules for callers over a history of traffic: pure functions, shared by the command, the mock and the proxy. */
import type { ClientRuleId } from '../../../spec/clients.js';
import type { ClientJudgement } from '../../record/client-judgement.js';
import type { TrafficAccount, TrafficHistory } from '../../record/traffic.js';
import { attemptsOf, type Attempt, type Timeline } from './attempt.js';
import { fitsButForCursor, judgeDoublePrice, judgeForm, judgeLegacy, judgeSecrets } from './care.js';
import { gather, isAgainst, type ClientContext, type RequestJudge, type TimelineJudge } from './judge.js';
import { judgeKeyForm, judgeKeyUse, judgeRecovery, judgeRepetition } from './keys.js';
import { judgeCursors, judgeEnds, judgePages } from './paging.js';
import { judgeRefusals, judgeWaits } from './retries.js';

export type { ClientContext } from './judge.js';

/** What judges one request by itself, and the rules that it speaks to. */
const REQUEST_JUDGES: { rules: ClientRuleId[]; judge: RequestJudge }[] = [
  { rules: ['CLI-7', 'CLI-9'], judge: judgeKeyForm },
  { rules: ['CLI-41'], judge: judgeSecrets },
  { rules: ['CLI-42'], judge: judgeForm },
  { rules: ['CLI-46'], judge: judgeLegacy },
  { rules: ['CLI-47'], judge: judgeDoublePrice },
];

/** What judges all requests of one key. */
const TIMELINE_JUDGES: { rules: ClientRuleId[]; judge: TimelineJudge }[] = [
  { rules: ['CLI-1', 'CLI-2', 'CLI-29'], judge: judgeRecovery },
  { rules: ['CLI-3', 'CLI-4', 'CLI-5'], judge: judgeKeyUse },
  { rules: ['CLI-6', 'CLI-27'], judge: judgeRepetition },
  { rules: ['CLI-13', 'CLI-14', 'CLI-15', 'CLI-16'], judge: judgeRefusals },
  { rules: ['CLI-19', 'CLI-20'], judge: judgeWaits },
  { rules: ['CLI-33', 'CLI-34'], judge: judgeCursors },
  { rules: ['CLI-35'], judge: judgeEnds },
  { rules: ['CLI-36'], judge: judgePages },
];

/** The rules that traffic alone is judged by. */
export const trafficRules: readonly ClientRuleId[] = [...REQUEST_JUDGES, ...TIMELINE_JUDGES].flatMap(
  ({ rules }) => rules,
);

/** Judges a history by every rule that traffic shows. What was not seen leads to `unknown`, never to `fail`. */
export function judgeClients(history: TrafficHistory, context: ClientContext): ClientJudgement[] {
  const attempts = attemptsOf(history.exchanges, context.contract);
  const { dropped } = history;
  const accounts = history.accounts.map((facts) => ({
    ...facts,
    isComplete: facts.isComplete ?? dropped === 0,
  }));
  return judgeAttempts(attempts, attempts, accounts, context, dropped === 0);
}

/**
 * The same over attempts that are there already, in the order of arrival. `each` are those that are judged by themselves,
 * `isComplete` says whether all is there of accounts of which no fact is known.
 */
export function judgeAttempts(
  attempts: readonly Attempt[],
  each: readonly Attempt[],
  accounts: readonly TrafficAccount[],
  context: ClientContext,
  isComplete = false,
): ClientJudgement[] {
  const { say, judgements } = gather(context);
  for (const attempt of each) for (const { judge } of REQUEST_JUDGES) judge(attempt, say, context);
  for (const timeline of timelinesOf(accounts, attempts, isComplete))
    for (const { judge } of TIMELINE_JUDGES) judge(timeline, say, context);
  return toldOnce(judgements, each);
}

/**
 * One change is told once: of a cursor that was changed on its way (CLI-33), CLI-42 does not tell that it alone does not fit the contract; of a
 * body that was changed under its key (CLI-3), CLI-34 does not tell that it is not that of the page before, or after.
 */
function toldOnce(judgements: ClientJudgement[], each: readonly Attempt[]): ClientJudgement[] {
  const requestsAgainst = (wanted: ClientRuleId): Set<number> =>
    new Set(
      judgements.flatMap((own) => (own.rule === wanted && isAgainst(own) ? [own.exchanges.at(-1)!] : [])),
    );
  const [bent, changed] = [requestsAgainst('CLI-33'), requestsAgainst('CLI-3')];
  const spared = new Set(each.flatMap((one) => (bent.has(one.id) && fitsButForCursor(one) ? [one.id] : [])));
  const isTold = ({ rule, exchanges }: ClientJudgement): boolean =>
    (rule === 'CLI-42' && spared.has(exchanges[0]!)) ||
    (rule === 'CLI-34' && exchanges.some((id) => changed.has(id)));
  return judgements.filter((own) => !isTold(own));
}

/** Requests whose key was not seen may be of several callers: nothing is concluded from their order. */
function timelinesOf(
  accounts: readonly TrafficAccount[],
  attempts: readonly Attempt[],
  isComplete: boolean,
): Timeline[] {
  const byAccount = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const { account } = attempt.exchange;
    if (typeof account !== 'string') continue;
    const own = byAccount.get(account);
    if (own === undefined) byAccount.set(account, [attempt]);
    else own.push(attempt);
  }
  return [...byAccount].map(([account, own]) => {
    const facts = accounts.find(({ alias }) => alias === account);
    return {
      account,
      attempts: own,
      isComplete: facts?.isComplete ?? isComplete,
      changes: facts?.changes ?? null,
    };
  });
}
