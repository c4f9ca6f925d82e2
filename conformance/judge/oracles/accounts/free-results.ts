/**
 * Results that cost nothing are delivered whatever the balance is (§1, §8), and a key is over with its billing period (§5.2, 5). A
 * refusal for lack of credits is wrong if the same search found the same before and after it, and nothing was new to pay for.
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import { completed, searchOf } from '../../../model/answers.js';
import { foundAlike, isLost, isRepeat, keyUses, type KeyUse } from '../../../model/key-uses.js';
import type { Exchange } from '../../../record/exchange.js';
import { saysNoCredits } from '../../../record/withheld.js';
import { balanceIn } from '../../../values/balance.js';
import { integer } from '../../../values/fields.js';
import { grouped } from '../../../values/grouped.js';
import type { OracleContext } from '../../oracle.js';
import { oracleOf, type Evidence } from '../../evidence.js';

export const freeResults = oracleOf({
  id: 'free-results',
  clauses: ['BILL-16', 'BILL-17', 'BILL-18', 'IDEM-17', 'IDEM-24'],
  judge(history, context, evidence) {
    if (context.seen === 'part') return;
    const uses = keyUses(history, context);
    const own = history.filter(({ channel, operation }) => channel === 'contract' && operation !== null);
    for (const exchanges of grouped(own, ({ account }) => account).values())
      judgeRefusals(exchanges, uses, context, evidence);
    if (context.target.hasAdmin) judgePeriods(history, uses, context, evidence);
  },
});

function judgeRefusals(
  exchanges: readonly Exchange[],
  uses: ReadonlyMap<number, KeyUse>,
  { target }: OracleContext,
  evidence: Evidence,
): void {
  let balance: number | null = null;
  const bySearch = grouped(exchanges, searchOf);
  for (const exchange of exchanges) {
    const { response } = exchange;
    const isRecovery = isRepeat(uses.get(exchange.id));
    if (response?.status === 402 || saysNoCredits(response)) {
      const same = bySearch.get(searchOf(exchange))!;
      const around = exchange.faultPlanted ? null : unchangedAround(exchange, same, exchanges, uses);
      if (around !== null) {
        const isEmpty = completed(around[1])!.jobs.length === 0;
        const ofBalance: ClauseId = (balance ?? 0) < 0 ? 'BILL-17' : 'BILL-16';
        const clause = isRecovery ? 'IDEM-17' : isEmpty ? 'BILL-18' : ofBalance;
        const expected = `the results of #${around[0].id}, which were free before and after`;
        evidence.judge(clause, [...around, exchange], false, expected, `status ${response!.status}`);
      }
      continue;
    }
    if (isRecovery && response?.status === 200 && balance !== null && balance <= 0)
      evidence.judge(
        'IDEM-17',
        exchange,
        true,
        `a recovered response at a balance of ${balance}`,
        'status 200',
      );
    const stated =
      exchange.operation === 'getCreditBalance'
        ? balanceIn(response?.body, target.balancePointer)
        : integer(completed(exchange)?.data['credits_remaining']);
    // A recovered response may state the balance of its first time.
    if (stated !== null && !isRecovery) balance = stated;
  }
}

const used = (exchange: Exchange): number | null => integer(completed(exchange)?.data['credits_used']);

/**
 * An answer before the refusal, and one behind it that cost nothing, to the same search: with equal results, and without a search
 * between the refusal and the second that may have paid for them. Null if there are none.
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

/** A billing period of the mock is a calendar month. */
const PERIOD_MS = 32 * 86_400_000;

/** Judges keys that come again when their billing period is certainly over. */
function judgePeriods(
  history: readonly Exchange[],
  uses: ReadonlyMap<number, KeyUse>,
  { admin, contract }: OracleContext,
  evidence: Evidence,
): void {
  const isReset = ({ adminOperation }: Exchange): boolean => {
    const effect = admin.operations.find(({ id }) => id === adminOperation)?.effect.does;
    return effect === 'reset' || effect === 'import-state';
  };
  if (history.some(isReset)) return;
  for (const { exchange, same, made, earlier } of uses.values()) {
    const status = exchange.response?.status;
    const first = same.find((each) => each.exchange.response?.status === 200)?.exchange;
    const isJudged =
      contract.operation(exchange.operation!).acceptsOperationKey && !made && !exchange.faultPlanted;
    if (!isJudged || first === undefined || (status !== 200 && status !== 409)) continue;
    const isOver = (exchange.targetNow ?? 0) - (first.targetNow ?? Infinity) > PERIOD_MS;
    // Only the first use behind the period is judged: a wrong one may begin a new period of the key.
    const isFirst = earlier.every((each) => (each.exchange.targetNow ?? 0) - first.targetNow! <= PERIOD_MS);
    if (isOver && isFirst)
      evidence.judge(
        'IDEM-24',
        [first, exchange],
        status === 409,
        'status 409: its period is over',
        `status ${status}`,
      );
  }
}
