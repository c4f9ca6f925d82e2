/**
 * Detects refusals that the contract allows: of a page too large to store, and of a small `limit`, whatever the language of the error.
 * Also detects the refusal of a `limit` that the contract requires.
 */
import type { Exchange } from '../../record/exchange.js';
import { isTooLarge } from '../../record/failures.js';
import type { ClauseId } from '../../../spec/clauses.js';
import { integer } from '../../values/fields.js';
import { canonical } from '../../values/json.js';
import { follow } from '../../values/pointers.js';
import type { Outgoing } from '../../wire/wire.js';
import { sendVariant } from './request.js';
import type { ScenarioContext } from './scenario-context.js';

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * True if a search was refused for the size of its page, and jobs as large as earlier ones of the target can fill such a page.
 * Then the data prevents the scenario. If such jobs cannot fill the page, the refusal is a defect.
 */
export function isLargePage(
  { operation: id, request, response }: Exchange,
  context: ScenarioContext,
): boolean {
  if (id === null || !isTooLarge(response)) return false;
  const limit = integer(follow(request.body, ['limit'])) ?? context.contract.operation(id).page?.usual ?? 0;
  return context.wire.history.some((each) => limit * bytesPerJob(each) > MOST_BYTES);
}

/** The average size of the jobs in an answer; 0 without jobs. */
function bytesPerJob({ response }: Exchange): number {
  const jobs = follow(response?.body, ['data', 'jobs']);
  return Array.isArray(jobs) && jobs.length > 0 ? Buffer.byteLength(response!.bodyText) / jobs.length : 0;
}

/**
 * The smallest `limit` that a deployment must accept, if a search was refused because its limit is smaller; else null. An error
 * that names the limit is enough. Otherwise, this sends two searches that find nothing, to see whether the target refuses the
 * small limit and accepts the smallest required one. It does not repeat searches of the run.
 */
export async function refusedLimit(
  exchange: Exchange,
  request: Outgoing,
  context: ScenarioContext,
): Promise<number | null> {
  const { operation, response } = exchange;
  if (response?.status !== 422 || operation === null) return null;
  const least = context.contract.operation(operation).page?.least ?? 0;
  const limit = limitOf(exchange);
  if (!(limit >= 1 && limit < least)) return null;
  if (namesLimit(response.body)) return least;
  const searches = (): Exchange[] => context.wire.history.filter((each) => each.operation === operation);
  const before = searches();
  if (before.some((each) => isTaken(each) && limitOf(each) < least)) return null;
  const forNothing = bodyForNothing(exchange, context);
  const nothing = canonical({ ...forNothing, limit: null });
  const isAsked = before.some((each) => limitOf(each) === least && besidesLimit(each) === nothing);
  if (!isAsked && !isShown(before, least))
    for (const asked of [limit, least]) {
      const body = Buffer.from(JSON.stringify({ ...forNothing, limit: asked }));
      await sendVariant(request, `limit ${asked}`, context, { body });
    }
  return isShown(searches(), least) ? least : null;
}

/**
 * The clause that a search breaks by refusing its `limit`, which it must accept; null if the error does not name the limit. Such a
 * refusal shows nothing about other clauses.
 */
export function clauseOfRefusedLimit(exchange: Exchange, context: ScenarioContext): ClauseId | null {
  const { operation: id, response } = exchange;
  const operation = id === null ? null : context.contract.operation(id);
  // The source does not show the limit of the historical direct search.
  if (operation?.kind !== 'search' || operation.id === 'searchJobsHistorical') return null;
  const { page, acceptedBy } = operation;
  const limit = limitOf(exchange);
  const isRefused = response?.status === 400 || response?.status === 422;
  if (!isRefused || !(limit >= page.least && limit <= page.most) || !namesLimit(response.body)) return null;
  return acceptedBy.get('limit') ?? null;
}

/** Reads only the words of the error, since a copy of the request's body in it also contains `limit`. */
function namesLimit(body: unknown): boolean {
  const detail = follow(body, ['detail']) ?? follow(body, ['error', 'details']);
  const words = (Array.isArray(detail) ? detail : [detail]).flatMap((each) =>
    typeof each === 'string' ? each : [follow(each, ['loc']), follow(each, ['msg'])].flat(),
  );
  return words.some((each) => typeof each === 'string' && /\blimit\b/.test(each));
}

/** True if the target refused a body with a small limit and accepted the same body with another limit. */
function isShown(history: readonly Exchange[], least: number): boolean {
  const refused = history.filter((each) => each.response?.status === 422 && limitOf(each) < least);
  const bodies = refused.map(besidesLimit);
  return history.some(
    (each) => isTaken(each) && limitOf(each) >= least && bodies.includes(besidesLimit(each)),
  );
}

/** True for a success. A search that failed with 200 may not have checked its limit. */
function isTaken({ response }: Exchange): boolean {
  return response?.status === 200 && follow(response.body, ['success']) === true;
}

/** NaN, which is neither below nor above another limit, if the request has none. */
function limitOf({ request }: Exchange): number {
  return integer(follow(request.body, ['limit'])) ?? NaN;
}

function besidesLimit({ request }: Exchange): string {
  return canonical({ ...(request.body as object), limit: null });
}

/** The body of a search for a word that no title contains, with the company of the refused search. It costs nothing. */
function bodyForNothing(refused: Exchange, context: ScenarioContext): object {
  const company_network_url = follow(refused.request.body, ['company_network_url']);
  return {
    ...(company_network_url !== undefined && { company_network_url }),
    job_keywords: { title: [context.bind('unlikelyWord')] },
  };
}
