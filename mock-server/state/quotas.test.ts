import { afterEach, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { MockData, MockOptions } from '../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../test/mock/checked-mock.js';
import { clientOf } from '../../test/mock/client.js';
import { describeWithRedis } from '../../test/servers/redis-server.js';

let data: MockData;
const started: CheckedMock[] = [];
beforeAll(async () => void (data = await testData({ jobs: 500 })));
afterEach(async () => {
  for (const mock of started.splice(0)) await mock.close();
});

async function start(more: MockOptions = {}): Promise<CheckedMock> {
  const mock = await startCheckedMock({ shared: data, ...more });
  started.push(mock);
  return mock;
}

/** An account of two stored operations, on some mocks of one state: the first two, and then another after `next`. */
async function holdsTwo(first: CheckedMock, next: () => Promise<CheckedMock>): Promise<void> {
  const key = await first.accounts.create({ id: 'small', credits: 50, quotas: { operations: 2 } });
  const client = clientOf(first, key);
  const { text } = await client.search({ limit: 5 }, 'use_v1_a');
  await client.search({ limit: 6 }, 'use_v1_b');
  const refused = await client.search({ limit: 7 }, 'use_v1_c');
  expect([refused.status, refused.body]).toEqual([
    503,
    { detail: 'service_unavailable: search is temporarily unavailable' },
  ]);
  expect(first.journal({ account: 'small' }).at(-1)!.reason).toContain('has 2 stored operations');
  expect(await client.balance()).toBe(44);
  expect((await client.search({ limit: 5 }, 'use_v1_a')).text).toBe(text);

  // Each of an ended billing cycle makes way for one.
  const mock = await next();
  mock.accounts.patch(key, { clock: { now: '2026-04-02T00:00:00Z' } });
  await mock.world.keeper.settled();
  const there = clientOf(mock, key);
  expect((await there.search({ limit: 5 }, 'use_v1_c')).status).toBe(200);
  expect((await there.search({ limit: 6 }, 'use_v1_b')).status).toBe(409);
  expect((await there.search({ limit: 6 }, 'use_v1_d')).status).toBe(200);
  expect((await there.search({ limit: 6 }, 'use_v1_e')).status).toBe(503);
  const last = await next();
  await last.world.keeper.refresh('all');
  expect(last.accounts.read(key).storedOperations).toBe(2);
  expect((await clientOf(last, key).search({ limit: 6 }, 'use_v1_f')).status).toBe(503);
  // They are how it was made.
  last.accounts.reset(key);
  await last.world.keeper.settled();
  expect((await clientOf(last, key).search({ limit: 5 }, 'use_v1_a')).status).toBe(200);
  expect((await clientOf(last, key).search({ limit: 6 }, 'use_v1_b')).status).toBe(200);
  expect((await clientOf(last, key).search({ limit: 7 }, 'use_v1_c')).status).toBe(503);
}

it('stores as many operations as its quota says, also in a state that is imported', async () => {
  const first = await start();
  await holdsTwo(first, async () => {
    const other = await start();
    other.importState(started.at(-2)!.exportState());
    return other;
  });
});

it('stores as many operations as its quota says over a restart', async () => {
  const state = temporaryFolder();
  await holdsTwo(await start({ state }), async () => {
    await started.pop()!.close();
    return start({ state });
  });
});

describeWithRedis('an account that several mocks share', (redis) => {
  it('stores as many operations as its quota says, whoever is asked', async () => {
    const place = { state: redis.url, statePrefix: redis.newPrefix() };
    await holdsTwo(await start(place), () => start(place));
  });
});

it('has as many faults as its quota says, and one without a quota as many as there may be', async () => {
  const mock = await start();
  const small = await mock.accounts.create({ id: 'small', quotas: { faults: 1 } });
  mock.faults.add({ effect: 'server-error', account: small });
  expect(() => mock.faults.add({ effect: 'server-error', account: small })).toThrow(
    'Account "small" has 1 faults, as many as there may be',
  );
  mock.faults.add({ effect: 'server-error', account: 'acc_demo' });
  mock.faults.add({ effect: 'server-error', account: 'acc_demo' });
  const none = await mock.accounts.create({ id: 'none', quotas: { faults: 0 } });
  expect(() => mock.faults.add({ effect: 'server-error', account: none })).toThrow('as many as there may be');
});

it('is shown with its quotas, and refused with those that are none', async () => {
  const mock = await start();
  const make = async (body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await fetch(`${mock.url}/__admin/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  expect((await make({ quotas: { operations: 3 } })).body['quotas']).toEqual({
    operations: 3,
    faults: 1_000,
  });
  expect((await make({})).body['quotas']).toEqual({ operations: null, faults: 1_000 });
  for (const quotas of [
    { operations: 0 },
    { faults: 1_001 },
    { faults: -1 },
    { operations: 1.5 },
    { jobs: 1 },
  ])
    expect([quotas, (await make({ quotas })).status]).toEqual([quotas, 422]);
  await expect(mock.accounts.create({ quotas: { operations: 0 } })).rejects.toThrow(
    'The quota of operations is a whole number from 1 to 10000000.',
  );
  await expect(mock.accounts.create({ quotas: { jobs: 1 } as object })).rejects.toThrow('jobs');
});
