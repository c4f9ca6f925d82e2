/**
 * Sends the first operation keys of a run again at its end, since a key is valid for the whole billing period (§5.2). A changed
 * request comes first, since a service that has forgotten the key would store it again with an unchanged one. Oracles judge them.
 */
import { mostCreditsOfPage, type OperationId } from '../../../spec/contract.js';
import { completed, sentKey } from '../../model/answers.js';
import type { Exchange } from '../../record/exchange.js';
import { fields, integer } from '../../values/fields.js';
import { asJson } from '../../values/unchanged.js';
import { unlessSpent } from '../../wire/budget.js';
import { sendPatiently } from '../../wire/patience.js';
import { ownRequest, PREFLIGHT } from '../../wire/wire.js';
import type { Scenario } from './scenarios.js';
import type { Session } from '../target/session.js';

const REQUESTS_PER_SEARCH = 2;
/** The fewest characters of a key. A shorter key may be from an earlier run, which sent it with another body. */
const LEAST_LENGTH = 24;
/** The most jobs of a page, since a service that has forgotten the key may charge for them again. */
const MOST_JOBS = 12;

/** The searches whose scenarios check how long keys are valid. */
function keyedSearches(scenarios: readonly Pick<Scenario, 'facts'>[]): Set<OperationId> {
  return new Set(scenarios.flatMap(({ facts }) => [...(facts.pairs['IDEM-15'] ?? [])] as OperationId[]));
}

/** The most requests that `recallFirstKeys` sends; 0 with an admin API, because no key is used for the whole run. */
export function requestsForFirstKeys(scenarios: readonly Scenario[], hasAdmin: boolean): number {
  return hasAdmin ? 0 : REQUESTS_PER_SEARCH * keyedSearches(scenarios).size;
}

/** Stops without rejecting if the budget is spent. `clockOffset`: the target's clock minus the runner's, ms. */
export async function recallFirstKeys(
  scenarios: readonly Scenario[],
  session: Session,
  clockOffset: number,
): Promise<void> {
  const { admin, budget, documents, halt, patience, profile, time, wire } = session;
  const key = profile.keys.active;
  if (admin !== null || key === undefined) return;
  const searches = keyedSearches(scenarios);
  for (const { operation: id, request } of firstKeyed(wire.history)) {
    if (!searches.has(id!)) continue;
    const operation = documents.contract.operation(id!);
    const body = fields(request.body)!;
    const more = { ...body, limit: integer(body['limit'])! + 1 };
    const send = (step: string, text: string): Promise<unknown> => {
      const own = ownRequest(step, operation, key, body, time.now() + clockOffset);
      const headers = [...own.headers, ['Idempotency-Key', request.headers['idempotency-key']!] as const];
      return sendPatiently({ ...own, headers, body: Buffer.from(text) }, patience);
    };
    const cost = REQUESTS_PER_SEARCH * mostCreditsOfPage(operation, more.limit);
    if (halt.reason !== null || budget.reserve(PREFLIGHT, cost) !== null) return;
    await unlessSpent(async () => {
      await send('the first key with another limit', asJson(more));
      await send('the first key again', request.bodyText ?? '');
    }).finally(() => budget.release(PREFLIGHT));
  }
}

/** The first successful search of the shared account under a key of the run, for each search. */
function firstKeyed(history: readonly Exchange[]): Exchange[] {
  const first = new Map<OperationId | null, Exchange>();
  for (const exchange of history) {
    const { account, channel, operation, request, faultPlanted } = exchange;
    if (account !== 'active' || channel !== 'contract' || faultPlanted || first.has(operation)) continue;
    const limit = integer(fields(request.body)?.['limit']);
    const isLong = (sentKey(exchange)?.length ?? 0) >= LEAST_LENGTH;
    if (isLong && limit !== null && limit >= 1 && limit < MOST_JOBS && completed(exchange) !== null)
      first.set(operation, exchange);
  }
  return [...first.values()];
}
