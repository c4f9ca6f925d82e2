/**
 * Free results are delivered at any balance (§1, §8), and a key expires with its billing period (§5.2, 5). A refusal for lack of
 * credits is wrong if the search found the same jobs before and after it, and none of them had to be paid for. Another account may
 * have found them after it. After its billing period, a job costs credits again (§8).
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import { completed, figureIn, searchOf, statedBalance } from '../../../model/answers.js';
import { foundAlike, isLost, isRepeat, keyUses, type KeyUse } from '../../../model/key-uses.js';
import { lastingIn } from '../../../model/lasting-links.js';
import { overlap } from '../../../model/timeline.js';
import type { Exchange } from '../../../record/exchange.js';
import { saysNoCredits } from '../../../record/failures.js';
import { grouped } from '../../../values/grouped.js';
import { addressOf } from '../../../values/postings.js';
import { type OracleContext, oracleOf, type Evidence } from '../../oracle.js';
import { count } from '../../../values/text.js';

export const freeResults = oracleOf({
  id: 'free-results',
  clauses: ['BILL-16', 'BILL-17', 'BILL-18', 'BILL-22', 'IDEM-17', 'IDEM-24'],
  judge(history, context, evidence) {
    if (context.seen === 'part') return;
    const uses = keyUses(history, context);
    const own = history.filter(({ channel, operation }) => channel === 'contract' && operation !== null);
    const accounts = [...grouped(own, ({ account }) => account).values()];
    const wasReset = hasReset(history, context);
    const facts = { uses, context, wasReset, lasting: lastingIn(context.whole ?? history), evidence };
    for (const exchanges of accounts) judgeRefusals(exchanges, own, facts);
    if (!context.target.hasAdmin || wasReset) return;
    judgePeriods(facts);
    for (const exchanges of accounts) judgeRenewals(exchanges, facts);
  },
});

interface Facts {
  uses: ReadonlyMap<number, KeyUse>;
  context: OracleContext;
  wasReset: boolean;
  lasting: ReturnType<typeof lastingIn>;
  evidence: Evidence;
}

function judgeRefusals(exchanges: readonly Exchange[], all: readonly Exchange[], facts: Facts): void {
  const { uses, context, evidence } = facts;
  let balance: number | null = null;
  const bySearch = grouped(exchanges, searchOf);
  for (const exchange of exchanges) {
    const { response } = exchange;
    const isRecovery = isRepeat(uses.get(exchange.id));
    if (response?.status === 402 || saysNoCredits(response)) {
      const same = bySearch.get(searchOf(exchange))!;
      const around = exchange.faultPlanted
        ? null
        : (unchangedAround(exchange, same, exchanges, uses) ??
          unchangedForOthers(exchange, same, all, facts));
      if (around !== null) {
        const isEmpty = completed(around[1])!.jobs.length === 0;
        const ofBalance: ClauseId = (balance ?? 0) < 0 ? 'BILL-17' : 'BILL-16';
        const clause = isRecovery ? 'IDEM-17' : isEmpty ? 'BILL-18' : ofBalance;
        const expected = `the results of #${around[0].id}, which were free before and after`;
        evidence.judge(clause, [...around, exchange], false, expected, `status ${response!.status}`);
      }
      continue;
    }
    const recovered = `a recovered response at a balance of ${balance}`;
    if (isRecovery && response?.status === 200 && balance !== null && balance <= 0)
      evidence.judge('IDEM-17', exchange, true, recovered, 'status 200');
    const stated = statedBalance(exchange, context.target.balancePointer);
    // A recovered response may state the balance of its first time.
    if (stated !== null && !isRecovery) balance = stated;
  }
}

const used = (exchange: Exchange): number | null => figureIn(exchange, 'credits_used');

/**
 * Returns an answer to the same search before the refusal and a free one after it, with equal results. Null if there are none, or
 * if a search between the refusal and the second answer may have paid for the jobs.
 */
function unchangedAround(
  refused: Exchange,
  same: readonly Exchange[],
  exchanges: readonly Exchange[],
  uses: ReadonlyMap<number, KeyUse>,
): [before: Exchange, after: Exchange] | null {
  const after = same.find(
    (each) =>
      each.sentAt >= refused.receivedAt &&
      used(each) === 0 &&
      !isRepeat(uses.get(each.id)) &&
      !each.faultPlanted,
  );
  const before = same.find((each) => each.receivedAt <= refused.sentAt && completed(each) !== null);
  if (after === undefined || before === undefined || !foundAlike(before, after)) return null;
  const isPaid = exchanges.some(
    (each) =>
      each.operation!.startsWith('search') &&
      each !== after &&
      each.receivedAt > refused.sentAt &&
      each.sentAt < after.receivedAt &&
      (isLost(each) || (used(each) ?? 0) > 0),
  );
  return isPaid ? null : [before, after];
}

