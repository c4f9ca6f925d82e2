import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../index.js';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { clientOf } from '../../test/mock/client.js';
import { live } from '../../test/mock/lived.js';
import type { AccountState } from './account.js';
import { takeSnapshot, type SnapshotContent } from './snapshot.js';

const mock = await startCheckedMock({ shared: await testData() });
afterEach(() => expect(mock.violations).toEqual([]));
afterAll(() => mock.close());

/** Changes everything that the state of a new mock holds, and returns the state. */
async function lived(): Promise<{ key: string; snapshot: string }> {
  await mock.reset();
  const { key } = await live(mock);
  return { key, snapshot: JSON.stringify(mock.exportState()) };
}

describe('an exported state', () => {
  it('does not change with its mock', async () => {
    const { key } = await lived();
    const snapshot = mock.exportState();
    const text = JSON.stringify(snapshot);
    await clientOf(mock, key).get('getCreditBalance');
    await mock.faults.clear();
    expect(mock.faults.list()).toEqual([]);
    await mock.importState(snapshot);
    await mock.accounts.patch(key, { credits: 1, rateLimits: { searchJobs: 9 } });
    expect(JSON.stringify(snapshot)).toBe(text);
  });

  it('contains no journal, and an import empties the journal', async () => {
    const { snapshot } = await lived();
    expect(snapshot).not.toContain('durationMs');
    await mock.importState(JSON.parse(snapshot));
    expect(mock.journal()).toEqual([]);
  });
});

