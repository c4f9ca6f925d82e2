import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyChange, type AccountChange } from '../../mock-server/state/changes.js';
import type { Keeper } from '../../mock-server/state/keeper.js';
import { applyEntry } from '../../mock-server/state/log.js';
import { Store } from '../../mock-server/keeping/redis/store.js';
import { startCheckedMock, testData, type CheckedMock } from './checked-mock.js';
import { spreadClientOf } from './client.js';
import { historyOf } from './account-history.js';
import { disorderIn, type Attempt, type Entry, type History } from './one-order.js';
import { describeWithRedis } from '../servers/redis-server.js';

const entry = (id: number, credits: number, balance: number, operationKey: string | null): Entry => ({
  id,
  kind: operationKey === null ? 'opening' : 'charge',
  credits,
  balance,
  jobs: operationKey === null ? 0 : -credits,
  operationKey,
  requestId: null,
});

/** A search that was under way from one moment to the other, and bought these jobs or got them for nothing. */
function found(
  key: string,
  [from, to]: [number, number],
  jobs: string[],
  used: number,
  left: number,
): Attempt {
  const data = { credits_used: used, credits_remaining: left, jobs };
  return attempt(key, [from, to], 200, JSON.stringify({ data }));
}

function attempt(
  key: string | null,
  [from, to]: [number, number],
  status: number | null,
  text = '',
): Attempt {
  const search = key === null ? null : { operationKey: key };
  return { search, from, to, status, requestId: null, answerKey: key, text };
}

const balance = (from: number, to: number, credits: number): Attempt =>
  attempt(null, [from, to], 200, JSON.stringify({ credits_remaining: credits }));

/** Two searches one after the other, of which the second gets one job again, and a balance. */
const orderly: History = {
  attempts: [
    found('a', [0, 10], ['x', 'y'], 2, 8),
    found('b', [11, 20], ['y', 'z'], 1, 7),
    found('c', [11, 20], ['x'], 0, 8),
    balance(12, 19, 8),
    attempt('d', [13, 15], 503),
    attempt('e', [14, 15], null),
  ],
  ledger: [entry(1, 10, 10, null), entry(2, -2, 8, 'a'), entry(3, -1, 7, 'b')],
  stored: ['a', 'b', 'c'],
  cost: 1,
  limit: { searches: 5, clock: 'runs' },
};

/** Changes of `orderly`: more charges, more attempts, or another attempt in place of one. */
const charged = (...more: Entry[]) => ({ ledger: [...orderly.ledger, ...more] });
const asked = (...more: Attempt[]) => ({ attempts: [...orderly.attempts, ...more] });
const instead = (i: number, other: Attempt) => ({ attempts: orderly.attempts.with(i, other) });
const andE = { stored: ['a', 'b', 'c', 'e'] };

describe('one order of events', () => {
  it('explains what a right keeper did, whether or not a lost search was carried out', () => {
    expect(disorderIn(orderly)).toEqual([]);
    expect(disorderIn({ ...orderly, ...charged(entry(4, -3, 4, 'e')), ...andE })).toEqual([]);
  });

  it.each<[what: string, change: Partial<History>, complaint: RegExp]>([
    [
      'a charge that is gone',
      { ledger: orderly.ledger.slice(0, 2) },
      /^b was answered as 1 credits with 7 left, and the ledger says nothing$/,
    ],
    ['a second charge', charged(entry(4, -1, 6, 'b')), /^b is charged twice$/],
    [
      'a balance that is no sum',
      { ...charged(entry(4, -1, 7, 'e')), ...andE },
      /^entry 4 makes 7 and -1 a balance of 7$/,
    ],
    [
      'an entry that is gone',
      { ...charged(entry(5, -1, 6, 'e')), ...andE },
      /^entry 3 of the ledger is followed by 5$/,
    ],
    ['an answer that is not kept', { stored: ['a', 'b'] }, /^c was answered and is not stored$/],
    ['one that is kept twice', { stored: ['a', 'b', 'c', 'a'] }, /^the answer to a is stored twice$/],
    ['a refusal that was charged', { stored: ['a', 'b', 'c', 'd'] }, /^d is kept, and was refused$/],
    ['another answer to a retry', asked(found('a', [30, 40], ['x'], 2, 8)), /^a was answered in two ways$/],
    [
      'charges that stand the other way around',
      instead(1, found('b', [-9, -1], ['y', 'z'], 1, 7)),
      /^b was answered before a was asked, and stands after it$/,
    ],
    [
      'a balance from before',
      instead(3, balance(21, 22, 8)),
      /^a balance tells 8 credits, which were not left while it was under way$/,
    ],
    ['a balance that goes back', asked(balance(12, 13, 7), balance(14, 15, 8)), /^a balance tells 8 credits/],
    [
      'a job that is sold twice',
      instead(1, found('b', [11, 20], ['y'], 1, 7)),
      /^b has 0 new jobs, and is charged 1 for 1$/,
    ],
    [
      'a job that nobody paid for',
      instead(2, found('c', [11, 20], ['w'], 0, 8)),
      /^c delivers jobs for nothing that nobody had paid for$/,
    ],
    [
      'a limit that was passed',
      { limit: { searches: 2, clock: 'runs' } },
      /^3 searches passed within a minute, and 2 may$/,
    ],
    [
      'a refusal too early',
      instead(4, attempt('d', [13, 15], 429)),
      /^one was refused after 4 searches, and 5 may pass$/,
    ],
  ])('does not explain %s', (_, change, complaint) => {
    expect(disorderIn({ ...orderly, ...change })[0]).toMatch(complaint);
  });
});

