import { expect, it } from 'vitest';
import type { MockOptions } from '../index.js';
import { startCheckedMock, testData, type CheckedMock } from '../../test/mock/checked-mock.js';
import { callAdmin, clientOf } from '../../test/mock/client.js';

const start = async (more: MockOptions = {}): Promise<CheckedMock> =>
  startCheckedMock({ shared: await testData({ jobs: 500 }), ...more });

it('an account has as many faults as its quota allows, or the general maximum without a quota', async () => {
  await using mock = await start();
  const small = await mock.accounts.create({ id: 'small', quotas: { faults: 1 } });
  await mock.faults.add({ effect: 'server-error', account: small });
  await expect(mock.faults.add({ effect: 'server-error', account: small })).rejects.toThrow(
    'Account "small" has 1 faults, as many as there may be',
  );
  await mock.faults.add({ effect: 'server-error', account: 'acc_demo' });
  await mock.faults.add({ effect: 'server-error', account: 'acc_demo' });
  const none = await mock.accounts.create({ id: 'none', quotas: { faults: 0 } });
  await expect(mock.faults.add({ effect: 'server-error', account: none })).rejects.toThrow(
    'as many as there may be',
  );
});

it('an account is shown with its quotas, and invalid quotas are rejected', async () => {
  await using mock = await start();
  const make = (body: object) => callAdmin(mock, 'POST', '/accounts', body);
  expect((await make({ quotas: { operations: 3 } })).body.quotas).toEqual({
    operations: 3,
    faults: 1_000,
  });
  expect((await make({})).body.quotas).toEqual({ operations: null, faults: 1_000 });
  const wrong = [{ operations: 0 }, { faults: 1_001 }, { faults: -1 }, { operations: 1.5 }, { jobs: 1 }];
  for (const quotas of wrong) expect([quotas, (await make({ quotas })).status]).toEqual([quotas, 422]);
  await expect(mock.accounts.create({ quotas: { operations: 0 } })).rejects.toThrow(
    'accounts.create: "quotas.operations" must be >= 1.',
  );
  await expect(mock.accounts.create({ quotas: { jobs: 1 } as object })).rejects.toThrow('jobs');
});

it('a key of a dropped operation can be used anew, also if a fault had added postings to its search', async () => {
  await using mock = await start();
  const key = await mock.accounts.create({ quotas: { operations: 1 } });
  const search = async (name: string) => (await clientOf(mock, key).search({ limit: 5 }, name)).text;
  await mock.faults.add({ effect: 'new-postings', newPostings: 2, account: key });
  await search('use_v1_a');
  // The search of each month drops the operation of the month before.
  await mock.clock.advance({ months: 1 });
  await search('use_v1_b');
  await mock.clock.advance({ months: 1 });
  const text = await search('use_v1_a');
  expect(await search('use_v1_a')).toBe(text);
});
