/** Building blocks of rules. Most take the operations, and the statuses of answers, that they apply to. */
import { randomUUID } from 'node:crypto';
import { IDENTITIES } from '../../conformance/model/answers.js';
import { dayBack, shiftDay } from '../../conformance/values/dates.js';
import type { OperationId } from '../../spec/contract.js';
import { ConnectionLost, jsonOf, setJson } from './mutant.js';
import type { Call, ForwardedAnswer, Message, Rule } from './mutant.js';
import { ALL, KEYED, SEARCHES, type Operations } from './operations.js';

export type { Rules } from './mutant.js';
export { ConnectionLost, jsonOf, setJson, type Call };

export type Fields = Record<string, unknown>;

/** Selects requests by their body or query parameters. */
type Condition = (body: Fields, call: Call) => boolean;

/** Edits a JSON object in place, or returns a value that replaces it. */
type Edit = (body: Fields, call: Call) => unknown;

/** Changes an answer in place, or returns another one. */
export type AnswerChange = (
  answer: ForwardedAnswer,
  call: Call,
) => ForwardedAnswer | void | Promise<ForwardedAnswer | void>;

/** The `data` of a search that succeeded. */
export interface Results extends Fields {
  jobs: Fields[];
  total: number;
  total_jobs_found: number;
  credits_used: number;
  credits_remaining: number;
}

/** The name of the list in the answer of a lookup. */
export const LISTED: Partial<Record<OperationId, string>> = {
  listJobBoards: 'job_boards',
  listDepartments: 'departments',
  listLocations: 'locations',
};

export const faithful: Rule = (call) => call.send();

export function concerns(operations: Operations, call: Call): boolean {
  return call.operation !== null && operations.includes(call.operation.id);
}

export function limitTo(operations: Operations, rule: Rule): Rule {
  return (call) => (concerns(operations, call) ? rule(call) : call.send());
}

/** Applies a rule to some operations. It still sees the other requests, with a null operation, for example to correct balances. */
export function confined(operations: Operations, rule: Rule): Rule {
  return (call) => rule(concerns(operations, call) ? call : { ...call, operation: null });
}

/** Applies a rule to requests with an operation key. `own` is a name that is unique to the account and key. */
export function keyed(
  rule: (call: Call, key: string, own: string) => Promise<ForwardedAnswer>,
  operations: Operations = KEYED,
): Rule {
  return limitTo(operations, (call) => {
    const key = operationKeyOf(call);
    return key === undefined ? call.send() : rule(call, key, `${call.key} ${key}`);
  });
}

export function remembering<State>(state: State, rule: (state: State) => Rule): Rule {
  return rule(state);
}

