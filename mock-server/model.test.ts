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

interface SentSearch {
  request: string;
  cycle: string;
}

/** The expected state of one account. */
interface AccountModel {
  credits: number;
  anchorDay: number;
  /** Jobs paid for, each with its cycle. */
  paid: Set<string>;
  /** By operation key: the search that succeeded, and its answer. */
  stored: Map<string, SentSearch & { text: string }>;
  /** The first failed search under each operation key. */
  failed: Map<string, SentSearch>;
  /** Instants of the last admitted requests, by operation. */
  passed: Map<string, number[]>;
  /** The last search that carried an operation key. */
  last: Command | null;
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

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: Command['run'], check: Command['check'] = () => true): Command {
  return { check, run, toString: () => name };
}

/** A search; `key` null sends no operation key. Only the oracle reads the pages to skip first, so they are free here. */
function searching(of: number, op: number, bodyIndex: number, key: string | null, page: number): Command {
  const { id, cost } = OPERATIONS[op]!;
  const name = `search(account ${of}, ${id}, body ${bodyIndex}, page ${page}, ${key ?? 'no key'})`;

  async function turned({ oracle }: Real): Promise<object> {
    let body: object = BODIES[bodyIndex]!;
    for (let turn = 0; turn < page; turn += 1) {
      const { data } = (await oracle.post(id, body)).body;
      if (data.search_after === null) break;
      body = { ...BODIES[bodyIndex], search_after: data.search_after };
    }
    return body;
  }

  /** Changes the model, and returns the expected status and text; the status is null if the answer is lost. */
  async function expected(
    account: AccountModel,
    { now }: Model,
    { oracle }: Real,
    body: object,
  ): Promise<[status: number | null, text?: string]> {
    const request = JSON.stringify([id, body]);
    const cycle = cycleOf(now, account.anchorDay);
    const stored = account.stored.get(key ?? '');
    const failed = account.failed.get(key ?? '');
    const isTied = failed?.cycle === cycle;
    // Binds the operation key to the first search that failed with it in the cycle.
    const fail = (status: number): [number] => {
      if (key !== null && stored === undefined && !isTied) account.failed.set(key, { request, cycle });
      return [status];
    };
    if (waitOf(account, id, now) > 0) return fail(429);
    account.passed.get(id)!.push(now);
    const { fault } = account;
    const isLost = fault === 'drop-after-charge';
    if (!isLost) account.fault = 'none';
    if (fault === 'service-unavailable') return fail(503);
    if (fault === 'drop-before-charge') return [null];
    if (stored !== undefined && (stored.request !== request || stored.cycle !== cycle)) return [409];
    if (stored === undefined && isTied && failed.request !== request) return [409];
    const answered = (text: string): [number | null, string] => {
      account.fault = 'none';
      return [isLost ? null : 200, text];
    };
    if (stored !== undefined) return answered(stored.text);
    const found = await oracle.post(id, body);
    expect(found.status).toBe(200);
    const jobs = jobsOf(found).map((job) => `${cycle} ${job}`);
    const price = jobs.filter((job) => !account.paid.has(job)).length * cost;
    // Without an answer to lose, the fault stays for the next one.
    if (price > 0 && price > account.credits) return fail(402);
    account.credits -= price;
    for (const job of jobs) account.paid.add(job);
    const data = { ...found.body.data, credits_used: price, credits_remaining: account.credits };
    const text = JSON.stringify({ ...found.body, data });
    if (key !== null) account.stored.set(key, { request, cycle, text });
    return answered(text);
  }

  const self = command(name, async (model, real) => {
    const account = model.accounts[of]!;
    const client = real.clients[of]!;
    if (key !== null) account.last = self;
    const body = await turned(real);
    const wait = waitOf(account, id, model.now);
    const [status, text] = await expected(account, model, real, body);
    const answer = await client
      .post(id, body, key === null ? {} : { 'idempotency-key': key })
      .catch(() => null);
    expect(answer?.status ?? null).toBe(status);
    if (status === 429) expect(Number(answer!.headers.get('retry-after'))).toBe(wait);
    if (status === 200) expect(answer!.text).toBe(text);
    if (status === 200 && key !== null) expect(answer!.headers.get('idempotency-key')).toBe(key);
    expect(await client.balance()).toBe(account.credits);
  });
  return self;
}

/** Seconds until the rate limit admits a request; 0 if it does now. */
function waitOf({ passed }: AccountModel, id: string, now: number): number {
  // If the clock went back, later requests do not count.
  const before = (passed.get(id) ?? []).filter((at) => at <= now);
  passed.set(id, before);
  const recent = before.filter((at) => at > now - 60_000);
  return recent.length < RATE ? 0 : Math.ceil((recent.at(-RATE)! + 60_000 - now) / 1_000);
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
  const searches = fc
    .tuple(account, fc.nat(OPERATIONS.length - 1), fc.nat(BODIES.length - 1), operationKey, fc.nat(1))
    .map((args) => searching(...args));
  const advancing = fc
    .oneof(
      fc.integer({ min: 1, max: 70_000 }),
      fc.integer({ min: DAY, max: 20 * DAY }),
      fc.integer({ min: -20 * DAY, max: -1 }),
    )
    .map(advance);
  const credits = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -10, max: 40 }) },
    { weight: 1, arbitrary: fc.integer({ min: -1_000_000_000, max: -100 }) },
  );
  const commands = fc.commands(
    [
      searches,
      searches,
      account.map(retry),
      account.map(retry),
      advancing,
      fc.tuple(account, credits).map((args) => setCredits(...args)),
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
            paid: new Set(),
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
