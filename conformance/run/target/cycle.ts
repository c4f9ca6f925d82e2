/** Notices that a billing cycle of the run's key has turned. Jobs of the old cycle are then bought again, once. */
import { turnsSeen } from '../../judge/ask-oracles.js';
import { accounts as oracle } from '../../judge/oracles/accounts/accounts.js';
import type { ScenarioFacts, TargetFacts } from '../../record/facts.js';
import type { Session } from './session.js';

export type Cycle = ReturnType<typeof createCycle>;

export function createCycle(
  { accounts, admin, documents, wire }: Session,
  target: TargetFacts,
  scenarios: readonly ScenarioFacts[],
) {
  const known = new Map<string, number>();
  return {
    /** True if the charges so far show a turn of the cycle that was not reported yet. */
    hasTurned(): boolean {
      // With its own clock, the account's cycle turns only when a scenario turns it.
      if (admin !== null) return false;
      const record = {
        exchanges: [...wire.history],
        accounts: [...accounts.byAlias.values()],
        target,
        scenarios,
      };
      const turns = turnsSeen(record, { ...documents, oracles: [oracle] });
      const isNew = [...turns].some(([account, { from }]) => known.get(account) !== from);
      for (const [account, { from }] of turns) known.set(account, from);
      return isNew;
    },
  };
}