/** Returns a function that counts its calls with each name. */
export function counter(): (name?: string) => number {
  const counts = new Map<string, number>();
  return (name = '') => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

type Sending = (call: Call) => Promise<{ answer: ForwardedAnswer; isAlone: boolean }>;

/** Returns a function that sends a call. `isAlone` in its result is true if no matching call was in flight when the call began. */
export function inFlight(
  nameOf: (call: Call) => string,
  matches = (name: string, other: string): boolean => name === other,
): Sending {
  const running: string[] = [];
  return async (call) => {
    const name = nameOf(call);
    const isAlone = !running.some((other) => matches(name, other));
    running.push(name);
    const answer = await call.send();
    running.splice(running.indexOf(name), 1);
    return { answer, isAlone };
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; empty if the value is not a list. */
export function fieldsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** Keyword groups and the groups in them, the inner ones first. */
export function withGroups(value: unknown): Fields[] {
  return fieldsIn(value).flatMap((group) => [...withGroups(group['groups']), group]);
}

function askedIn(call: Call): unknown {
  return call.request.method === 'GET' ? Object.fromEntries(call.request.query) : call.json();
}

/** The members of a body, or the query parameters of a lookup; empty if the body is not an object. */
export function bodyOf(call: Call): Fields {
  const body = askedIn(call);
  return isFields(body) ? body : {};
}

/** Replaces a body, or the query parameters of a lookup. */
function setBody({ request }: Call, body: Fields): void {
  if (request.method === 'GET') request.query = new URLSearchParams(body as Record<string, string>);
  else setJson(request, body);
}

export function operationKeyOf(call: Call): string | undefined {
  return call.request.headers['idempotency-key'];
}

/** Equal for two requests that are retries of each other. Ignores the operation key. */
export function intentOf(call: Call): string {
  return `${call.key} ${call.operation?.id} ${call.request.body.toString('utf8')}`;
}

/* ---------------------------------------------------------------------------------------------------- requests */

/** Changes requests before they are forwarded. */
export function incoming(operations: Operations, change: (call: Call) => void): Rule {
  return limitTo(operations, (call) => {
    change(call);
    return call.send();
  });
}

/** Edits the JSON object in requests, or the query parameters of lookups. Other bodies pass unchanged. */
export function asked(operations: Operations, edit: Edit): Rule {
  return incoming(operations, (call) => {
    const body = askedIn(call);
    if (!isFields(body)) return;
    const before = JSON.stringify(body);
    edit(body, call);
    if (JSON.stringify(body) !== before) setBody(call, body);
  });
}

/** Computes the new value of a field; undefined removes the field. */
export type Change<Holder extends Fields = Fields> = (value: unknown, holder: Holder, call: Call) => unknown;

export function change(holder: Fields, field: string, value: unknown): void {
  if (value === undefined) delete holder[field];
  else holder[field] = value;
}

/** Replaces a field of requests. */
export function misreads(operations: Operations, field: string, read: Change): Rule {
  return asked(operations, (body, call) => change(body, field, read(body[field], body, call)));
}

/** Replaces a field that holds a list. */
export function misreadsList(
  operations: Operations,
  field: string,
  read: (list: unknown[]) => unknown[] | undefined,
): Rule {
  return misreads(operations, field, (value) => (Array.isArray(value) ? read(value) : value));
}

/** Refuses valid requests without forwarding them. */
export function refuses(operations: Operations, when: Condition, status = 422): Rule {
  return limitTo(operations, async (call) =>
    when(bodyOf(call), call) ? refusal(call, status, 'Not accepted') : call.send(),
  );
}

const CODES: Record<number, string> = { 400: 'bad_request', 401: 'unauthorized', 429: 'rate_limit_exceeded' };

/** A refusal in the form that the contract defines for the operation. */
export function refusal(
  call: Call,
  status: number,
  message: string,
  retryAfter = status === 429 ? '1' : undefined,
): ForwardedAnswer {
  const code = CODES[status] ?? 'validation_error';
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
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      ...(key !== undefined && call.operation?.acceptsOperationKey ? { 'idempotency-key': key } : {}),
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

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

/** Answers searches for which `when` is true with no results and the current balance. */
export function findsNothing(operations: Operations, when: Condition): Rule {
  return limitTo(operations, async (call) =>
    when(bodyOf(call), call) ? emptyResult(call, await balanceOf(call)) : call.send(),
  );
}

/** Chains rules: each rule forwards to the next one. */
export function inTurn(...rules: readonly Rule[]): Rule {
  return rules.reduceRight<Rule>(
    (inner, outer) => (call) =>
      outer({ ...call, send: (request) => (request === undefined ? inner(call) : call.send(request)) }),
    faithful,
  );
}

/* ----------------------------------------------------------------------------------------------------- answers */

/** Null: every status. */
type Status = number | readonly number[] | null;

export function outgoing(operations: Operations, status: Status, change: AnswerChange): Rule {
  return async (call) => {
    const answer = await call.send();
    const isMeant = status === null || [status].flat().includes(answer.status);
    if (!isMeant || !concerns(operations, call)) return answer;
    return (await change(answer, call)) ?? answer;
  };
}

/** Replaces a header of all answers; `read` returns undefined to remove it. */
export function header(
  name: string,
  read: (value: string | undefined, call: Call) => string | undefined,
): Rule {
  return outgoing(ALL, null, ({ headers }, call) => change(headers, name, read(headers[name], call)));
}

export function answered(operations: Operations, status: Status, edit: Edit): Rule {
  return outgoing(operations, status, (answer, call) => editJson(answer, (body) => edit(body, call)));
}

export function editJson(message: Message, edit: (body: Fields) => unknown): void {
  const body = jsonOf(message);
  if (!isFields(body)) return;
  const before = JSON.stringify(body);
  const edited = edit(body);
  const after = edited === undefined ? body : edited;
  if (JSON.stringify(after) !== before) setJson(message, after);
}

/** The results in an answer; null if the search did not succeed. */
export function resultsOf(answer: ForwardedAnswer): Results | null {
  const body = answer.status === 200 ? jsonOf(answer) : null;
  const data = isFields(body) && body['success'] === true ? body['data'] : null;
  return isFields(data) && Array.isArray(data['jobs']) ? (data as Results) : null;
}

/** Edits the `data` of an answer if its search succeeded. */
export function editResults(answer: ForwardedAnswer, edit: (data: Results, body: Fields) => void): void {
  if (resultsOf(answer) !== null) editJson(answer, (body) => edit(body['data'] as Results, body));
}

/** Edits the `data` of searches that succeeded. */
export function results(
  operations: Operations,
  edit: (data: Results, call: Call, body: Fields) => void,
): Rule {
  return outgoing(operations, 200, (answer, call) =>
    editResults(answer, (data, body) => edit(data, call, body)),
  );
}

export function ofResults(operations: Operations, field: string, read: Change<Results>): Rule {
  return results(operations, (data, call) => change(data, field, read(data[field], data, call)));
}

export function ofJobs(field: string, read: (value: unknown, job: Fields) => unknown): Rule {
  return results(SEARCHES, ({ jobs }) => {
    for (const job of jobs) change(job, field, read(job[field], job));
  });
}

/** Removes jobs from a page, and corrects the counts. */
export function withhold(data: Results, keep: (job: Fields, at: number) => boolean): void {
  const before = data.jobs.length;
  data.jobs = data.jobs.filter(keep);
  data.total = data.jobs.length;
  data.total_jobs_found -= before - data.jobs.length;
}

/** Edits the list of a lookup. `edit` can return another list. */
export function listed(
  operations: Operations,
  edit: (items: Fields[], q: string | null, call: Call) => readonly unknown[] | void,
): Rule {
  return answered(operations, 200, (body, call) => {
    const name = LISTED[call.operation!.id]!;
    const items = body[name];
    if (Array.isArray(items))
      body[name] = edit(items as Fields[], call.request.query.get('q'), call) ?? items;
  });
}

/* ---------------------------------------------------------------------------------------------- invalid requests */

/** Accepts invalid requests: if an answer has this status, and `mend` changes the body or query, sends the changed request. */
export function takes(operations: Operations, status: Status, mend: Edit): Rule {
  return outgoing(operations, status, (_answer, call) => {
    const body = bodyOf(call);
    const before = JSON.stringify(body);
    mend(body, call);
    if (JSON.stringify(body) === before) return undefined;
    setBody(call, body);
    return call.send();
  });
}

/** Accepts searches whose company is wrong, and answers for the company of the last successful search. */
export function findsTheLast(operations: Operations, isMeant: (call: Call) => boolean): Rule {
  let known: Fields | undefined;
  return outgoing(operations, [200, 400, 422], ({ status }, call) => {
    const body = bodyOf(call);
    if (status === 200) known = Object.fromEntries(IDENTITIES.map((field) => [field, body[field]]));
    if (status === 200 || !isMeant(call)) return undefined;
    if (known === undefined) return emptyResult(call);
    setJson(call.request, { ...body, ...known });
    return call.send();
  });
}

/** Remembers the API keys of requests that succeeded, to send other requests with them. */
export function rememberKeys() {
  const known = new Set<string>();
  return {
    note({ key }: Call, { status }: ForwardedAnswer) {
      if (status !== 200 || key === '') return;
      known.delete(key);
      known.add(key);
    },
    /** Replaces the API key by the latest one that `isFor` accepts, and removes the operation key. Returns false if no key is accepted. */
    lend({ key, request: { headers } }: Call, isFor: (sent: string, known: string) => boolean = () => true) {
      const other = [...known].findLast((each) => isFor(key, each));
      if (other === undefined) return false;
      headers['authorization'] = `Bearer ${other}`;
      delete headers['idempotency-key'];
      return true;
    },
  };
}

/** Serves callers that the target refuses, by sending their request again with a known key that `isFor` accepts. */
export function opens(operations: Operations, isFor: (sent: string, known: string) => boolean): Rule {
  const keys = rememberKeys();
  return async (call) => {
    const answer = await call.send();
    keys.note(call, answer);
    const isRefused = answer.status === 403 || answer.status === 401;
    return isRefused && concerns(operations, call) && keys.lend(call, isFor) ? call.send() : answer;
  };
}

/* ----------------------------------------------------------------------------------------------------- credits */

/** Charges `extra` credits on top of the target's price; negative numbers are discounts. Answers show the reduced balance. */
export function charges(
  operations: Operations,
  extra: (answer: ForwardedAnswer, call: Call, isRetry: () => boolean, isAlone: boolean) => number,
  send: Sending = async (call) => ({ answer: await call.send(), isAlone: true }),
): Rule {
  const books = openBooks();
  return async (call) => {
    const { answer, isAlone } = await send(call);
    const isRetry = (): boolean => books.isRetry(call, answer);
    const more = concerns(operations, call) ? extra(answer, call, isRetry, isAlone) : 0;
    books.charge(call, answer, more);
    return answer;
  };
}

/** Charges `extra` credits for results, and adds them to `credits_used`. */
export function charging(
  operations: Operations,
  extra: (data: Results, call: Call, isAlone: boolean) => number,
  send?: Sending,
): Rule {
  return charges(
    operations,
    (answer, call, isRetry, isAlone) => {
      const data = resultsOf(answer);
      const more = data === null || isRetry() ? 0 : extra(data, call, isAlone);
      if (more !== 0) editResults(answer, (edited) => void (edited.credits_used += more));
      return more;
    },
    send,
  );
}

/** The mutant's own charges, by API key. */
function openBooks() {
  const spent = new Map<string, number>();
  const uses = counter();
  const told = new Map<string, { balance: number; more: number }>();
  const nameOf = ({ key }: Call, { headers }: ForwardedAnswer): string =>
    `${key} ${headers['idempotency-key']}`;
  return {
    /**
     * Reduces the balance in an answer by all charges so far. A recovered answer that shows its old balance is reduced by
     * those of then, unless it is charged itself.
     */
    charge(call: Call, answer: ForwardedAnswer, credits: number) {
      const sum = (spent.get(call.key) ?? 0) + credits;
      spent.set(call.key, sum);
      if (answer.status !== 200) return;
      const name = nameOf(call, answer);
      editJson(answer, (body) => {
        const holder = isFields(body['data']) ? body['data'] : body;
        const balance = holder['credits_remaining'];
        if (typeof balance !== 'number') return;
        const then = told.get(name);
        const more = credits === 0 && then?.balance === balance ? then.more : sum;
        if (isKeyed(answer)) told.set(name, { balance, more });
        holder['credits_remaining'] = balance - more;
      });
    },
    /** Returns whether an earlier answer to the account had the same operation key, and stores the key. */
    isRetry: (call: Call, answer: ForwardedAnswer) => isKeyed(answer) && uses(nameOf(call, answer)) > 1,
  };
}

function isKeyed({ headers }: ForwardedAnswer): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** Sends an extra request with the caller's key: a GET, or a POST if there is a body. Returns the JSON of the answer. */
export async function aside(call: Call, path: string, body?: Fields): Promise<Fields> {
  const answer = await call.send({
    method: body === undefined ? 'GET' : 'POST',
    path,
    query: new URLSearchParams(),
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    headers: { authorization: `Bearer ${call.key}`, 'content-type': 'application/json' },
  });
  const json = jsonOf(answer);
  return isFields(json) ? json : {};
}

/** The caller's balance, read with an extra request. */
export async function balanceOf(call: Call): Promise<number> {
  const { credits_remaining: balance } = await aside(call, '/api/v1/credits/balance');
  return typeof balance === 'number' ? balance : 0;
}

/* ------------------------------------------------------------------------------------------------------- dates */

/** Moves a date by some days. Returns anything that is not a date unchanged. */
export function shifted(date: unknown, days: number): unknown {
  return isDay(date) ? shiftDay(date, days) : date;
}

/** Whether a value has the form of a date, such as 2026-02-31. */
export function isDayShaped(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

/** Whether a value is a day of the calendar. */
export function isDay(value: unknown): value is string {
  return isDayShaped(value) && !Number.isNaN(Date.parse(value)) && shiftDay(value, 0) === value;
}

/** The date `days` before today, by the target's clock. */
export function daysAgo({ now }: Call, days: number): string {
  return shiftDay(dayBack(now, {}), -days);
}