/** Sends concurrent searches, some of them equal, and reads of the balance to mocks that share their state. */
async function disorderUnderLoad(mocks: CheckedMock[]): Promise<string[]> {
  const limit = 50;
  const [mock] = mocks as [CheckedMock];
  const attempts: Attempt[] = [];
  const key = await mock.accounts.create({ rateLimits: { searchJobs: limit } });
  const client = spreadClientOf(mocks, key, attempts);
  const search = (i: number): Promise<unknown> => client.search({ limit: 3 + (i % 7) }, `use_v1_${i}`);
  await Promise.all(
    Array.from({ length: 42 }, (_, i) => (i % 6 === 5 ? client.get('getCreditBalance') : search(i % 20))),
  );
  for (let i = 0; i < 20; i += 1) await search(i);
  return disorderIn(await historyOf(mock, key, { attempts, limit }));
}

/** Keepers that keep in memory, and do one thing wrong. */
const BROKEN: Record<string, (change: AccountChange, nth: number) => AccountChange[]> = {
  'loses a charge': (change, nth) => (change.does === 'buy' && nth % 5 === 3 ? [] : [change]),
  'charges twice': (change, nth) => (change.does === 'buy' && nth % 5 === 3 ? [change, change] : [change]),
  'forgets answers': (change, nth) => (change.does === 'store' && nth % 5 === 3 ? [] : [change]),
  'forgets what was paid for': (change) =>
    change.does === 'buy' ? [{ ...change, jobs: Array.from(change.jobs).slice(1) }] : [change],
  'counts no searches': (change) => (change.does === 'pass' ? [] : [change]),
};

describe('a history of searches at the same time', () => {
  const start = async (keeper: Partial<Keeper>): Promise<CheckedMock> => {
    const mock = await startCheckedMock({ shared: await testData() });
    mock.world.keeper = { ...mock.world.keeper, ...keeper };
    return mock;
  };

  it('is in order where the state is in memory', async () => {
    await using mock = await start({});
    expect(await disorderUnderLoad([mock])).toEqual([]);
  });

  it.each(Object.keys(BROKEN))('is in disorder where a keeper %s', async (name) => {
    const counts = new Map<string, number>();
    await using mock = await start({
      commit(account, decide) {
        const { entries, result } = decide();
        for (const entry of entries) {
          if ('world' in entry) applyEntry(mock.world, entry);
          else
            for (const change of entry.changes) {
              const nth = (counts.get(change.does) ?? 0) + 1;
              counts.set(change.does, nth);
              for (const each of BROKEN[name]!(change, nth)) applyChange(account!, each);
            }
        }
        return result;
      },
    });
    expect(await disorderUnderLoad([mock])).not.toEqual([]);
  });

  it('is in disorder where a keeper commits what was decided on something older', async () => {
    let charges = 0;
    let goOn!: () => void;
    const twoDecided = new Promise<void>((resolve) => (goOn = resolve));
    await using mock = await start({
      isShared: true,
      async commit(_account, decide) {
        const { entries, result } = decide();
        if (entries.some((entry) => 'account' in entry && entry.changes.some(({ does }) => does === 'buy'))) {
          charges += 1;
          if (charges === 2) goOn();
          await twoDecided;
        }
        for (const entry of entries) applyEntry(mock.world, entry);
        return result;
      },
    });
    expect(await disorderUnderLoad([mock])).not.toEqual([]);
  });
});

describeWithRedis('a history of searches at the same time at three mocks', (redis) => {
  afterEach(() => vi.restoreAllMocks());

  async function disorderAtThree(): Promise<string[]> {
    const options = { shared: await testData(), state: redis.url, statePrefix: redis.newPrefix() };
    await using one = await startCheckedMock(options);
    await using two = await startCheckedMock(options);
    await using three = await startCheckedMock(options);
    return await disorderUnderLoad([one, two, three]);
  }

  it('is in order', async () => {
    expect(await disorderAtThree()).toEqual([]);
  });

  it('is in disorder where a mock takes a refusal of the Redis for a success', async () => {
    const { exchange } = Store.prototype;
    vi.spyOn(Store.prototype, 'exchange').mockImplementation(async function (this: Store, looks) {
      const reply = await exchange.call(this, looks);
      const isCommit = looks.some(({ write }) => write?.kind === 'c');
      return isCommit && !reply.done ? { done: true, news: [] } : reply;
    });
    expect(await disorderAtThree()).not.toEqual([]);
  });
});
