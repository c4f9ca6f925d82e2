/** A correct client as an object of small methods. Bad clients replace some of these methods. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { ClientPlace } from '../../conformance/clients/courses/client.js';
import type { CourseResult, CourseTask } from '../../conformance/clients/rules/situation.js';
import { loadContract, type SearchId } from '../../spec/contract.js';

export type Json = Record<string, unknown>;

export interface Outgoing {
  method: 'GET' | 'POST';
  /** Relative to the base URL. */
  path: string;
  headers: Record<string, string>;
  body: Json | null;
}

export interface Answer {
  status: number;
  requestId: string | null;
  /** Seconds. */
  retryAfter: number;
  text: string;
}

/** Why a request failed: an error answer, or no answer. */
export class Failure extends Error {
  readonly answer: Answer | null;
  constructor(message: string, answer: Answer | null = null) {
    super(message);
    this.answer = answer;
  }

  get status(): number | null {
    return this.answer?.status ?? null;
  }
}

/** One search, or one page of it. */
export interface Search {
  body: Json;
  /** Its position in the run, from 0. */
  number: number;
  /** The round of a poll, from 0. */
  round: number;
  key: string | null;
}

export interface Attempted {
  /** Null for requests that are not searches. */
  search: Search | null;
  /** From 1. */
  attempt: number;
  /** The failure of the previous attempt. */
  after: Failure | null;
}

export interface Page {
  jobs: Record<string, unknown>[];
  [member: string]: unknown;
}

const contract = loadContract();

