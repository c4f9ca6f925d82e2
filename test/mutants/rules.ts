/** What rules are made of: where they apply, what they change, what they remember. */
import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import {
  ConnectionLost,
  jsonOf,
  setJson,
  type Call,
  type ForwardedAnswer,
  type Mutant,
  type Rule,
} from './mutant.js';

export type Fields = Record<string, unknown>;

/** The `data` of a search that delivered. */
export interface Results extends Fields {
  jobs: Fields[];
  total: number;
  total_jobs_found: number;
  credits_used: number;
  credits_remaining: number;
}

export type Operations = readonly OperationId[];

export const DIRECT: Operations = ['searchJobs'];
export const COMPANY: Operations = ['searchCompanyJobs'];
export const HISTORICAL: Operations = ['searchCompanyJobsHistorical'];
export const HISTORICAL_DIRECT: Operations = ['searchJobsHistorical'];
export const LEGACY: Operations = ['searchCompanyJobsLegacy'];
export const ANY_COMPANY: Operations = [...COMPANY, ...HISTORICAL, ...LEGACY];
export const ANY_HISTORICAL: Operations = [...HISTORICAL, ...HISTORICAL_DIRECT];
export const KEYED: Operations = [...DIRECT, ...COMPANY, ...HISTORICAL, ...HISTORICAL_DIRECT];
export const SEARCHES: Operations = [...KEYED, ...LEGACY];
export const BOARDS: Operations = ['listJobBoards'];
export const DEPARTMENTS: Operations = ['listDepartments'];
export const LISTS: Operations = [...BOARDS, ...DEPARTMENTS];
export const LOCATIONS: Operations = ['listLocations'];
export const LOOKUPS: Operations = [...LISTS, ...LOCATIONS];
export const BALANCE: Operations = ['getCreditBalance'];
export const FREE: Operations = [...LOOKUPS, ...BALANCE];
export const ALL: Operations = [...SEARCHES, ...FREE];

/** The name of the list in a lookup's answer. */
export const LISTED: Partial<Record<OperationId, string>> = {
  listJobBoards: 'job_boards',
  listDepartments: 'departments',
  listLocations: 'locations',
};

/** A mutant whose rule needs no memory. */
export function mutant(name: string, clause: ClauseId, rule: Rule, unseenFromOutside?: string): Mutant {
  return remembering(name, clause, () => rule, unseenFromOutside);
}

/** A mutant whose rule is made anew for each run, with an empty memory. */
export function remembering(
  name: string,
  clause: ClauseId,
  rule: () => Rule,
  unseenFromOutside?: string,
): Mutant {
  return { name, clause, rule, ...(unseenFromOutside === undefined ? {} : { unseenFromOutside }) };
}

/** Passes everything on as it came. */
export const faithful: Rule = (call) => call.send();

