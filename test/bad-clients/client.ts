/** A right client, in small methods: what a bad client does otherwise is one of them. */
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientPlace } from '../../conformance/courses/client.js';
import type { CourseResult, CourseTask } from '../../conformance/courses/model/course.js';
import type { SearchId } from '../../spec/contract.js';

export type Json = Record<string, unknown>;

export interface Outgoing {
  method: 'GET' | 'POST';
  /** Behind the base address. */
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

/** Why there is no page: what was answered, or that nothing was. */
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
  /** From 0 on, in the run. */
  number: number;
  /** Which of the separate searches of a poll it is. */
  round: number;
  key: string | null;
}

/** One attempt at it. */
export interface Attempted {
  search: Search | null;
  /** From 1 on. */
  attempt: number;
  /** What came of the attempt before. */
  after: Failure | null;
}

export interface Page {
  jobs: Record<string, unknown>[];
  [member: string]: unknown;
}

const PATHS: Readonly<Record<SearchId, string>> = {
  searchJobs: '/api/v1/jobs-search/search',
  searchJobsHistorical: '/api/v1/jobs-search/historical/search',
  searchCompanyJobs: '/api/v1/company-jobs/search',
  searchCompanyJobsHistorical: '/api/v1/company-jobs/historical/search',
  searchCompanyJobsLegacy: '/api/v1/search/company-jobs',
};