export const freshKey = (): string => `use_v1_${randomUUID()}`;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Methods call each other through `client`, so that a replaced method takes effect everywhere. */
function rightClient(task: CourseTask, place: ClientPlace) {
  const keyFile = join(place.state, 'keys.json');
  let keys: Record<string, string | null> = {};
  let made = 0;

  const client = {
    task,
    place,
    attempts: 4,
    timeoutMs: 2_500,
    /** Reports a failure if the server asks for a longer wait. */
    longestWaitS: 3,
    agent: new Agent({ keepAlive: true }) as Agent | false,

    async run(): Promise<CourseResult> {
      try {
        return await client.perform();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return client.failed(error);
      } finally {
        if (client.agent !== false)
          setTimeout((agent: Agent) => agent.destroy(), 5_000, client.agent).unref();
      }
    },

    perform(): Promise<CourseResult> {
      if (task.task === 'collect') return client.collect();
      if (task.task === 'poll') return client.poll(task.times);
      if (task.task === 'balance') return client.balance();
      return client.locations(task.q);
    },

    // ---- Tasks

    async collect(): Promise<CourseResult> {
      const jobs: (string | null)[] = [];
      for (let body: Json | null = client.taskBody(); body !== null;) {
        const page: Page = await client.page(body);
        jobs.push(...client.jobsOf(page));
        body = client.isEnough(jobs) ? null : client.nextBody(body, page);
      }
      return client.done(jobs);
    },

    async poll(times: number): Promise<CourseResult> {
      let jobs: (string | null)[] = [];
      for (let round = 0; round < times; round += 1)
        jobs = client.jobsOf(await client.page(client.taskBody(), round));
      return client.done(jobs);
    },

    async balance(): Promise<CourseResult> {
      const answer = await client.ask(null, '/api/v1/credits/balance');
      return { outcome: 'done', balance: answer['credits_remaining'] as number };
    },

    async locations(q: string): Promise<CourseResult> {
      const answer = await client.ask(null, `/api/v1/locations?q=${client.encoded(q)}`);
      const labels = (answer['locations'] as { label: string }[]).map(({ label }) => label);
      return { outcome: 'done', labels };
    },

    encoded(q: string): string {
      return encodeURIComponent(q);
    },

    taskBody(): Json {
      return 'body' in task ? task.body : {};
    },

    operation(): SearchId {
      return 'operation' in task ? task.operation : 'searchJobs';
    },

    /** The body for the next page; null after the last page. */
    nextBody(body: Json, page: Page): Json | null {
      const field = client.operation() === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';
      return page[field] === null ? null : { ...body, [field]: page[field] };
    },

    isEnough(jobs: readonly unknown[]): boolean {
      return task.task === 'collect' && task.enough !== null && jobs.length >= task.enough;
    },

    jobsOf(page: Page): (string | null)[] {
      return page.jobs.map((job) => job['Job URL'] as string | null);
    },

    done(jobs: (string | null)[]): CourseResult {
      rmSync(keyFile, { force: true });
      return { outcome: 'done', jobs };
    },

    failed({ status, message, answer }: Failure): CourseResult {
      if (status !== null && status < 429) rmSync(keyFile, { force: true });
      return { outcome: 'failed', status, requestId: answer?.requestId ?? null, message };
    },

    // ---- One search

    page(body: Json, round = 0): Promise<Page> {
      const search: Search = { body, number: made, round, key: null };
      made += 1;
      search.key = client.keyOf(search);
      return client.ask(search, client.pathOf(search)).then((answer) => client.read(answer));
    },

    pathOf(_search: Search): string {
      return contract.operation(client.operation()).path;
    },

    /** Reuses the key of an earlier run if the outcome of that search is unknown. */
    keyOf(search: Search): string | null {
      if (search.number === 0 && existsSync(keyFile))
        keys = JSON.parse(readFileSync(keyFile, 'utf8')) as Record<string, string | null>;
      const key = (keys[`${search.round} ${JSON.stringify(search.body)}`] ??= client.newKey(search));
      writeFileSync(keyFile, JSON.stringify(keys));
      return key;
    },

    newKey(_search: Search): string | null {
      return freshKey();
    },

    /** Sends a request until it succeeds. Throws a Failure. */
    async ask(search: Search | null, path: string): Promise<Json> {
      let after: Failure | null = null;
      for (let attempt = 1; ; attempt += 1) {
        if (place.signal.aborted) throw new Error('over');
        try {
          return client.succeed(await client.send(client.requestOf({ search, attempt, after }, path)));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          after = error;
        }
        if (attempt >= client.attempts || !client.triesAgain(after)) throw after;
        await sleep(client.pause(after, attempt));
      }
    },

    requestOf(attempted: Attempted, path: string): Outgoing {
      const { search } = attempted;
      const key = client.keyOfAttempt(attempted);
      return {
        method: search === null ? 'GET' : 'POST',
        path,
        headers: {
          Authorization: `Bearer ${place.key}`,
          'Content-Type': 'application/json',
          ...(key === null ? {} : { 'Idempotency-Key': key }),
        },
        body: search === null ? null : client.bodyOfAttempt(attempted),
      };
    },

    keyOfAttempt({ search }: Attempted): string | null {
      return search?.key ?? null;
    },

    bodyOfAttempt({ search }: Attempted): Json {
      return search!.body;
    },

    /** Throws a Failure if the whole answer does not arrive in time. */
    async send({ method, path, headers, body }: Outgoing, cancelled = place.signal): Promise<Answer> {
      const late = AbortSignal.timeout(client.timeoutMs);
      const signal = AbortSignal.any([late, place.signal, cancelled]);
      const options = { method, headers, agent: client.agent, signal };
      const request = httpRequest(`${place.url}${path}`, options).on('error', () => undefined);
      request.end(body === null ? undefined : JSON.stringify(body));
      try {
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        return {
          status: response.statusCode!,
          requestId: (response.headers['x-request-id'] as string | undefined) ?? null,
          retryAfter: Number(response.headers['retry-after'] ?? 0),
          text: await textOf(response),
        };
      } catch (error) {
        // Both signals stay in use until here: Node 20 may collect a signal that only another one holds, which then never fires.
        throw new Failure(String(late.aborted ? late.reason : signal.aborted ? signal.reason : error));
      }
    },

    /** The JSON of a successful answer. Throws a Failure for any other answer. */
    succeed(answer: Answer): Json {
      const { status, text } = answer;
      if (status !== 200) throw new Failure(text, answer);
      const value = JSON.parse(text) as Json;
      if (value['success'] === false) throw new Failure('the search failed', answer);
      return value;
    },

    read(answer: Json): Page {
      return answer['data'] as Page;
    },

    triesAgain({ answer, status }: Failure): boolean {
      if (answer !== null && answer.retryAfter > client.longestWaitS) return false;
      const passes = status === null || [200, 429, 500, 503].includes(status);
      return passes && answer?.text.includes('invalid_result') !== true;
    },

    /** Milliseconds before the next attempt. */
    pause({ answer }: Failure, attempt: number): number {
      return Math.max((answer?.retryAfter ?? 0) * 1_020, client.backoff(attempt));
    },

    backoff(attempt: number): number {
      return 60 * 2 ** attempt * (1 + Math.random() / 5);
    },
  };
  return client;
}

export type Client = ReturnType<typeof rightClient>;

/** The members to replace, or a function that returns them. It runs once for each client, and gets the original methods, too. */
export type Override = Partial<Client> | ((right: Client, client: Client) => Partial<Client>);

export type Overrides = Readonly<Record<string, Override>>;

export function newClient(task: CourseTask, place: ClientPlace, override: Override = {}): Client {
  const client = rightClient(task, place);
  return Object.assign(client, replacements(override, { ...client }, client));
}

/** Combines overrides. Each gets the original methods; later ones win. */
export function both(...overrides: readonly Override[]): Override {
  return (right, client) =>
    Object.assign(
      {},
      ...overrides.map((override) => replacements(override, right, client)),
    ) as Partial<Client>;
}

function replacements(override: Override, right: Client, client: Client): Partial<Client> {
  return typeof override === 'function' ? override(right, client) : override;
}
