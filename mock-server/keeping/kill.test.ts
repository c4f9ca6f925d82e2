/**
 * Kills a mock with its state in a folder under load, `KILLS` times, each after a random number of answers, and checks that no
 * answer is lost and nothing is charged twice. `KILL_SEED` replays the requests and these numbers. Thorough runs kill more
 * often, and also kill one of two mocks that share a Redis or a cluster. Also tests that a mock with SIGTERM first answers
 * running requests.
 */
import { expect, it } from 'vitest';
import { createRandom } from '../../conformance/values/random.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { attempted } from '../../test/mock/client.js';
import { disorderIn, type Attempt, type Entry } from '../../test/mock/one-order.js';
import { describeWithCluster, describeWithRedis } from '../../test/servers/redis-server.js';
import { compiledProgram, startProgram, urlOf, type Program } from '../../test/support/program.js';
import { isThorough, runs } from '../../test/support/thorough.js';

const KILLS = Number(process.env['KILLS'] ?? runs(1, 2));
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const OPENING = 100_000;
const WORKERS = 8;

interface Started extends Program {
  url: string;
}

async function startAt(place: string): Promise<Started> {
  const args = ['--port', '0', '--jobs', '400', '--log', 'json', '--rate-limits', 'none', '--state', place];
  const program = startProgram([process.execPath, compiledProgram('mock-server/main'), ...args]);
  return { ...program, url: await urlOf(program) };
}

