/**
 * Sends random stories over several accounts to the mock: searches, retries, later pages, clock moves,
 * top-ups and faults. After each step the mock must agree with a small model of billing and operation keys. A
 * failure prints the seed and the path that replay it: `MODEL_SEED=… MODEL_PATH=… npx vitest run
 * mock-server/model.test.ts`.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Mock } from './index.js';
import { testData, type CheckedMock } from '../test/mock/checked-mock.js';
import { spreadClientOf, type Answer, type Client } from '../test/mock/client.js';
import { describeStores } from '../test/mock/stores.js';
import { runs } from '../test/support/thorough.js';

const DAY = 86_400_000;
const ACCOUNTS = 3;
const RATE = 5;
/** Searches with common jobs. Their windows have fixed dates, so that their results stay the same as days pass. */
const BODIES = [
  { published_after: '2026-02-10', published_before: '2026-02-14', limit: 4 },
  { published_after: '2026-02-10', published_before: '2026-02-14', limit: 9 },
  { published_after: '2026-02-12', published_before: '2026-02-20', limit: 7, is_remote: false },
  { published_after: '2026-02-10', published_before: '2026-03-01', limit: 3, job_type: ['Full Time'] },
  { job_keywords: { title: ['zxqv'] }, published_after: '2026-02-10' },
];
const OPERATIONS = [
  { id: 'searchJobs', cost: 1 },
  { id: 'searchJobsHistorical', cost: 2 },
] as const;

interface StoredSearch {
  request: string;
  cycle: string;
  text: string;
}

/** The expected state of one account. */
interface AccountModel {
  credits: number;
  anchorDay: number;
  /** Jobs paid for, by cycle. */
  paid: Map<string, Set<string>>;
  stored: Map<string, StoredSearch>;
  /** The first failed search under each operation key. */
  failed: Map<string, Omit<StoredSearch, 'text'>>;
  /** Instants of the last admitted requests, by operation. */
  passed: Map<string, number[]>;
  /** The last search that carried an operation key. */
  last: Search | null;
  fault: 'none' | 'service-unavailable' | 'drop-before-charge' | 'drop-after-charge';
}

interface Model {
  now: number;
  accounts: AccountModel[];
}

interface Real {
  /** Several mocks if they share their state. */
  mocks: CheckedMock[];
  clients: Client[];
  /** A client of an account with unlimited credits, whose answers show what each search finds. */
  oracle: Client;
  /** Starts a mock with the state that remains if this one is killed; null if the state is in memory. */
  afterKill(mock: CheckedMock): Promise<Mock | null>;
}

let turns = 0;

/** Changes something with the controls of a mock, of each mock in turn. */
async function owner<T>(
  { mocks }: Pick<Real, 'mocks'>,
  act: (mock: CheckedMock) => T | Promise<T>,
): Promise<T> {
  const mock = mocks[(turns += 1) % mocks.length]!;
  await mock.world.keeper.refresh('all');
  return act(mock);
}

/** The cycle in the model: the date of the last anchor day. Ends on the 28th in February. */
function cycleOf(now: number, anchorDay: number): string {
  const date = new Date(now);
  const tomorrow = new Date(now + DAY);
  const isLastOfMonth = tomorrow.getUTCMonth() !== date.getUTCMonth();
  if (date.getUTCDate() < anchorDay && !isLastOfMonth) date.setUTCMonth(date.getUTCMonth() - 1, 1);
  return `${date.getUTCFullYear()}-${date.getUTCMonth() + 1}-${anchorDay}`;
}

/** Identifies each job by all of its fields, because any single field can be null. */
const jobsOf = ({ body }: Answer): string[] => body.data.jobs.map((job: unknown) => JSON.stringify(job));

class Search implements fc.AsyncCommand<Model, Real> {
  readonly account: number;
  readonly operation: (typeof OPERATIONS)[number];
  readonly body: object;
  /** Null sends none. */
  readonly operationKey: string | null;
  /** How many pages to skip first. Only the oracle reads them, so they are free here. */
  readonly page: number;

