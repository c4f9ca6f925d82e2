import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { MockOptions } from '../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../test/mock/checked-mock.js';
import { callAdmin, clientOf } from '../../test/mock/client.js';
import { AccountStore } from './account-store.js';
import type { Account } from './account.js';
import { Clock } from './clock.js';

const shared = await testData({ jobs: 200 });

/** The clock of the machine, which tests move. */
let machine = Date.UTC(2026, 2, 15, 12);
const start = (more: MockOptions = {}): Promise<CheckedMock> =>
  startCheckedMock({ shared, machineNow: () => machine, ...more });

const wait = (seconds: number): void => void (machine += seconds * 1_000);

describe('an account that expires', () => {
  it('is deleted with all its data', async () => {
    await using mock = await start();
    const key = await mock.accounts.create({ id: 'job', expires_in: 60 });
    const client = clientOf(mock, key);
    await client.search({ limit: 3 }, 'use_v1_a');
    await mock.faults.add({ effect: 'server-error', account: key });
    await mock.faults.add({ effect: 'delay', operation: 'listLocations' });
    const others = mock.world.accounts.list().length - 1;
    wait(59);
    expect((await fetch(`${mock.url}/__admin/accounts/job`)).status).toBe(200);
    wait(1);
    expect((await client.get('getCreditBalance')).status).toBe(403);
    for (const path of ['', '/ledger', '/operations', '/clock'])
      expect((await fetch(`${mock.url}/__admin/accounts/job${path}`)).status).toBe(404);
    expect(mock.faults.list().map(({ effect }) => effect)).toEqual(['delay']);
    expect(mock.journal().filter(({ account }) => account === 'job')).toEqual([]);
    expect(mock.world.accounts.size).toBe(others);
    // Id and key can be used again, and no data of the old account remains.
    await mock.accounts.create({ id: 'job', key, credits: 7 });
    expect(mock.accounts.read(key)).toMatchObject({ credits: 7, paidJobs: 0, storedOperations: 0 });
  });

  it('expires at the same time, even if its clock moves or it is reset', async () => {
    await using mock = await start();
    const key = await mock.accounts.create({ id: 'job', expires_in: 60, clock: { frozen: true } });
    await mock.clock.advance({ months: 12 });
    await mock.accounts.patch(key, { clock: { now: '2027-01-01' } });
    wait(30);
    await mock.accounts.reset(key);
    expect((await clientOf(mock, key).get('getCreditBalance')).status).toBe(200);
    wait(30);
    await mock.clock.advance({ months: -12 });
    expect((await clientOf(mock, key).get('getCreditBalance')).status).toBe(403);
  });

  it('shows when it expires', async () => {
    await using mock = await start();
    const create = (body: object) => callAdmin(mock, 'POST', '/accounts', body);
    const expiresAt = new Date(machine + 7_200_000).toISOString();
    expect((await create({ id: 'job', expires_in: 7_200 })).body).toMatchObject({ expiresAt });
    expect((await callAdmin(mock, 'GET', '/accounts/job')).body).toMatchObject({ expiresAt });
    expect((await create({ id: 'team' })).body).toMatchObject({ expiresAt: null });
    for (const wrong of [0, -1, 1.5, 31_536_001, '60', null]) {
      const answer = await create({ id: 'wrong', expires_in: wrong });
      expect([wrong, answer.status]).toEqual([wrong, 422]);
      expect(answer.text).toContain('expires_in');
    }
    await expect(mock.accounts.create({ expires_in: 0.5 })).rejects.toThrow('"expires_in" must be integer');
  });
});

it('an expired account that cannot be deleted stays hidden, and the mock does not try again', async () => {
  await using mock = await start();
  const expire = vi.spyOn(mock.world.owner, 'expireAccount').mockRejectedValue(new Error('no room'));
  for (const seconds of [1, 2, 3]) await mock.accounts.create({ id: `job_${seconds}`, expires_in: seconds });
  for (const id of ['job_1', 'job_2', 'job_3']) {
    wait(1);
    expect(mock.world.accounts.find(id)).toBe(undefined);
  }
  expect(expire.mock.calls.map(([{ id }]) => id)).toEqual(['job_1', 'job_2', 'job_3']);
});

it('one of very many accounts can expire', () => {
  const clock = new Clock(() => machine);
  const expired: string[] = [];
  const store = new AccountStore({
    clock,
    machineNow: () => machine,
    secrets: null,
    expired: ({ id }) => void expired.push(id),
  });
  for (let i = 0; i < 150_000; i += 1) {
    const expiresAt = machine + (i === 1 ? 1_000 : 60_000);
    store.take(i, { id: `acc_${i}`, key: `key_${i}`, settings: { expiresAt } } as Account);
  }
  wait(1);
  expect([store.find('acc_1'), store.find('acc_2')?.id, expired]).toEqual([undefined, 'acc_2', ['acc_1']]);
});

it('lists show exactly the accounts that have not expired', async () => {
  await using mock = await start();
  const { accounts, owner } = mock.world;
  const lives = fc.array(fc.option(fc.integer({ min: 1, max: 50 })), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lives, fc.array(fc.nat(20), { maxLength: 5 }), async (seconds, waits) => {
      await owner.reset();
      const before = accounts.size;
      const began = machine;
      for (const life of seconds) await owner.createAccount(life === null ? {} : { expires_in: life });
      for (const each of [0, ...waits]) {
        wait(each);
        const left = seconds.filter((life) => life === null || began + life * 1_000 > machine);
        expect(accounts.size).toBe(before + left.length);
      }
    }),
  );
});
