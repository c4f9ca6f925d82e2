/** Detects that a billing cycle of the run's key has ended. Jobs of the old cycle then cost credits once more. */
import { turnsSeen } from '../judge/ask-oracles.js';
import { accounts as oracle } from '../judge/oracles/accounts/accounts.js';
import { targetFacts, type Prepared } from './prepared.js';

/** Returns a function that is true if the charges so far show the end of a cycle that it did not report yet. */
export function cycleWatch(session: Prepared): () => boolean {
  const known = new Map<string, number>();
  return () => {
    const { accounts, admin, documents, wire } = session;
    // With an admin API, the cycle of an account ends only if a scenario moves its clock.
    if (admin !== null) return false;
    const record = {
      exchanges: [...wire.history],
      accounts: [...accounts.byAlias.values()],
      target: targetFacts(session),
    };
    const turns = turnsSeen(record, { ...documents, oracles: [oracle] });
    const isNew = [...turns].some(([account, { from }]) => known.get(account) !== from);
    for (const [account, { from }] of turns) known.set(account, from);
    return isNew;
  };
}