  constructor(account: number, operation: number, body: number, operationKey: string | null, page: number) {
    this.account = account;
    this.operation = OPERATIONS[operation]!;
    this.body = BODIES[body]!;
    this.operationKey = operationKey;
    this.page = page;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const account = model.accounts[this.account]!;
    if (this.operationKey !== null) account.last = this;
    const client = real.clients[this.account]!;
    const { id, cost } = this.operation;
    const body = await this.#turned(real);
    const request = JSON.stringify([id, body]);
    const expected = this.#expect(model, account, request);
    const headers: Record<string, string> =
      this.operationKey === null ? {} : { 'idempotency-key': this.operationKey };
    if (expected === 'dropped-before') {
      await expect(client.post(id, body, headers)).rejects.toThrow();
      return this.#agree(account, client);
    }
    const cycle = cycleOf(model.now, account.anchorDay);
    const replay = expected === 'replay' ? account.stored.get(this.operationKey!)! : null;
    if (expected === 'execute' || expected === 'execute-and-drop') {
      const found = await real.oracle.post(id, body);
      expect(found.status).toBe(200);
      const paid = account.paid.get(cycle) ?? new Set();
      const fresh = jobsOf(found).filter((job) => !paid.has(job));
      const price = fresh.length * cost;
      const isUnaffordable = fresh.length > 0 && price > account.credits;
      if (expected === 'execute-and-drop' && !isUnaffordable) {
        await expect(client.post(id, body, headers)).rejects.toThrow();
      } else {
        const answer = await client.post(id, body, headers);
        if (isUnaffordable) {
          expect(answer.status).toBe(402);
          this.#noteFailure(account, { request, cycle });
          // There was no answer to lose, so the fault stays for the next one.
          if (expected === 'execute-and-drop') account.fault = 'drop-after-charge';
          return this.#agree(account, client);
        }
        expect(answer.status).toBe(200);
        expect(jobsOf(answer)).toEqual(jobsOf(found));
        expect(answer.body.data.credits_used).toBe(price);
        expect(answer.body.data.credits_remaining).toBe(account.credits - price);
        expect(answer.body.data.search_after).toEqual(found.body.data.search_after);
        const key = answer.headers.get('idempotency-key')!;
        if (this.operationKey !== null) expect(key).toBe(this.operationKey);
        account.stored.set(key, { request, cycle, text: answer.text });
      }
      account.credits -= price;
      account.paid.set(cycle, new Set([...paid, ...jobsOf(found)]));
      if (expected === 'execute-and-drop' && this.operationKey !== null) {
        // The lost answer, with the found jobs and this account's credits. The next retry recovers it.
        const { data } = found.body;
        const text = JSON.stringify({
          ...found.body,
          data: { ...data, credits_used: price, credits_remaining: account.credits },
        });
        account.stored.set(this.operationKey, { request, cycle, text });
      }
      return this.#agree(account, client);
    }
    const answer = await client.post(id, body, headers);
    if (replay !== null) {
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, JSON.parse(replay.text)]);
      expect(answer.text.length).toBe(replay.text.length);
    } else {
      expect(answer.status).toBe(expected);
      if (expected !== 409) this.#noteFailure(account, { request, cycle });
      if (expected === 429)
        expect(Number(answer.headers.get('retry-after'))).toBe(this.#wait(model, account));
    }
    await this.#agree(account, client);
  }

  /** Returns the expected outcome. The model already knows its effect on rates and faults. */
  #expect(model: Model, account: AccountModel, request: string) {
    const { id } = this.operation;
    // If the clock went back, expired keys are valid again.
    const passed = (account.passed.get(id) ?? []).filter((at) => at <= model.now);
    account.passed.set(id, passed);
    if (this.#wait(model, account) > 0) return 429;
    passed.push(model.now);
    const { fault } = account;
    const stored = this.operationKey === null ? undefined : account.stored.get(this.operationKey);
    const drop = fault === 'drop-after-charge';
    if (!drop) account.fault = 'none';
    if (fault === 'service-unavailable') return 503;
    if (fault === 'drop-before-charge') return 'dropped-before';
    if (stored !== undefined && stored.request !== request) return 409;
    if (stored !== undefined && stored.cycle !== cycleOf(model.now, account.anchorDay)) return 409;
    const failed = this.operationKey === null ? undefined : account.failed.get(this.operationKey);
    const isTied = failed?.cycle === cycleOf(model.now, account.anchorDay);
    if (stored === undefined && isTied && failed.request !== request) return 409;
    account.fault = 'none';
    // A dropped replay changes nothing, but the model must expect no answer.
    if (stored !== undefined) return drop ? 'dropped-before' : 'replay';
    return drop ? 'execute-and-drop' : 'execute';
  }

  /** Binds the operation key to the first search that failed with it in the cycle. */
  #noteFailure({ stored, failed }: AccountModel, search: Omit<StoredSearch, 'text'>): void {
    const key = this.operationKey;
    if (key === null || stored.has(key) || failed.get(key)?.cycle === search.cycle) return;
    failed.set(key, search);
  }

  /** Seconds until the rate limit admits the request; 0 if it does now. */
  #wait(model: Model, account: AccountModel): number {
    const passed = (account.passed.get(this.operation.id) ?? []).filter((at) => at > model.now - 60_000);
    if (passed.length < RATE) return 0;
    return Math.ceil((passed.at(-RATE)! + 60_000 - model.now) / 1_000);
  }

  async #turned(real: Real): Promise<object> {
    let body = this.body;
    for (let turn = 0; turn < this.page; turn += 1) {
      const { data } = (await real.oracle.post(this.operation.id, body)).body;
      if (data.search_after === null) break;
      body = { ...this.body, search_after: data.search_after };
    }
    return body;
  }

  async #agree(account: AccountModel, client: Client): Promise<void> {
    expect(await client.balance()).toBe(account.credits);
  }

  toString(): string {
    const key = this.operationKey ?? 'no key';
    return `search(account ${this.account}, ${this.operation.id}, body ${BODIES.indexOf(this.body as never)}, page ${this.page}, ${key})`;
  }
}

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => name };
}

