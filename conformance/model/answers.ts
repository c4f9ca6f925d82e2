/** What exchanges say, as far as it has the form that the contract gives it; all else is null. */
import { isOperationKey } from '../../spec/operation-key.js';
import { hash } from 'node:crypto';
import type { Operation, SearchOperation } from '../../spec/contract.js';
import type { Exchange, RecordedResponse } from '../record/exchange.js';
import { boardNames, type BoardNames } from './boards.js';
import { fields, integer, type Fields } from '../values/fields.js';
import { addressOf } from '../values/postings.js';
import type { HistoryContext } from './context.js';

export interface Answer {
  exchange: Exchange;
  operation: Operation;
  response: RecordedResponse;
}

/** A search that completed: 200, `success` true, and jobs to look at. */
export interface SearchAnswer extends Answer {
  operation: SearchOperation;
  /** The request's JSON object; empty when the body was none. */
  request: Fields;
  data: Fields;
  jobs: readonly Fields[];
}

/** All answers of the contract's operations, in order of sending. */
export function answers(history: readonly Exchange[], context: HistoryContext): Answer[] {
  return history.flatMap((exchange) => {
    const { channel, operation, response } = exchange;
    if (channel !== 'contract' || operation === null || response === null) return [];
    return [{ exchange, operation: context.contract.operation(operation), response }];
  });
}

export function searchAnswers(history: readonly Exchange[], context: HistoryContext): SearchAnswer[] {
  return answers(history, context).flatMap((answer) => searchAnswer(answer) ?? []);
}

/** Null for everything but a completed search; the forms that are broken are the business of another oracle. */
export function searchAnswer(answer: Answer): SearchAnswer | null {
  const { operation, response, exchange } = answer;
  const body = fields(response.body);
  if (operation.kind !== 'search' || response.status !== 200 || body?.['success'] !== true) return null;
  const data = fields(body['data']);
  const jobs = data?.['jobs'];
  if (data === null || !Array.isArray(jobs) || jobs.some((job) => fields(job) === null)) return null;
  return { ...answer, operation, request: fields(exchange.request.body) ?? {}, data, jobs: jobs as Fields[] };
}

/** The largest page that the request asks for, by its `limit` or the default of 100. */
export function limitOf(request: Fields): number {
  const limit = integer(request['limit']);
  return limit === null || limit < 1 ? 100 : limit;
}

/** Of jobs that were named: where a cycle may have turned is tried place by place, with the same jobs each time. */
const named = new WeakMap<Fields, string>();

/** A name for a posting: two jobs with one name are one posting. Null where nothing in the job is sure to tell it from others. */
function postingName(job: Fields): string | null {
  if (addressOf(job) === null) return null;
  const name = named.get(job) ?? hash('sha1', JSON.stringify(job), 'base64');
  named.set(job, name);
  return name;
}

/** Names of the postings of one page; a name that comes twice in it names nothing. */
export function postingNames(jobs: readonly Fields[]): (string | null)[] {
  const names = jobs.map(postingName);
  const counts = new Map<string | null, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name) => (counts.get(name) === 1 ? name : null));
}

/**
 * Names of listings that may be others in disguise: of those that one page, asked for duplicates, holds twice, alike in every
 * field (reading duplicate), and of all with an address that two jobs of one page have: there may be more of them, alike.
 */
export function namesOfTwins(found: readonly SearchAnswer[]): ReadonlySet<string> {
  const twins = new Set<string>();
  const shared = new Set<string>();
  for (const { jobs, request } of found) {
    const names = new Map<string, string>();
    for (const job of jobs) {
      const [name, address] = [postingName(job), addressOf(job)];
      if (name === null || address === null) continue;
      const before = names.get(address);
      if (before !== undefined && before !== name) shared.add(address);
      if (before === name && request['exclude_duplicates'] === false) twins.add(name);
      names.set(address, name);
    }
  }
  for (const job of found.flatMap(({ jobs }) => jobs))
    if (shared.has(addressOf(job) ?? '')) twins.add(postingName(job)!);
  return twins;
}

/** The well-formed operation key that was sent. */
export function sentKey({ request }: Exchange): string | null {
  const key = request.headers['idempotency-key'];
  return key !== undefined && isOperationKey(key) ? key : null;
}

export interface KnownBoards {
  names: BoardNames;
  /** True if some lookup returned the full list. */
  complete: boolean;
}

/** Reference values that job-board lookups of the run gave. */
export function knownBoards(history: readonly Exchange[]): KnownBoards {
  const listed: unknown[] = [];
  let complete = false;
  for (const { operation, response, request } of history) {
    const list = operation === 'listJobBoards' ? fields(response?.body)?.['job_boards'] : undefined;
    if (!Array.isArray(list) || response?.status !== 200) continue;
    listed.push(...(list as unknown[]));
    complete ||= (request.query['q'] ?? '').trim() === '' && list.length > 0;
  }
  return { names: boardNames(listed), complete };
}

/** `3 jobs`, `1 job` */
export function jobCount(n: number): string {
  return `${n} job${n === 1 ? '' : 's'}`;
}

/** Where each posting was delivered first in the whole run, on any account. */
export function firstDeliveries(
  history: readonly Exchange[],
  context: HistoryContext,
): Map<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const { exchange, jobs } of searchAnswers(history, context)) {
    for (const name of postingNames(jobs)) if (name !== null && !first.has(name)) first.set(name, exchange);
  }
  return first;
}