describe('a snapshot', () => {
  /** Returns the result of `edit`, or the changed snapshot if there is none. */
  const edited = (snapshot: string, edit: (value: Snapshot) => unknown): unknown => {
    const value = JSON.parse(snapshot) as Snapshot;
    const result = edit(value);
    return result === undefined ? value : result;
  };

  /** Returns the snapshot, reduced to one account with purchases and changed by `edit`, with a valid checksum. */
  const forge = (snapshot: string, edit: (value: SnapshotContent) => unknown): Snapshot => {
    const value = JSON.parse(snapshot) as SnapshotContent & { checksum?: string };
    delete value.checksum;
    value.accounts.all = [value.accounts.all.find(({ paid }) => paid.some(({ jobs }) => jobs.length > 0))!];
    edit(value);
    return takeSnapshot(value);
  };
  const other = (account: AccountState, settings: Partial<AccountState['settings']>): AccountState => ({
    ...account,
    settings: { ...account.settings, ...settings },
  });

  it('that is damaged, changed, foreign or of another version is rejected without any change', async () => {
    const { snapshot } = await lived();
    const broken: [RegExp, (value: Snapshot) => unknown][] = [
      [/is not a snapshot/, () => null],
      [/is not a snapshot/, () => []],
      [/is not a snapshot/, () => 'text'],
      [/is not a snapshot/, () => ({})],
      [/"format" is not "job-search-kit\/state"/, (value) => Object.assign(value, { format: 'other' })],
      [/version 99/, (value) => Object.assign(value, { version: 99 })],
      [/damaged or was changed/, (value) => void value.accounts.all.pop()],
      [/damaged or was changed/, (value) => void (value.accounts.all[0]!.ledger[0]!.balance += 1)],
      [/damaged or was changed/, (value) => void (value.checksum = '')],
      [/its dataset is required/, ({ format, version, checksum }) => ({ format, version, checksum })],
      [/its extra is not a known field/, (value) => ({ ...value, extra: 1 })],
    ];
    for (const [reason, edit] of broken) {
      await expect(mock.importState(edited(snapshot, edit))).rejects.toThrow(reason);
    }
    expect(JSON.stringify(mock.exportState())).toBe(snapshot);
  });

  it('that was forged with a valid checksum is rejected with its first invalid field', async () => {
    const { snapshot } = await lived();
    const forged: [string, (value: SnapshotContent) => unknown][] = [
      ['accounts.all must be array', (value) => Object.assign(value.accounts, { all: {} })],
      ['anchorDay must be integer', (value) => Object.assign(value.accounts.all[0]!, { anchorDay: '31' })],
      ['ledger must NOT have fewer than 1', (value) => (value.accounts.all[0]!.ledger = [])],
      ['accounts.all.0.paid.0.jobs.0 must be', (value) => (value.accounts.all[0]!.paid[0]!.jobs = [-1])],
      ['clock.offset must be <=', (value) => (value.clock.offset = 1e300)],
      ['faults.rules.0.effect must be one of: ', (value) => (value.faults.rules[0]!.effect = 'x' as 'delay')],
      ['settings.key must be 1 to 200', (value) => (value.accounts.all[0]!.settings.key = 'a b')],
    ];
    for (const [reason, edit] of forged) {
      await expect(mock.importState(forge(snapshot, edit))).rejects.toThrow(reason);
    }
    expect(JSON.stringify(mock.exportState())).toBe(snapshot);
  });

  it('that contradicts itself is rejected without any change', async () => {
    const { snapshot } = await lived();
    const year = Date.UTC(9_500, 0, 1);
    const atOnce = { offset: 0, frozenAt: year };
    const contradictions: [RegExp, (account: AccountState, value: SnapshotContent) => unknown][] = [
      [/account id acc_1 occurs twice/, (one, { accounts }) => accounts.all.push(other(one, { key: 'b' }))],
      [/two accounts have one API key/, (one, { accounts }) => accounts.all.push(other(one, { id: 'b' }))],
      [/the fault id fault_1 occurs twice/, (_, { faults }) => faults.rules.push(faults.rules[0]!)],
      [/the operation key use_v1_kept occurs twice/, ({ operations }) => operations.push(operations[0]!)],
      [/the billing cycle .* occurs twice/, ({ paid }) => paid.push(paid[0]!)],
      [/the rate window searchJobs occurs twice/, ({ rates }) => rates.push(rates[0]!)],
      [/paid for twice/, ({ paid }) => paid[0]!.jobs.push(paid[0]!.jobs[0]!)],
      [/job 3000 is paid for, of 3000 postings/, ({ paid }) => paid[0]!.jobs.push(3_000)],
      [/acc_1: entry 2 .* of 46, but the credits add up to 45/, ({ ledger }) => (ledger[1]!.balance += 1)],
      [/entry 1 .* a balance of 50, but the credits add up to 49/, ({ ledger }) => (ledger[0]!.credits -= 1)],
      [/entry 2 .* a charge that adds credits/, ({ ledger }) => (ledger[1]!.credits = 5)],
      [
        /entry 2 .* out of order/,
        ({ ledger }) => ledger.splice(1, 0, { ...ledger[1]!, id: 2, credits: 0, balance: 50 }),
      ],
      [/does not begin with its one opening entry/, ({ ledger }) => ledger.shift()],
      [/does not begin with its one opening entry/, ({ ledger }) => (ledger[2]!.kind = 'opening')],
      [/the clock would show the year 9500/, (_, { clock }) => (clock.frozenAt = year)],
      [/acc_1: a time is in the year 9500/, ({ clock }) => Object.assign(clock, atOnce)],
      [/a time is in the year 3\d{4}/, ({ clock }) => Object.assign(clock, { offset: 1e15, frozenAt: null })],
      [/a time is in the year 9500/, ({ ledger }) => (ledger[1]!.at = year)],
      [/a time is in the year 9500/, ({ operations }) => (operations[0]!.operation.executedAt = year)],
      [/a time is in the year 1969/, ({ rates }) => (rates[0]!.passed[0] = -1)],
      [/a time is in the year 9500/, ({ paid }) => (paid[0]!.cycleStart = year)],
    ];
    for (const [reason, edit] of contradictions) {
      const forged = forge(snapshot, (value) => edit(value.accounts.all[0]!, value));
      await expect(mock.importState(forged)).rejects.toThrow(reason);
    }
    expect(JSON.stringify(mock.exportState())).toBe(snapshot);
  });

  it('of the postings of a file is rejected with the flag for that file', async () => {
    const { snapshot } = await lived();
    const fromFile = edited(snapshot, ({ checksum: _checksum, ...value }) =>
      takeSnapshot({ ...value, dataset: { ...value.dataset, seed: null, hash: 'of-a-file' } }),
    );
    await expect(mock.importState(fromFile)).rejects.toThrow(
      /Start the mock with the same --data --now 2026-03-15/,
    );
    expect(JSON.stringify(mock.exportState())).toBe(snapshot);
  });
});

describe('a reset', () => {
  it('of one account does not change others', async () => {
    const { key } = await lived();
    const demo = mock.accounts.read('key_demo');
    await mock.accounts.patch('key_small', { credits: 99 });
    expect(await mock.accounts.reset(key)).toMatchObject({ credits: 50, paidJobs: 0, storedOperations: 0 });
    expect(mock.faults.list()).toEqual([]);
    expect(mock.accounts.read('key_demo')).toEqual(demo);
    expect(mock.accounts.read('key_small').credits).toBe(99);
  });
});