const retry = (account: number): Command =>
  command(
    `retry(account ${account})`,
    (model, real) => model.accounts[account]!.last!.run(model, real),
    (model) => model.accounts[account]!.last !== null,
  );

const advance = (milliseconds: number): Command =>
  command(
    `advance(${milliseconds} ms)`,
    (model, real) => {
      model.now += milliseconds;
      return owner(real, (mock) => mock.clock.advance({ milliseconds }));
    },
    // The clock stays within six months of the dates of the searches, and never goes back before them.
    ({ now }) => now + milliseconds > Date.UTC(2026, 1, 12) && now + milliseconds < Date.UTC(2026, 7, 1),
  );

const setCredits = (account: number, credits: number): Command =>
  command(`setCredits(account ${account}, ${credits})`, async (model, real) => {
    const client = real.clients[account]!;
    model.accounts[account]!.credits = credits;
    const ledger = await owner(real, async (mock) => {
      await mock.accounts.patch(client.key, { credits });
      return mock.accounts.ledger(client.key);
    });
    expect(ledger.reduce((sum, entry) => sum + entry.credits, 0)).toBe(credits);
    expect(await client.balance()).toBe(credits);
  });

const addFault = (account: number, effect: Exclude<AccountModel['fault'], 'none'>): Command =>
  command(
    `addFault(account ${account}, ${effect})`,
    async (model, real) => {
      model.accounts[account]!.fault = effect;
      // Only searches, so that the balance requests of the test do not use up the fault.
      const header = { name: 'content-type' };
      const { key } = real.clients[account]!;
      await owner(real, (mock) => mock.faults.add({ effect, account: key, header }));
    },
    (model) => model.accounts[account]!.fault === 'none',
  );

