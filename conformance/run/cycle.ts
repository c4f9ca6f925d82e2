/** Notices that a billing cycle of the run's key has turned: what was bought in the old one is bought anew, once. */
import { turnsSeen } from '../judge/ask-oracles.js';
import { accounts as oracle } from '../judge/oracles/accounts.js';
import type { ScenarioFacts, TargetFacts } from '../record/facts.js';
import type { Session } from './session.js';

export interface Cycle {
  /** Whether searches were charged by now as if a cycle had turned, at a place that nobody has been told of yet. */
  hasTurned(): boolean;
}

export function createCycle(
  { accounts, admin, documents, wire }: Session,
  target: TargetFacts,
  scenarios: readonly ScenarioFacts[],
): Cycle {
  const known = new Map<string, number>();
  return {
    hasTurned() {
      // On a clock of its own the account's cycle turns where a scenario lets it.
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
