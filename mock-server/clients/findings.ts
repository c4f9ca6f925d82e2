/** Finds rules for clients that callers of the mock break. Judges on demand, and never while a request waits. */

import { judgeClients } from '../../conformance/clients/rules/index.js';
import type { AdminSchemas } from '../../spec/admin.js';
import { clientRulePath, loadClientRules } from '../../spec/index.js';
import type { Account } from '../state/account.js';
import type { World } from '../state/world.js';
import { historyOf } from './history.js';

export type ClientFinding = AdminSchemas['ClientFinding'];

/** Returns the broken rules in an account's journal, by the journal id of the last request that shows each. */
export async function findingsByRequest(
  world: World,
  account: Account,
): Promise<Map<number, ClientFinding[]>> {
  const found = new Map<number, ClientFinding[]>();
  const { rules } = loadClientRules();
  const history = await historyOf(world, account);
  const situation = { contract: world.contract, askedOnce: false };
  for (const { rule, verdict, exchanges, actual, credits } of judgeClients(history, situation)) {
    if (verdict !== 'fail' && verdict !== 'warn') continue;
    const { level, title } = rules.find(({ id }) => id === rule)!;
    const cost = credits ? `; paid ${credits} ${credits === 1 ? 'credit' : 'credits'} too many` : '';
    const text = world.secrets.text(`${title}: ${actual}${cost}`);
    const shown = level === 'should' && verdict === 'fail' ? 'not-followed' : verdict;
    const docs = clientRulePath(rule);
    const finding: ClientFinding = { rule, verdict: shown, text, requests: exchanges, credits, docs };
    const id = exchanges.at(-1)!;
    found.set(id, [...(found.get(id) ?? []), finding]);
  }
  return found;
}