/**
 * Returns an answer to the same search before the refusal, and an equal one to another account after it, so that the data did not
 * change. Null if there are none, or if a billing cycle may have ended, so that the jobs cost credits again.
 */
function unchangedForOthers(
  refused: Exchange,
  same: readonly Exchange[],
  all: readonly Exchange[],
  { uses, context: { contract }, wasReset }: Facts,
): [before: Exchange, after: Exchange] | null {
  // A 402 may use up its key (reading failed-attempt-key); then the same 402 is replayed.
  if (wasReset || (uses.get(refused.id)?.earlier.length ?? 0) > 0) return null;
  const isNew = (each: Exchange): boolean => completed(each) !== null && !isRepeat(uses.get(each.id));
  const before = same.find((each) => each.receivedAt <= refused.sentAt && isNew(each));
  const after = all.find(
    (each) =>
      each.account !== refused.account &&
      each.sentAt >= refused.receivedAt &&
      searchOf({ ...each, account: refused.account }) === searchOf(refused) &&
      isNew(each),
  );
  if (before === undefined || after === undefined || !foundAlike(before, after)) return null;
  // A key that recovers its search belongs to a billing period that is not over (§5.2, 5).
  const isSamePeriod = [...uses.values()].some(
    ({ exchange, made, same: earlier }) =>
      exchange.account === refused.account &&
      contract.operation(exchange.operation!).acceptsOperationKey &&
      !made &&
      exchange.sentAt >= refused.receivedAt &&
      exchange.response?.status === 200 &&
      earlier.some((each) => completed(each.exchange) && each.exchange.receivedAt <= before.sentAt),
  );
  return isSamePeriod ? [before, after] : null;
}

/** Longer than a billing period of the mock, which is a calendar month. */
const PERIOD_MS = 32 * 86_400_000;

/** True if the admin API has reset accounts, so that their billing periods are unknown. */
function hasReset(history: readonly Exchange[], { admin }: OracleContext): boolean {
  return history.some(({ adminOperation }) => {
    const effect = admin.operations.find(({ id }) => id === adminOperation)?.effect.does;
    return effect === 'reset' || effect === 'import-state';
  });
}

/** Milliseconds of the target's clock; -Infinity if unknown. */
const timeBetween = (one: Exchange, other: Exchange): number =>
  (other.targetNow ?? 0) - (one.targetNow ?? Infinity);

/** Judges the price of jobs that are delivered again after the billing period of their last delivery has certainly ended. */
function judgeRenewals(exchanges: readonly Exchange[], facts: Facts): void {
  const { uses, context, lasting, evidence } = facts;
  const { contract } = context;
  const delivered = new Map<string, Exchange>();
  const searches = exchanges.filter(({ operation }) => contract.operation(operation!).kind === 'search');
  for (const exchange of searches) {
    const found = completed(exchange);
    if (found === null || isRepeat(uses.get(exchange.id))) continue;
    const names = new Set(found.jobs.flatMap((job) => addressOf(lasting(job)) ?? []));
    const last = [...names].flatMap((name) => delivered.get(name) ?? []);
    for (const name of names) delivered.set(name, exchange);
    const renewed = last.filter((each) => timeBetween(each, exchange) > PERIOD_MS);
    if (renewed.length === 0) continue;
    // Another search of this period may have paid for them, although its answer did not show them.
    const isUnclear = searches.some(
      (each) =>
        each !== exchange &&
        (overlap(each, exchange) || (isLost(each) && Math.abs(timeBetween(each, exchange)) <= PERIOD_MS)),
    );
    if (isUnclear) continue;
    const price = contract.operation(exchange.operation!).creditCost * renewed.length;
    const expected = `${count(price, 'credit')} or more for ${count(renewed.length, 'job')} of an earlier billing period`;
    const actual = `credits_used ${used(exchange)}`;
    evidence.judge('BILL-22', [renewed[0]!, exchange], (used(exchange) ?? price) >= price, expected, actual);
  }
}

/** Judges keys that are sent again after their billing period has certainly ended. */
function judgePeriods({ uses, context: { contract }, evidence }: Facts): void {
  for (const { exchange, same, made, earlier } of uses.values()) {
    const status = exchange.response?.status;
    const first = same.find((each) => each.exchange.response?.status === 200)?.exchange;
    const isJudged =
      contract.operation(exchange.operation!).acceptsOperationKey && !made && !exchange.faultPlanted;
    if (!isJudged || first === undefined || (status !== 200 && status !== 409)) continue;
    const isOver = timeBetween(first, exchange) > PERIOD_MS;
    // Only the first use after the period is judged. If it is wrongly served, a new period of the key may begin.
    const isFirst = earlier.every((each) => (each.exchange.targetNow ?? 0) - first.targetNow! <= PERIOD_MS);
    const expected = 'status 409, because its billing period is over';
    if (isOver && isFirst)
      evidence.judge('IDEM-24', [first, exchange], status === 409, expected, `status ${status}`);
  }
}
