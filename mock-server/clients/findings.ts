/** Rules for clients that the callers of the mock break. They are judged on demand, never while a request waits. */

import { judgeClients } from '../../conformance/clients/rules/index.js';
import type { ClientJudgement } from '../../conformance/record/client-judgement.js';
import type { AdminSchemas } from '../../spec/admin.js';
import { clientRulePath, loadClientRules } from '../../spec/index.js';
import type { Account } from '../state/account.js';
import type { World } from '../state/world.js';
import { historyOf } from './history.js';

export type ClientFinding = AdminSchemas['ClientFinding'];

/** Broken rules in the journal of an account, by the journal id of the request that shows each. */
export async function findingsByRequest(
  world: World,
  account: Account,
): Promise<Map<number, ClientFinding[]>> {
  const found = new Map<number, ClientFinding[]>();
  const history = await historyOf(world, account);
  const situation = { contract: world.contract, askedOnce: false };
  for (const finding of findingsIn(world, judgeClients(history, situation))) {
    const id = finding.requests.at(-1)!;
    found.set(id, [...(found.get(id) ?? []), finding]);
  }
  return found;
}

function findingsIn(world: World, judgements: readonly ClientJudgement[]): ClientFinding[] {
  const rules = new Map<string, { level: string; title: string }>(
    loadClientRules().rules.map((rule) => [rule.id, rule]),
  );
  return judgements.flatMap(({ rule, verdict, exchanges, actual, credits }) => {
    if (verdict !== 'fail' && verdict !== 'warn') return [];
    const { level, title } = rules.get(rule)!;
    const cost = credits ? `; paid ${credits} ${credits === 1 ? 'credit' : 'credits'} too many` : '';
    const text = world.secrets.text(`${title}: ${actual}${cost}`);
    const shown = level === 'should' && verdict === 'fail' ? 'not-followed' : verdict;
    return { rule, verdict: shown, text, requests: exchanges, credits, docs: clientRulePath(rule) };
  });
}