function post(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

interface Sent {
  operationKey: string;
  body: string;
  answer: string | null;
}

const TITLE = `loses no answer and charges nothing twice when killed (seed ${SEED})`;
const PATIENCE = { timeout: 120_000 + KILLS * 60_000 };

it(TITLE, PATIENCE, () => survives(temporaryFolder(), 1));

if (isThorough) {
  describeWithRedis('one of two mocks that share a Redis', (redis) => {
    it(TITLE, PATIENCE, () => survives(redis.url, 2));
  });
  describeWithCluster('one of two mocks that share a cluster', (cluster) => {
    it(TITLE, PATIENCE, () => survives(cluster.url, 2));
  });
}

it('answers requests in flight after SIGTERM, and exits with 0', endsGracefully);

/**
 * How many lives of a mock use the same account. The observations of its callers stay in memory until the check at the
 * end.
 */
const LIVES_OF_ACCOUNT = 20;
/** The most answers before a kill. */
const MOST_ANSWERS = 200;

/** Sends requests to `count` mocks in turn, and repeatedly kills the first. */
async function survives(place: string, count: number): Promise<void> {
  const random = createRandom(SEED);
  const mocks: Started[] = [];
  while (mocks.length < count) mocks.push(await startAt(place));
  let turns = 0;
  const urlOfNext = (): string => mocks[(turns += 1) % count]!.url;
  let account = await openAccount('killed-0', urlOfNext);
  for (let life = 0; life < KILLS; life += 1) {
    if (life > 0 && life % LIVES_OF_ACCOUNT === 0) {
      await account.check();
      account = await openAccount(`killed-${life}`, urlOfNext);
    }
    const { child, ended } = mocks[0]!;
    const own: Sent[] = [];
    let alive = true;
    // The requests of other workers can be at any stage when this answer arrives.
    let answersLeft = 1 + random.below(MOST_ANSWERS);
    const work = async (worker: number): Promise<void> => {
      for (let i = 0; alive; i += 1) {
        const year = 2020 + random.below(6);
        const body = JSON.stringify({
          limit: 10 + random.below(20),
          published_after: `${year}-12-3${random.below(2)}`,
        });
        const sent: Sent = { operationKey: `use_v1_${life}_${worker}_${i}`, body, answer: null };
        own.push(sent);
        const isTurn = i % 5 === 4;
        await (isTurn ? account.balance() : Promise.resolve())
          .then(() => account.send(sent))
          .then(() => {
            answersLeft -= 1;
            if (answersLeft > 0) return;
            alive = false;
            child.kill('SIGKILL');
          })
          .catch((error: Error) => {
            if (alive || error.name === 'AssertionError') throw error;
          });
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, worker) => work(worker));
    await Promise.all([ended, ...workers]);
    mocks[0] = await startAt(place);
    // Requests without an answer may have been charged. Their retry shows it, and is charged at most once.
    for (const sent of own) await account.send(sent);
    account.sent.push(...own);
  }
  await account.check();
}

/** Creates an account. Records what its callers observe during several lives of a mock. */
async function openAccount(id: string, urlOfNext: () => string) {
  const created = await post(`${urlOfNext()}/__admin/accounts`, { id, credits: OPENING });
  const { key } = (await created.json()) as { key: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const attempts: Attempt[] = [];
  const sent: Sent[] = [];

  async function send(one: Sent): Promise<void> {
    const { operationKey, body } = one;
    const init = { method: 'POST', headers: { ...headers, 'idempotency-key': operationKey }, body };
    const { answer, text } = await attempted(attempts, { operationKey }, () =>
      fetch(`${urlOfNext()}/api/v1/jobs-search/historical/search`, init),
    );
    expect([operationKey, answer.status]).toEqual([operationKey, 200]);
    // A repeated request gets the earlier answer, byte for byte.
    if (one.answer !== null) expect(text).toBe(one.answer);
    one.answer = text;
  }

  /** Returns the rows of all pages of a list. */
  async function listed<T>(list: 'ledger' | 'operations', member: string): Promise<T[]> {
    const rows: T[] = [];
    for (let after: number | null = 0; after !== null;) {
      const url: string = `${urlOfNext()}/__admin/accounts/${id}/${list}?limit=1000&after=${after}`;
      const page = (await (await fetch(url)).json()) as { next: number | null } & Record<string, T[]>;
      rows.push(...page[member]!);
      after = page.next;
    }
    return rows;
  }

  return {
    sent,
    send,
    async balance(): Promise<void> {
      await attempted(attempts, null, () => fetch(`${urlOfNext()}/api/v1/credits/balance`, { headers }));
    },
    /** Repeats all requests, and checks that all observations fit one order of events. */
    async check(): Promise<void> {
      expect(sent.length).toBeGreaterThan(0);
      for (const one of sent) await send(one);
      const ledger = await listed<Entry>('ledger', 'entries');
      const stored = (await listed<{ key: string }>('operations', 'operations')).map((each) => each.key);
      expect(ledger[0]).toMatchObject({ id: 1, balance: OPENING });
      expect(disorderIn({ attempts, ledger, stored, cost: 2 })).toEqual([]);
    },
  };
}

async function endsGracefully(): Promise<void> {
  const folder = temporaryFolder();
  let mock = await startAt(folder);
  const [slow, busy] = [await openAccount('slow', () => mock.url), await openAccount('busy', () => mock.url)];
  // Requests with this fault run until the mock ends; other requests are the load meanwhile.
  const fault = { effect: 'delay', account: 'slow', times: null, delayMs: 600_000 };
  await post(`${mock.url}/__admin/faults`, fault);
  const search = (account: typeof slow): Promise<void> => {
    const operationKey = `use_v1_${account.sent.length}`;
    // Different limits, so that the answers differ.
    const one: Sent = { operationKey, body: `{"limit":${10 + (account.sent.length % 90)}}`, answer: null };
    account.sent.push(one);
    return account.send(one);
  };
  const underWay = Array.from({ length: WORKERS }, () => search(slow));
  let isUp = true;
  const load = Array.from({ length: WORKERS }, async () => {
    while (isUp)
      await search(busy).catch((error: Error) => {
        if (isUp || error.name === 'AssertionError') throw error;
      });
  });
  const hits = async (): Promise<number> => {
    const listed = await fetch(`${mock.url}/__admin/accounts/slow/faults`);
    return ((await listed.json()) as { faults: { hits: number }[] }).faults[0]!.hits;
  };
  await expect.poll(hits).toBe(WORKERS);
  await expect.poll(() => busy.sent.length).toBeGreaterThan(2 * WORKERS);
  isUp = false;
  mock.child.kill('SIGTERM');
  await Promise.all([...underWay, ...load]);
  expect((await mock.ended).status).toBe(0);
  mock = await startAt(folder);
  await fetch(`${mock.url}/__admin/faults`, { method: 'DELETE' });
  for (const account of [slow, busy]) await account.check();
}
