/** Detects that a billing cycle of the run's key has ended. Jobs of the old cycle then cost credits once more. */
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
    /** True if the charges so far show the end of a cycle that was not reported yet. */
    hasTurned(): boolean {
      // With an admin API, the cycle of an account ends only if a scenario moves its clock.
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
