/** Reads answers of exchanges, as far as they have the form of the contract. */
import { isOperationKey } from '../../spec/operation-key.js';
import { hash } from 'node:crypto';
import type { Operation, SearchOperation } from '../../spec/contract.js';
import type { Exchange, RecordedResponse } from '../record/exchange.js';
import { balanceIn } from '../values/balance.js';
import { fields, integer, type Fields } from '../values/fields.js';
import { canonical, digestOfJson } from '../values/json.js';
import { once } from '../values/once.js';
import { follow } from '../values/pointers.js';
import { addressOf } from '../values/postings.js';
import { lastingIn } from './lasting-links.js';
import { perHistory } from './context.js';

export interface Answer {
  exchange: Exchange;
  operation: Operation;
  response: RecordedResponse;
}

/** The ways to name the company of a search (§4.3, §4.6). */
export const IDENTITIES = ['company_name', 'company_domain', 'company_network_url'];

/** A search that completed: 200, `success` true, and jobs to look at. */
export interface SearchAnswer extends Answer {
  operation: SearchOperation;
  /** The body of the request as a JSON object; empty if it was not an object. */
  request: Fields;
  data: Fields;
  /** With links that differ between answers, they lack the parts that differ; `completed` returns them as received. */
  jobs: readonly Fields[];
}

export const answers = perHistory((history, context): readonly Answer[] =>
  history.flatMap((exchange) => {
    const { channel, operation, response } = exchange;
    if (channel !== 'contract' || operation === null || response === null) return [];
    return [{ exchange, operation: context.contract.operation(operation), response }];
  }),
);

export const searchAnswers = perHistory((history, context): readonly SearchAnswer[] => {
  const lasting = lastingIn(context.whole ?? history);
  const found = answers(history, context).flatMap((answer) => searchAnswer(answer) ?? []);
  return found.map((answer) => ({ ...answer, jobs: answer.jobs.map(lasting) }));
});

/** True if the query, or the body and the operation key of a search, follow the contract. */
export function isValid(exchange: Exchange, operation: Operation, check = operation.validateBody): boolean {
  const { headers, body, query } = exchange.request;
  if (operation.kind !== 'search') return operation.validateQuery(query).length === 0;
  const hasWrongKey = headers['idempotency-key'] !== undefined && sentKey(exchange) === null;
  return !hasWrongKey && fields(body) !== null && check(body).length === 0;
}

/** Null unless the search completed. Another oracle reports broken forms. */
export function searchAnswer(answer: Answer): SearchAnswer | null {
  const { operation, exchange } = answer;
  if (operation.kind !== 'search') return null;
  const found = completed(exchange);
  return found && { ...answer, operation, request: fields(exchange.request.body) ?? {}, ...found };
}

export type Answered = Pick<Exchange, 'response'>;

type Found = Pick<SearchAnswer, 'data' | 'jobs'>;

export function completed({ response }: Answered): Found | null {
  const body = fields(response?.body);
  if (response?.status !== 200 || body?.['success'] !== true) return null;
  const data = fields(body['data']);
  const jobs = data?.['jobs'];
  if (data === null || !Array.isArray(jobs) || jobs.some((job) => fields(job) === null)) return null;
  return { data, jobs: jobs as Fields[] };
}

export function figureIn(exchange: Answered, name: 'credits_used' | 'credits_remaining'): number | null {
  return integer(completed(exchange)?.data[name]);
}

/** `credits_used` of a completed search; 0 if it is absent or negative. */
export function usedBy(exchange: Answered): number {
  return Math.max(0, figureIn(exchange, 'credits_used') ?? 0);
}

/** The balance that an answer states. A search that failed may fill its figures with zeros. */
export function statedBalance({ operation, response }: Exchange, pointer: string | null): number | null {
  if (response?.status !== 200 || follow(response.body, ['success']) === false) return null;
  if (operation === 'getCreditBalance') return balanceIn(response.body, pointer);
  return integer(follow(response.body, ['data', 'credits_remaining']));
}

/** Equal for two answers with the same jobs and total, in any order. */
export function foundIn({ data, jobs }: Found, lasting = (job: Fields) => job): string {
  return digestOfJson([data['total_jobs_found'], jobs.map((job) => digestOfJson(lasting(job))).sort()]);
}

export function searchOf({ account, operation, request }: Exchange): string {
  return `${account} ${operation} ${canonical(request.body ?? request.bodyText)}`;
}

/** Equal for searches that differ only in their cursor and in these members of the body. */
export function searchWithout({ request, operation }: SearchAnswer, members: readonly string[]): string {
  const dropped = ['search_after', 'next_cursor', ...members];
  const left = Object.entries(request).filter(([name]) => !dropped.includes(name));
  return `${operation.id} ${canonical(Object.fromEntries(left))}`;
}

/** The largest page that the request allows: its `limit`, or the default of its operation. */
export function limitOf({ request, operation }: Pick<SearchAnswer, 'request' | 'operation'>): number {
  const limit = integer(request['limit']);
  return limit === null || limit < 1 ? operation.page.usual : limit;
}

/** A name for a posting: two jobs with one name are one posting. Null if other postings may look the same. */
const postingName = once((job: Fields): string | null =>
  addressOf(job) === null ? null : hash('sha1', JSON.stringify(job), 'base64'),
);

/** Names of the postings of one page; null for a name that occurs twice. */
export function postingNames(jobs: readonly Fields[]): (string | null)[] {
  const names = jobs.map(postingName);
  const counts = new Map<string | null, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name) => (counts.get(name) === 1 ? name : null));
}

/**
 * Names that several postings may share: a page with duplicates contains two jobs with this name (reading duplicate), or two
 * different jobs of one page have the same address.
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

/** The operation key that was sent; null if there was none, or a malformed one. */
export function sentKey({ request }: Exchange): string | null {
  const key = request.headers['idempotency-key'];
  return key !== undefined && isOperationKey(key) ? key : null;
}

/** The boards that lookups of the run listed. `complete`: some lookup returned the full list. */
export const knownBoards = perHistory((history) => {
  const listed: unknown[] = [];
  let complete = false;
  for (const { operation, response, request } of history) {
    const list = operation === 'listJobBoards' ? fields(response?.body)?.['job_boards'] : undefined;
    if (!Array.isArray(list) || response?.status !== 200) continue;
    listed.push(...(list as unknown[]));
    complete ||= (request.query['q'] ?? '').trim() === '' && list.length > 0;
  }
  return { names: boardNames(listed), complete };
});

/** Maps each posting to the exchange that delivered it first, on any account. */
export function firstDeliveries(found: readonly SearchAnswer[]): Map<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const { exchange, jobs } of found)
    for (const name of postingNames(jobs)) if (name !== null && !first.has(name)) first.set(name, exchange);
  return first;
}

/** By the value and the label of each board, in lower case: its value, or null if several boards share the name. */
export type BoardNames = ReadonlyMap<string, string | null>;

/** `listed`: items of the job-boards lookup. */
export function boardNames(listed: readonly unknown[]): BoardNames {
  const names = new Map<string, string | null>();
  for (const item of listed) {
    const { label, value } = fields(item) ?? {};
    if (typeof label !== 'string' || typeof value !== 'string') continue;
    const board = names.get(value.toLowerCase()) ?? value;
    for (const name of [value.toLowerCase(), label.toLowerCase()])
      names.set(name, !names.has(name) || names.get(name) === board ? board : null);
  }
  return names;
}