/** Takes a snapshot, resets the mock and imports the snapshot, which no client may notice. */
const restart = command('restart()', async (_model, real) => {
  const snapshot = await owner(real, (mock) => JSON.stringify(mock.exportState()));
  await owner(real, (mock) => mock.reset());
  await owner(real, (mock) => mock.importState(JSON.parse(snapshot)));
  expect(await owner(real, (mock) => JSON.stringify(mock.exportState()))).toBe(snapshot);
});

/** Checks that a mock that starts with the stored state now has all answered requests. */
const kill = command('kill()', async (_model, { mocks, afterKill }) => {
  const mock = mocks[0]!;
  const other = await afterKill(mock);
  if (other === null) return;
  await mock.world.keeper.refresh('all');
  expect(other.exportState()).toEqual(mock.exportState());
  await other.close();
});

const data = testData({ jobs: 1_500 });

const STORIES = { memory: runs(8, 40), folder: runs(3, 15), redis: runs(3, 15), cluster: 5 };

describeStores((store) => {
  it('agrees with a small model of billing and operation keys', { timeout: 240_000 }, async () => {
    const mocks = await store.start({ shared: await data, frozen: true });
    await agrees(mocks, (mock) => store.afterKill(mock), STORIES[store.name]);
  });
});

async function agrees(mocks: CheckedMock[], afterKill: Real['afterKill'], numRuns: number): Promise<void> {
  const account = fc.nat(ACCOUNTS - 1);
  const operationKey = fc.option(fc.constantFrom('use_v1_a', 'use_v1_b', 'use_v1_c'), { freq: 3 });
  const searching = fc
    .tuple(account, fc.nat(OPERATIONS.length - 1), fc.nat(BODIES.length - 1), operationKey, fc.nat(1))
    .map((args) => new Search(...args));
  const advancing = fc
    .oneof(
      fc.integer({ min: 1, max: 70_000 }),
      fc.integer({ min: DAY, max: 20 * DAY }),
      fc.integer({ min: -20 * DAY, max: -1 }),
    )
    .map(advance);
  const commands = fc.commands(
    [
      searching,
      searching,
      account.map(retry),
      account.map(retry),
      advancing,
      fc.tuple(account, fc.integer({ min: -10, max: 40 })).map((args) => setCredits(...args)),
      fc
        .tuple(account, fc.constantFrom('service-unavailable', 'drop-before-charge', 'drop-after-charge'))
        .map((args) => addFault(...args)),
      fc.constant(restart),
      fc.constant(kill),
    ],
    { maxCommands: 60, size: 'max' },
  );
  const { MODEL_SEED: seed, MODEL_PATH: path } = process.env;
  await fc.assert(
    fc.asyncProperty(commands, async (story) => {
      await fc.asyncModelRun(async () => {
        await owner({ mocks }, (mock) => mock.reset());
        const clients: Client[] = [];
        const accounts: AccountModel[] = [];
        for (let i = 0; i < ACCOUNTS; i += 1) {
          const [credits, anchorDay] = [10 + 20 * i, 1 + 14 * i];
          const rateLimits = { searchJobs: RATE, searchJobsHistorical: RATE, getCreditBalance: 1_000_000 };
          const key = await owner({ mocks }, (mock) =>
            mock.accounts.create({ credits, anchorDay, rateLimits }),
          );
          clients.push(spreadClientOf(mocks, key));
          accounts.push({
            credits,
            anchorDay,
            paid: new Map(),
            stored: new Map(),
            failed: new Map(),
            passed: new Map(),
            last: null,
            fault: 'none',
          });
        }
        const rateLimits = { searchJobs: 1_000_000, searchJobsHistorical: 1_000_000 };
        const key = await owner({ mocks }, (mock) =>
          mock.accounts.create({ credits: 1_000_000, rateLimits }),
        );
        return {
          model: { now: mocks[0]!.clock.now(), accounts },
          real: { mocks, clients, oracle: spreadClientOf(mocks, key), afterKill },
        };
      }, story);
    }),
    { numRuns, ...(seed ? { seed: Number(seed) } : {}), ...(path ? { path } : {}) },
  );
}
