/**
 * Keys that another caller uses during a run. Requests of the other caller then change the balance and fill limits, so
 * neither proves anything for or against the target.
 *
 * A service that charges too much looks the same at first, but it charges only for requests. So if the balance does not
 * match the run's own searches, the run requests only the balance for a while (`WATCH`). If the balance then changes
 * more than once, by different amounts, another caller changes it.
 */
import type { ClauseId } from '../../spec/clauses.js';
import { OF_ACCOUNTS } from '../model/account-history.js';
import { statedBalance } from '../model/answers.js';
import type { Exchange } from '../record/exchange.js';
import type { TargetFacts } from '../record/facts.js';
import type { Judgement } from '../record/judgement.js';
import type { RunRecord } from '../record/run-record.js';

/** The step of requests that read the balance only to look for another caller. */
export const WATCH = 'watch';

export const OTHER_CALLER = 'another caller used this key while the run lasted';

/** Single clauses that depend on the balance, on paid jobs, or on the remaining requests of a limit, as all of BILL and RATE do. */
const SINGLE: ClauseId[] = ['BAL-3', 'ENV-10', 'ERR-2', 'IDEM-17', 'IDEM-26', 'IDEM-27', 'IDEM-28'];
const CLAUSES: ReadonlySet<string> = new Set([...OF_ACCOUNTS, ...SINGLE]);

export function restsOnTheAccount(clause: string): boolean {
  return CLAUSES.has(clause) || /^(BILL|RATE)-/.test(clause);
}

export function sharedAccounts(history: readonly Exchange[], pointer: string | null): ReadonlySet<string> {
  const shared = new Set<string>();
  const left = new Map<string, number>();
  const watched = new Map<string, number[]>();
  for (const exchange of history) {
    const { account, step, channel } = exchange;
    if (channel !== 'contract') continue;
    const balance = statedBalance(exchange, pointer);
    if (step !== WATCH) {
      watched.delete(account);
      if (balance !== null && exchange.operation !== 'getCreditBalance') left.set(account, balance);
    } else if (balance !== null) {
      const balances = [...(watched.get(account) ?? []), balance];
      watched.set(account, balances);
      if (isMovedByOthers(balances, left.get(account) ?? null)) shared.add(account);
    }
  }
  return shared;
}

/** `balances` were read in sequence, without other requests in between. `own`: the balance after the run's last search. */
function isMovedByOthers(balances: readonly number[], own: number | null): boolean {
  const moves = balances.slice(1).map((balance, i) => balance - balances[i]!);
  const moved = moves.filter((move) => move !== 0);
  // A target may charge for each reading, or charge a search late.
  const isCharge = moved.length === moves.length && new Set(moved).size === 1;
  return moved.length > 1 && !isCharge && balances.at(-1) !== own;
}

type Requests = Pick<RunRecord, 'exchanges' | 'traffic'> & { target: Pick<TargetFacts, 'balancePointer'> };

/**
 * Returns whether another user of the account may have caused a failure: its clauses depend on the balance or on limits,
 * and the account is shared. Traffic has no `WATCH` readings of the balance, so none of its failures is disputed.
 */
export function disputedIn({ exchanges, target, traffic }: Requests): (judgement: Judgement) => boolean {
  const shared = traffic === undefined ? sharedAccounts(exchanges, target.balancePointer) : new Set<string>();
  const onShared = new Set(exchanges.filter(({ account }) => shared.has(account)).map(({ id }) => id));
  return ({ verdict, clauses, exchanges: ids }) =>
    verdict === 'fail' &&
    clauses.length > 0 &&
    clauses.every(restsOnTheAccount) &&
    ids.some((id) => onShared.has(id));
}
