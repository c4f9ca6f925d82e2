/** Detects refusals of pages that are too large to store, and of a `limit`, lawful or not, whatever the language of the error. */
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
 * The smallest `limit` that a deployment must accept, if a search was refused because its limit is smaller; else null. If the error
 * does not name the limit, the run sends two searches that find nothing, one with this limit and one with a required limit. Their
 * answers also tell `clauseOfRefusedLimit` whether a required limit is the reason of a refusal.
 */
export async function refusedLimit(
  exchange: Exchange,
  request: Outgoing,
  context: ScenarioContext,
): Promise<number | null> {
  const { operation, response } = exchange;
  const page = operation === null ? null : context.contract.operation(operation).page;
  const limit = limitOf(exchange);
  if (page === null || !isInvalid(exchange) || !(limit >= 1 && limit <= page.most)) return null;
  const isSmall = limit < page.least;
  if (isSmall && response?.status !== 422) return null;
  if (refusesLimit(exchange, context) === null)
    for (const asked of [limit, limit === page.least ? page.most : page.least]) {
      const body = Buffer.from(JSON.stringify({ ...bodyForNothing(exchange, context), limit: asked }));
      await sendVariant(request, `limit ${asked}`, context, { body });
    }
  return isSmall && refusesLimit(exchange, context) ? page.least : null;
}

/**
 * The clause that a search breaks by refusing its `limit`, which it must accept; null if it may have another reason. Such a refusal
 * shows nothing about other clauses.
 */
export function clauseOfRefusedLimit(exchange: Exchange, context: ScenarioContext): ClauseId | null {
  const operation = exchange.operation === null ? null : context.contract.operation(exchange.operation);
  // The source does not show the limit of the historical direct search.
  if (operation?.kind !== 'search' || operation.id === 'searchJobsHistorical') return null;
  const { page, acceptedBy } = operation;
  const limit = limitOf(exchange);
  if (!isInvalid(exchange) || !(limit >= page.least && limit <= page.most)) return null;
  return refusesLimit(exchange, context) ? (acceptedBy.get('limit') ?? null) : null;
}

/**
 * True if the error names the limit, or the target always refuses such limits and accepted the same body with another one. Null if
 * searches that find nothing may show it.
 */
function refusesLimit(exchange: Exchange, context: ScenarioContext): boolean | null {
  if (namesLimit(exchange.response?.body)) return true;
  const least = context.contract.operation(exchange.operation!).page?.least ?? 0;
  const limit = limitOf(exchange);
  const searches = context.wire.history.filter(({ operation }) => operation === exchange.operation);
  // All limits below the smallest are alike.
  const isLike = (each: Exchange): boolean =>
    limit < least ? limitOf(each) < least : limitOf(each) === limit;
  if (searches.some((each) => isTaken(each) && isLike(each))) return false;
  const bodies = searches.filter((each) => isInvalid(each) && isLike(each)).map(besidesLimit);
  if (searches.some((each) => isTaken(each) && bodies.includes(besidesLimit(each)))) return true;
  const nothing = canonical({ ...bodyForNothing(exchange, context), limit: null });
  return bodies.includes(nothing) ? false : null;
}

const isInvalid = ({ response }: Exchange): boolean => [400, 422].includes(response?.status ?? 0);

/** Reads only the words of the error, since a copy of the request's body in it also contains `limit`. */
function namesLimit(body: unknown): boolean {
  const detail = follow(body, ['detail']) ?? follow(body, ['error', 'details']);
  const words = (Array.isArray(detail) ? detail : [detail]).flatMap((each) =>
    typeof each === 'string' ? each : [follow(each, ['loc']), follow(each, ['msg'])].flat(),
  );
  return words.some((each) => typeof each === 'string' && /\blimit\b/.test(each));
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
function bodyForNothing({ request }: Exchange, context: ScenarioContext): object {
  const company_network_url = follow(request.body, ['company_network_url']);
  return { company_network_url, job_keywords: { title: [context.bind('unlikelyWord')] } };
}
