/** Sends the requests of the survey like all others, within the announced number. Failures are not counted against the target. */
import type { OperationId } from '../../../spec/contract.js';
import type { TextBlock } from '../../model/filters.js';
import type { Exchange, RecordedResponse } from '../../record/exchange.js';
import { isTooLarge } from '../../record/failures.js';
import { fields, integer, items } from '../../values/fields.js';
import { follow } from '../../values/pointers.js';
import type { Job } from '../../values/postings.js';
import { messageOf } from '../../values/text.js';
import { BudgetSpent } from '../../wire/budget.js';
import { mayPass, sendPatiently } from '../../wire/patience.js';
import { ownRequest, PREFLIGHT } from '../../wire/wire.js';
import type { Session } from '../target/session.js';

/** Ends a step of the survey without blaming the target; the message says why. */
export class Unfound extends Error {
  /** False if no request was answered, so that nothing is known about the data. */
  readonly looked: boolean;

  constructor(message: string, looked = false) {
    super(message);
    this.looked = looked;
  }
}

export async function unlessUnfound<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (error instanceof Unfound) return null;
    throw error;
  });
}

/** The page is larger than the service can store (503 `invalid_result`). */
export class PageTooLarge extends Unfound {}

export interface Window {
  published_after: string;
  published_before: string;
}

export type Page = ReturnType<typeof pageIn>;

/** A group for `advanced_job_keywords`: one text contains all the terms, or one of them. */
export interface Scope extends Partial<Record<TextBlock, { mode: 'and' | 'or'; terms: readonly string[] }>> {
  mode: 'and';
}

/** Requests a page of a window, which a scope may narrow; with `limit` 1, only for the total. */
export type Read = (window: Window, limit: number, cursor: unknown, scope?: Scope | null) => Promise<Page>;

/** Sends a request. Throws Unfound if there is no answer. */
export type Ask = (
  operation: OperationId,
  body: unknown,
  query?: Readonly<Record<string, string>>,
) => Promise<RecordedResponse>;

const NAME_OF: Partial<Record<OperationId, string>> = {
  searchJobs: 'the direct search',
  searchCompanyJobs: 'the company search',
  searchCompanyJobsHistorical: 'the historical company search',
  searchCompanyJobsLegacy: 'the legacy search',
  listJobBoards: 'the lookup of job boards',
  listDepartments: 'the lookup of departments',
  listLocations: 'the lookup of locations',
};

/**
 * Returns a function that sends at most `mostRequests` requests, with the active key or else the key of a new account. If a
 * target refuses small limits, they have the smallest limit that it must accept.
 */
export function asker(session: Session, mostRequests: number, targetNow: () => number): Ask {
  const { accounts, documents, budget, patience } = session;
  const refusing = new Set<OperationId>();
  let asked = 0;
  let key: string | null = null;
  const ask: Ask = async (id, body, query = {}) => {
    const name = NAME_OF[id] ?? id;
    if (asked === mostRequests) throw new Unfound(`the survey's ${mostRequests} requests are used up`);
    asked += 1;
    const operation = documents.contract.operation(id);
    const search = new URLSearchParams(query).toString();
    const path = search === '' ? operation.path : `${operation.path}?${search}`;
    key ??= await accounts.forRunner('survey').catch((error: unknown) => {
      throw new Unfound(messageOf(error));
    });
    try {
      const request = ownRequest(`survey-${asked}`, { ...operation, path }, key, body, targetNow());
      const { exchange, gaveUp } = await sendPatiently(request, patience, isPassing);
      if (gaveUp !== null) throw new Unfound(`${name}: ${gaveUp}`);
      const overspent = budget.overspent(PREFLIGHT);
      if (overspent !== null) throw new Unfound(overspent);
      if (exchange.response === null) throw new Unfound(`${name}: ${exchange.failure?.message}`);
      return exchange.response;
    } catch (error) {
      throw error instanceof BudgetSpent ? new Unfound(error.message) : error;
    }
  };
  return async (id, body, query) => {
    const limit = follow(body, ['limit']);
    const least = documents.contract.operation(id).page?.least ?? 0;
    const isFew = Number.isInteger(limit) && Number(limit) < least;
    const withMore = isFew ? { ...(body as object), limit: least } : body;
    if (!isFew || refusing.has(id)) return ask(id, withMore, query);
    const answer = await ask(id, body, query);
    if (answer.status !== 422) return answer;
    const again = await ask(id, withMore, query);
    if (again.status === 200) refusing.add(id);
    return again;
  };
}

/** True for a failure that may be temporary. A timeout is none: a target that hangs would take too long. */
function isPassing(exchange: Exchange): boolean {
  const isLost = ['connection', 'aborted'].includes(exchange.failure?.kind ?? '');
  return isLost || (mayPass(exchange) && !isTooLarge(exchange.response));
}

/** Reads the jobs and the total of an answer, even if its form is wrong. */
export function pageIn({ body }: RecordedResponse) {
  const data = fields(follow(body, ['data'])) ?? {};
  const jobs: Job[] = items(data['jobs'])
    .map(fields)
    .filter((job) => job !== null);
  const [total, credits] = [integer(data['total_jobs_found']), integer(data['credits_used'])];
  return {
    total: total !== null && total >= 0 ? total : jobs.length,
    jobs,
    cursor: data['search_after'],
    credits: credits ?? jobs.length,
  };
}

/** Returns the response of a search. Throws Unfound unless it is a success. */
export function successOf(operation: OperationId, response: RecordedResponse): RecordedResponse {
  const message = `${NAME_OF[operation]} answered ${response.status}`;
  if (isTooLarge(response)) throw new PageTooLarge(message);
  if (response.status !== 200) throw new Unfound(message);
  return response;
}

/** Returns the page that a search finds. Throws Unfound unless it is a success. */
export async function search(ask: Ask, operation: OperationId, body: object): Promise<Page> {
  return pageIn(successOf(operation, await ask(operation, body)));
}

/** Reads pages of one operation with these members in every body. */
export function reader(ask: Ask, operation: OperationId, payload: object): Read {
  return (window, limit, cursor, scope = null) => {
    const narrowed = scope === null ? {} : { advanced_job_keywords: [scope] };
    const body = { ...payload, ...narrowed, ...window, exclude_duplicates: false, limit };
    return search(ask, operation, cursor === null ? body : { ...body, search_after: cursor });
  };
}
