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

/** A search between two times that found these jobs, and paid for them or got them for free. */
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

/** Consecutive and concurrent searches of which some find jobs again, a read of the balance, a refusal and a lost answer. */
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
  it('explains the events of a correct store, whether or not a lost search was executed', () => {
    expect(disorderIn(orderly)).toEqual([]);
    expect(disorderIn({ ...orderly, ...charged(entry(4, -3, 4, 'e')), ...andE })).toEqual([]);
  });

  const disorders: Record<string, Partial<History>> = {
    'the answer to b says 1 credits with 7 left, but the ledger says nothing': {
      ledger: orderly.ledger.slice(0, 2),
    },
    'b is charged twice': charged(entry(4, -1, 6, 'b')),
    'entry 4 adds -1 to 7 and says 7': { ...charged(entry(4, -1, 7, 'e')), ...andE },
    'entry 3 of the ledger is followed by 5': { ...charged(entry(5, -1, 6, 'e')), ...andE },
    'c was answered and is not stored': { stored: ['a', 'b'] },
    'the answer to a is stored twice': { stored: ['a', 'b', 'c', 'a'] },
    'd was refused, but is charged or stored': { stored: ['a', 'b', 'c', 'd'] },
    'a has two different answers': asked(found('a', [30, 40], ['x'], 2, 8)),
    'b was answered before a was sent, but follows it in the ledger': instead(
      1,
      found('b', [-9, -1], ['y', 'z'], 1, 7),
    ),
    'a balance shows 8 credits, which were never the balance during its request': instead(
      3,
      balance(21, 22, 8),
    ),
    // An earlier balance showed the charge already.
    'a balance shows 10 credits, which were never the balance during its request': asked(
      balance(1, 2, 8),
      balance(3, 4, 10),
    ),
    'b has 0 new jobs, but is charged 1 for 1': instead(1, found('b', [11, 20], ['y'], 1, 7)),
    'c delivers unpaid jobs for free': instead(2, found('c', [11, 20], ['w'], 0, 8)),
    '3 searches passed within a minute, but the limit is 2': { limit: { searches: 2, clock: 'runs' } },
    'a search was refused after 4 searches, but the limit is 5': instead(4, attempt('d', [13, 15], 429)),
  };
  it.each(Object.entries(disorders))('finds that %s', (complaint, change) => {
    expect(disorderIn({ ...orderly, ...change })[0]).toBe(complaint);
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

/** Keepers in memory with one fault. */
const BROKEN: Record<string, (change: AccountChange, nth: number) => AccountChange[]> = {
  'loses a charge': (change, nth) => (change.does === 'buy' && nth % 5 === 3 ? [] : [change]),
  'charges twice': (change, nth) => (change.does === 'buy' && nth % 5 === 3 ? [change, change] : [change]),
  'forgets answers': (change, nth) => (change.does === 'store' && nth % 5 === 3 ? [] : [change]),
  'forgets paid jobs': (change) =>
    change.does === 'buy' ? [{ ...change, jobs: Array.from(change.jobs).slice(1) }] : [change],
  'counts no searches': (change) => (change.does === 'pass' ? [] : [change]),
};

describe('a history of concurrent searches', () => {
  const start = async (keeper: Partial<Keeper>): Promise<CheckedMock> => {
    const mock = await startCheckedMock({ shared: await testData() });
    mock.world.keeper = { ...mock.world.keeper, ...keeper };
    return mock;
  };

  it('is in order with the state in memory', async () => {
    await using mock = await start({});
    expect(await disorderUnderLoad([mock])).toEqual([]);
  });

  it.each(Object.keys(BROKEN))('is in disorder if the keeper %s', async (name) => {
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

  it('is in disorder if the keeper commits decisions about an outdated state', async () => {
    let charges = 0;
    let release!: () => void;
    const twoDecided = new Promise<void>((resolve) => (release = resolve));
    await using mock = await start({
      isShared: true,
      async commit(_account, decide) {
        const { entries, result } = decide();
        if (entries.some((entry) => 'account' in entry && entry.changes.some(({ does }) => does === 'buy'))) {
          charges += 1;
          if (charges === 2) release();
          await twoDecided;
        }
        for (const entry of entries) applyEntry(mock.world, entry);
        return result;
      },
    });
    expect(await disorderUnderLoad([mock])).not.toEqual([]);
  });
});

describeWithRedis('a history of concurrent searches on three mocks', (redis) => {
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

  it('is in disorder if a mock treats a commit that Redis refused as a success', async () => {
    const { exchange } = Store.prototype;
    vi.spyOn(Store.prototype, 'exchange').mockImplementation(async function (this: Store, looks) {
      const reply = await exchange.call(this, looks);
      return looks.some(({ write }) => write?.kind === 'c') && !reply.done ? { done: true, news: [] } : reply;
    });
    expect(await disorderAtThree()).not.toEqual([]);
  });
});