export const freshKey = (): string => `use_v1_${randomUUID()}`;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export class Client {
  readonly task: CourseTask;
  readonly place: ClientPlace;
  attempts = 4;
  timeoutMs = 2_500;
  /** Longer ones are reported. */
  longestWaitS = 3;
  /** Searches of this run. */
  made = 0;
  agent: Agent | false = new Agent({ keepAlive: true });
  #keys: Record<string, string | null> = {};

  constructor(task: CourseTask, place: ClientPlace) {
    this.task = task;
    this.place = place;
  }

  async run(): Promise<CourseResult> {
    try {
      return await this.perform();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.failed(error);
    } finally {
      if (this.agent !== false) setTimeout((agent: Agent) => agent.destroy(), 5_000, this.agent).unref();
    }
  }

  perform(): Promise<CourseResult> {
    const { task } = this;
    switch (task.task) {
      case 'collect':
        return this.collect();
      case 'poll':
        return this.poll(task.times);
      case 'balance':
        return this.balance();
      case 'locations':
        return this.locations(task.q);
    }
  }

  // ---- What is asked for

  async collect(): Promise<CourseResult> {
    const jobs: (string | null)[] = [];
    for (let body: Json | null = this.taskBody; body !== null;) {
      const page: Page = await this.page(body);
      jobs.push(...this.jobsOf(page));
      body = this.isEnough(jobs) ? null : this.nextBody(body, page);
    }
    return this.done(jobs);
  }

  async poll(times: number): Promise<CourseResult> {
    let jobs: (string | null)[] = [];
    for (let round = 0; round < times; round += 1) jobs = this.jobsOf(await this.page(this.taskBody, round));
    return this.done(jobs);
  }

  async balance(): Promise<CourseResult> {
    const answer = await this.ask(null, '/api/v1/credits/balance');
    return { outcome: 'done', balance: answer['credits_remaining'] as number };
  }

  async locations(q: string): Promise<CourseResult> {
    const answer = await this.ask(null, `/api/v1/locations?q=${encodeURIComponent(q)}`);
    return {
      outcome: 'done',
      labels: (answer['locations'] as { label: string }[]).map(({ label }) => label),
    };
  }

  get taskBody(): Json {
    return 'body' in this.task ? this.task.body : {};
  }

  get operation(): SearchId {
    return 'operation' in this.task ? this.task.operation : 'searchJobs';
  }

  get cursorField(): string {
    return this.operation === 'searchCompanyJobsLegacy' ? 'next_cursor' : 'search_after';
  }

  /** The page after this one; null after the last. */
  nextBody(body: Json, page: Page): Json | null {
    const cursor = page[this.cursorField];
    return cursor === null ? null : { ...body, [this.cursorField]: cursor };
  }

  isEnough(jobs: readonly unknown[]): boolean {
    const { task } = this;
    return task.task === 'collect' && task.enough !== null && jobs.length >= task.enough;
  }

  jobsOf(page: Page): (string | null)[] {
    return page.jobs.map((job) => job['Job URL'] as string | null);
  }

  done(jobs: (string | null)[]): CourseResult {
    rmSync(this.#keyFile, { force: true });
    return { outcome: 'done', jobs };
  }

  failed({ status, message, answer }: Failure): CourseResult {
    if (status !== null && status < 429) rmSync(this.#keyFile, { force: true });
    return { outcome: 'failed', status, requestId: answer?.requestId ?? null, message };
  }

  // ---- One search

  page(body: Json, round = 0): Promise<Page> {
    const search = { body, number: this.made, round, key: null as string | null };
    this.made += 1;
    search.key = this.keyOf(search);
    return this.ask(search, this.pathOf(search)).then((answer) => this.read(answer));
  }

  pathOf(_search: Search): string {
    return PATHS[this.operation];
  }

  /** That of an earlier run, where its outcome is open. */
  keyOf(search: Search): string | null {
    if (search.number === 0 && existsSync(this.#keyFile))
      this.#keys = JSON.parse(readFileSync(this.#keyFile, 'utf8')) as Record<string, string | null>;
    const key = (this.#keys[`${search.round} ${JSON.stringify(search.body)}`] ??= this.newKey(search));
    writeFileSync(this.#keyFile, JSON.stringify(this.#keys));
    return key;
  }

  get #keyFile(): string {
    return join(this.place.state, 'keys.json');
  }

  newKey(_search: Search): string | null {
    return freshKey();
  }

  /** Attempts until one succeeds. Throws a Failure. */
  async ask(search: Search | null, path: string): Promise<Json> {
    let after: Failure | null = null;
    for (let attempt = 1; ; attempt += 1) {
      if (this.place.signal.aborted) throw new Error('over');
      try {
        return this.succeed(await this.send(this.requestOf({ search, attempt, after }, path)));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        after = error;
      }
      if (attempt >= this.attempts || !this.triesAgain(after)) throw after;
      await sleep(this.pause(after, attempt));
    }
  }

  requestOf(attempted: Attempted, path: string): Outgoing {
    const { search } = attempted;
    const key = this.keyOfAttempt(attempted);
    return {
      method: search === null ? 'GET' : 'POST',
      path,
      headers: {
        Authorization: `Bearer ${this.place.key}`,
        'Content-Type': 'application/json',
        ...(key === null ? {} : { 'Idempotency-Key': key }),
      },
      body: search === null ? null : this.bodyOfAttempt(attempted),
    };
  }

  keyOfAttempt({ search }: Attempted): string | null {
    return search?.key ?? null;
  }

  bodyOfAttempt({ search }: Attempted): Json {
    return search!.body;
  }

  /** Rejects with a Failure where the answer does not come, whole, in time. */
  send({ method, path, headers, body }: Outgoing): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = ({ message }: Error): void => reject(new Failure(message));
      const { agent } = this;
      const request = httpRequest(`${this.place.url}${path}`, { method, headers, agent }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', fail);
        response.on('end', () => {
          if (!response.complete) return fail(new Error('cut short'));
          resolve({
            status: response.statusCode!,
            requestId: (response.headers['x-request-id'] as string | undefined) ?? null,
            retryAfter: Number(response.headers['retry-after'] ?? 0),
            text: Buffer.concat(parts).toString(),
          });
        });
      });
      const late = setTimeout(() => request.destroy(new Error('Timeout')), this.timeoutMs);
      const over = (): void => void request.destroy(new Error('over'));
      this.place.signal.addEventListener('abort', over);
      request.on('error', fail).on('close', () => {
        clearTimeout(late);
        this.place.signal.removeEventListener('abort', over);
      });
      request.end(body === null ? undefined : JSON.stringify(body));
    });
  }

  /** The JSON of an answer that is a success. Throws a Failure. */
  succeed(answer: Answer): Json {
    const { status, text } = answer;
    if (status !== 200) throw new Failure(text, answer);
    const value = JSON.parse(text) as Json;
    if (value['success'] === false) throw new Failure('the search failed', answer);
    return value;
  }

  read(answer: Json): Page {
    return answer['data'] as Page;
  }

  triesAgain({ answer, status }: Failure): boolean {
    if (answer !== null && answer.retryAfter > this.longestWaitS) return false;
    const passes = status === null || [200, 429, 500, 503].includes(status);
    return passes && answer?.text.includes('invalid_result') !== true;
  }

  /** Milliseconds before the next attempt. */
  pause({ answer }: Failure, attempt: number): number {
    return Math.max((answer?.retryAfter ?? 0) * 1_020, this.backoff(attempt));
  }

  backoff(attempt: number): number {
    return 60 * 2 ** attempt * (1 + Math.random() / 5);
  }
}
