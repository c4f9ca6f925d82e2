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
import { mayPass, outwait } from '../../wire/patience.js';
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
  const { admin, budget, documents, profile, wire } = session;
  if (admin !== null || profile.keys.active === undefined) return;
  const searches = keyedSearches(scenarios);
  const firsts = firstKeyed(wire.history).filter(({ operation }) => searches.has(operation!));
  for (const first of firsts) {
    const { contract } = documents;
    const limit = integer(fields(first.request.body)?.['limit'])!;
    const cost = REQUESTS_PER_SEARCH * mostCreditsOfPage(contract.operation(first.operation!), limit + 1);
    if (session.halt.reason !== null || budget.reserve(PREFLIGHT, cost) !== null) return;
    await unlessSpent(async () => {
      await sendAgain(first, limit + 1, session, clockOffset);
      await sendAgain(first, limit, session, clockOffset);
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

async function sendAgain(
  { operation, request }: Exchange,
  limit: number,
  { documents, patience, profile, time, wire }: Session,
  clockOffset: number,
): Promise<void> {
  const body = { ...fields(request.body), limit };
  const isSame = asJson(body) === asJson(request.body);
  const step = isSame ? 'the first key again' : 'the first key with another limit';
  const now = time.now() + clockOffset;
  const own = ownRequest(step, documents.contract.operation(operation!), profile.keys.active!, body, now);
  const outgoing = {
    ...own,
    headers: [...own.headers, ['Idempotency-Key', request.headers['idempotency-key']!] as const],
    body: isSame ? Buffer.from(request.bodyText ?? '') : own.body,
  };
  const [first] = await wire.send([outgoing]);
  if (first !== undefined) await outwait(first, outgoing, mayPass, { ...patience, wire });
}
