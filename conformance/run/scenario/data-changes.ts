/**
 * Detects changes of the target's data during a scenario. Before a failed check that depends on data counts, searches are repeated
 * with new operation keys. If they find other jobs, postings were added or removed, and the comparison proves nothing.
 * The same applies after the end of a billing cycle: paid jobs cost credits again, and operation keys have expired.
 */
import { completed, foundIn, searchOf, usedBy } from '../../model/answers.js';
import { lastingIn } from '../../model/lasting-links.js';
import type { Exchange } from '../../record/exchange.js';
import { passingFailure } from '../../record/failures.js';
import { unlessSpent } from '../../wire/budget.js';
import type { Outgoing } from '../../wire/wire.js';
import type { ScenarioContext } from './scenario-context.js';
import { sendVariant } from './request.js';

/** The most searches that are sent again, beginning with the latest. */
const MOST_ASKED_AGAIN = 12;

export function createDataChanges(context: ScenarioContext) {
  /** The last completed search of each operation, account and body, in order. */
  const searches = new Map<string, { request: Outgoing; exchange: Exchange }>();
  let keys = 0;
  /** A search without a key first failed temporarily. It may have charged, and its repetition does not show that. */
  let chargedUnseen = false;

  const askAgain = (request: Outgoing): Promise<Exchange> => {
    keys += 1;
    return sendVariant(request, 'again', context, { key: `operationKeyAgain${keys}` });
  };
  return {
    /** `first` is the exchange before repetitions; without repetitions it is the exchange itself. */
    note(request: Outgoing, exchange: Exchange, first: Exchange): void {
      const { operation, faultPlanted, throttleExpected } = exchange;
      if (operation === null) return;
      const { kind, acceptsOperationKey } = context.contract.operation(operation);
      if (kind !== 'search') return;
      // The legacy search ignores keys.
      const isKeyed = acceptsOperationKey && first.request.headers['idempotency-key'] !== undefined;
      const failure = passingFailure(first.response);
      const mayHaveCharged = failure === 'in-between' || failure === 'server-error';
      // A failure that stays is judged itself.
      const stays = exchange !== first && passingFailure(exchange.response) === failure;
      chargedUnseen ||= !isKeyed && !first.faultPlanted && mayHaveCharged && !stays;
      // If a scenario reaches the rate limits, one more request would wait for a minute.
      if (throttleExpected || faultPlanted || completed(exchange) === null) return;
      const name = searchOf(exchange);
      searches.delete(name);
      searches.set(name, { request, exchange });
    },
    /** Call it after an admin call that changed the clock, the accounts or the faults: searches may find something else now. */
    forget: () => searches.clear(),
    /**
     * Why a comparison proves nothing: a search finds something else now, a search may have charged unseen, or a billing cycle ended
     * before a check failed. Null if none of these applies, also if the budget does not allow the repetition. `contradicts`: for a
     * failed check, whether it also fails with these later answers, by the ids of the earlier ones.
     */
    async cause(
      contradicts: ((later: ReadonlyMap<number, Exchange>) => boolean) | null,
    ): Promise<string | null> {
      if (chargedUnseen) return 'the answer to a search was lost, which may have been charged';
      const later = new Map<number, Exchange>();
      let hasMoved = false;
      const reason = await unlessSpent(async () => {
        const latest = [...searches.values()].slice(-MOST_ASKED_AGAIN);
        for (const { request, exchange } of latest) {
          // The check failed on the last answer, which is compared with those before and after it.
          if (hasMoved && exchange === latest.at(-1)!.exchange) break;
          const again = await askAgain(request);
          const lasting = lastingIn(context.wire.history);
          const [before, now] = [completed(exchange)!, completed(again)];
          if (now !== null) later.set(exchange.id, again);
          if (now !== null && foundIn(now, lasting) !== foundIn(before, lasting)) {
            hasMoved = true;
            if (contradicts === null) break;
          }
          if (hasMoved || usedBy(again) === 0) continue;
          // A charge for the same jobs means that a cycle ended. The next repetition is free, unless the target overcharges: stop then.
          if (contradicts !== null) await askAgain(request);
          break;
        }
        return contradicts !== null && context.hasTurned() ? 'a billing cycle turned meanwhile' : null;
      });
      if (hasMoved && contradicts?.(later) !== true) return 'the data moved while it was being compared';
      return reason;
    },
  };
}