export function concerns(operations: Operations, call: Call): boolean {
  return call.operation !== null && operations.includes(call.operation.id);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of the request as an object, empty where it is none. */
export function bodyOf(call: Call): Fields {
  const body = call.json();
  return isFields(body) ? body : {};
}

export function operationKeyOf(call: Call): string | undefined {
  return call.request.headers['idempotency-key'];
}

/** What makes two requests retries of one another, the operation key aside. */
export function intentOf(call: Call): string {
  return `${call.key} ${call.operation?.id} ${call.request.body.toString('utf8')}`;
}

/* ------------------------------------------------------------------------------------------------ on the way in */

/** Changes the request before it is passed on. */
export function incoming(operations: Operations, change: (call: Call) => void): Rule {
  return (call) => {
    if (concerns(operations, call)) change(call);
    return call.send();
  };
}

/** Edits the JSON object that a request holds; a body of another kind passes untouched. */
export function asked(operations: Operations, edit: (body: Fields, call: Call) => void): Rule {
  return incoming(operations, (call) => editRequest(call, (body) => edit(body, call)));
}

export function editRequest(call: Call, edit: (body: Fields) => void): void {
  const body = call.json();
  if (!isFields(body)) return;
  const before = JSON.stringify(body);
  edit(body);
  if (JSON.stringify(body) !== before) setJson(call.request, body);
}

/** A target that never looks at these fields of a body. */
export function forgets(operations: Operations, ...fields: string[]): Rule {
  return asked(operations, (body) => {
    for (const field of fields) delete body[field];
  });
}

/** A target that takes a value of one field for another. */
export function misreads(
  operations: Operations,
  field: string,
  read: (value: unknown, body: Fields, call: Call) => unknown,
): Rule {
  return asked(operations, (body, call) => {
    const value = read(body[field], body, call);
    if (value === undefined) delete body[field];
    else body[field] = value;
  });
}

/** A target that refuses what it should take, without doing anything. */
export function refuses(
  operations: Operations,
  when: (body: Fields, call: Call) => boolean,
  status = 422,
  detail = 'Not accepted',
): Rule {
  return (call) =>
    concerns(operations, call) && when(bodyOf(call), call)
      ? Promise.resolve(refusal(call, status, detail))
      : call.send();
}

/** A target that refuses, by its query, what a lookup should take. */
export function refusesQuery(operations: Operations, when: (query: URLSearchParams) => boolean): Rule {
  return refuses(operations, (_body, call) => when(call.request.query));
}

/** A refusal in the form that the contract gives the operation. */
export function refusal(call: Call, status: number, message: string): ForwardedAnswer {
  const codes: Record<number, string> = {
    400: 'bad_request',
    401: 'unauthorized',
    429: 'rate_limit_exceeded',
  };
  const code = codes[status] ?? 'validation_error';
  const issue = { loc: ['body'], msg: message, type: 'value_error' };
  const enveloped = call.operation?.errorForm === 'envelope' || status === 401;
  const body = enveloped
    ? { success: false, data: null, error: { code, message, details: status === 422 ? [issue] : [] } }
    : { detail: status === 422 ? [issue] : message };
  const key = operationKeyOf(call);
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': randomUUID(),
      ...(status === 429 ? { 'retry-after': '1' } : {}),
      ...(key !== undefined && call.operation?.acceptsOperationKey ? { 'idempotency-key': key } : {}),
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** A search that found nothing and says so. */
export function emptyResult(call: Call, remaining = 0): ForwardedAnswer {
  const cursor = call.operation?.cursorField ?? 'search_after';
  const answer = refusal(call, 200, '');
  answer.headers['idempotency-key'] ??= `use_v1_${randomUUID()}`;
  setJson(answer, {
    success: true,
    data: {
      ...(call.operation?.withCompany ? { company_details: null } : {}),
      jobs: [],
      total: 0,
      total_jobs_found: 0,
      credits_used: 0,
      credits_remaining: remaining,
      [cursor]: null,
    },
    error: 'No jobs were found.',
  });
  return answer;
}

/** A target that finds nothing where it should, and tells the balance that there is. */
export function findsNothing(operations: Operations, when: (body: Fields, call: Call) => boolean): Rule {
  return async (call) =>
    concerns(operations, call) && when(bodyOf(call), call)
      ? emptyResult(call, await balanceOf(call))
      : call.send();
}

/** One rule in front of the next. */
export function inTurn(...rules: readonly Rule[]): Rule {
  return rules.reduceRight<Rule>(
    (inner, outer) => (call) =>
      outer({ ...call, send: (request) => (request === undefined ? inner(call) : call.send(request)) }),
    faithful,
  );
}

/* ----------------------------------------------------------------------------------------------- on the way out */

type Status = number | readonly number[] | null;

function has(answer: ForwardedAnswer, status: Status): boolean {
  if (status === null) return true;
  return typeof status === 'number' ? answer.status === status : status.includes(answer.status);
}

/** Changes answers of these statuses (null: of all), or puts others in their place. */
export function outgoing(
  operations: Operations,
  status: Status,
  change: (answer: ForwardedAnswer, call: Call) => ForwardedAnswer | void | Promise<ForwardedAnswer | void>,
): Rule {
  return async (call) => {
    const answer = await call.send();
    if (!concerns(operations, call) || !has(answer, status)) return answer;
    return (await change(answer, call)) ?? answer;
  };
}

/** Edits the JSON of answers, or puts what `edit` returns in its place. */
export function answered(
  operations: Operations,
  status: Status,
  edit: (body: Fields, call: Call) => unknown,
): Rule {
  return outgoing(operations, status, (answer, call) => editAnswer(answer, (body) => edit(body, call)));
}

export function editAnswer(answer: ForwardedAnswer, edit: (body: Fields) => unknown): void {
  const body = jsonOf(answer);
  if (!isFields(body)) return;
  const before = JSON.stringify(body);
  const edited = edit(body);
  const after = edited === undefined ? body : edited;
  if (JSON.stringify(after) !== before) setJson(answer, after);
}

/** The results in an answer, null where it delivers none. */
export function resultsOf(answer: ForwardedAnswer): Results | null {
  const body = answer.status === 200 ? jsonOf(answer) : null;
  const data = isFields(body) && body['success'] === true ? body['data'] : null;
  return isFields(data) && Array.isArray(data['jobs']) ? (data as Results) : null;
}

/** Edits the `data` of searches that completed. */
export function results(
  operations: Operations,
  edit: (data: Results, call: Call, body: Fields) => void,
): Rule {
  return outgoing(operations, 200, (answer, call) => {
    if (resultsOf(answer) === null) return;
    editAnswer(answer, (body) => edit(body['data'] as Results, call, body));
  });
}

/** Edits every job that is delivered. */
export function everyJob(edit: (job: Fields) => void, operations: Operations = SEARCHES): Rule {
  return results(operations, ({ jobs }) => jobs.forEach(edit));
}

/** Edits the company's details where there are any. */
export function details(edit: (company: Fields) => void, operations: Operations = ANY_COMPANY): Rule {
  return results(operations, (data) => {
    if (isFields(data['company_details'])) edit(data['company_details']);
  });
}

/** Takes jobs out of a page, so that all counts agree and only the jobs are missed. */
export function withhold(data: Results, keep: (job: Fields, at: number) => boolean): void {
  const before = data.jobs.length;
  data.jobs = data.jobs.filter(keep);
  data.total = data.jobs.length;
  data.total_jobs_found -= before - data.jobs.length;
}

/** Edits the list of a lookup, or puts another in its place. */
export function listed(
  operations: Operations,
  edit: (items: Fields[], call: Call) => readonly unknown[] | void,
): Rule {
  return answered(operations, 200, (body, call) => {
    const name = LISTED[call.operation!.id]!;
    const items = body[name];
    if (Array.isArray(items)) body[name] = edit(items as Fields[], call) ?? items;
  });
}

/* -------------------------------------------------------------------------------------- what should be refused */

/** A target that takes what it should refuse: the request is changed and sent again. `change` says whether it was. */
export function takes(
  operations: Operations,
  status: Status,
  change: (call: Call, answer: ForwardedAnswer) => boolean,
): Rule {
  return outgoing(operations, status, (answer, call) => {
    if (!change(call, answer)) return undefined;
    return call.send();
  });
}

/** A target that does not mind these fields being wrong. */
export function forgives(operations: Operations, ...fields: string[]): Rule {
  return takes(operations, 422, (call) => {
    const body = bodyOf(call);
    const there = fields.filter((field) => field in body);
    for (const field of there) delete body[field];
    if (there.length > 0) setJson(call.request, body);
    return there.length > 0;
  });
}

/** The key of the last caller that was served; what lets a target open to somebody without one. */
export function rememberKeys(): {
  note(call: Call, answer: ForwardedAnswer): void;
  lend(call: Call): boolean;
} {
  let last: string | null = null;
  return {
    note(call, { status }) {
      if (status === 200 && call.key !== '') last = call.key;
    },
    lend(call) {
      if (last === null) return false;
      call.request.headers['authorization'] = `Bearer ${last}`;
      delete call.request.headers['idempotency-key'];
      return true;
    },
  };
}

/** A target that serves callers who should be refused, as if they were somebody else. */
export function opens(operations: Operations, to: (call: Call) => boolean): () => Rule {
  return () => {
    const keys = rememberKeys();
    return async (call) => {
      const answer = await call.send();
      keys.note(call, answer);
      const refused = answer.status === 403 || answer.status === 401;
      return refused && concerns(operations, call) && to(call) && keys.lend(call) ? call.send() : answer;
    };
  };
}

/* -------------------------------------------------------------------------------------------------- arithmetic */

/** What an account has spent beyond what the target says. */
export interface Surcharge {
  /** Credits to add to this answer's price; negative for a rebate. */
  (data: Results, call: Call): number;
}

/** Charges more or less than the target does, and tells a balance that agrees with it ever after. */
export function charging(operations: Operations, surcharge: () => Surcharge): () => Rule {
  return () => {
    const price = surcharge();
    const books = openBooks();
    return async (call) => {
      const answer = await call.send();
      const data = resultsOf(answer);
      if (data !== null && concerns(operations, call)) {
        const extra = books.isRetry(call, answer) ? 0 : price(data, call);
        books.charge(call.key, extra);
        if (extra !== 0)
          editAnswer(answer, (body) => {
            (body['data'] as Results).credits_used += extra;
          });
      }
      books.tell(call, answer);
      return answer;
    };
  };
}

/** Per-key accounts of what a mutant charges on its own, and answers that tell of it. */
export function openBooks(): {
  charge(key: string, credits: number): void;
  /** Writes the balance as the mutant sees it into an answer. */
  tell(call: Call, answer: ForwardedAnswer): void;
  /** Whether this operation key was answered before; notes it. */
  isRetry(call: Call, answer: ForwardedAnswer): boolean;
} {
  const spent = new Map<string, number>();
  const answeredKeys = new Set<string>();
  return {
    charge(key, credits) {
      spent.set(key, (spent.get(key) ?? 0) + credits);
    },
    tell(call, answer) {
      const more = spent.get(call.key) ?? 0;
      if (more === 0 || answer.status !== 200) return;
      editAnswer(answer, (body) => {
        const holder = isFields(body['data']) ? body['data'] : body;
        if (typeof holder['credits_remaining'] === 'number') holder['credits_remaining'] -= more;
      });
    },
    isRetry(call, answer) {
      const key = answer.headers['idempotency-key'];
      if (key === undefined) return false;
      const name = `${call.key} ${key}`;
      const before = answeredKeys.has(name);
      answeredKeys.add(name);
      return before;
    },
  };
}

/** Reads the balance of the caller on the side. */
export async function balanceOf(call: Call): Promise<number> {
  const answer = await call.send({
    method: 'GET',
    path: '/api/v1/credits/balance',
    query: new URLSearchParams(),
    body: Buffer.alloc(0),
    headers: { authorization: `Bearer ${call.key}` },
  });
  const body = jsonOf(answer);
  return isFields(body) && typeof body['credits_remaining'] === 'number' ? body['credits_remaining'] : 0;
}

/* -------------------------------------------------------------------------------------------------------- dates */

const DAY = 86_400_000;

/** A date as far as it is one: a day of the calendar moved by so many days, anything else as it is. */
export function shifted(date: unknown, days: number): unknown {
  const at = typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return Number.isNaN(at) || day(at) !== date ? date : day(at + days * DAY);
}

/** Days before today by the target's time. */
export function daysAgo({ now }: Call, days: number): string {
  return new Date(now - days * DAY).toISOString().slice(0, 10);
}

export { ConnectionLost, jsonOf, setJson };
