import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '../index.js';
import { startCheckedMock, testData } from '../../test/mock/checked-mock.js';
import { clientOf } from '../../test/mock/client.js';
import { live } from '../../test/mock/lived.js';
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

  it('that is damaged, changed, foreign or of another version is rejected without any change', async () => {
    const { snapshot } = await lived();
    const broken: [RegExp, (value: Snapshot) => unknown][] = [
      [/is not a snapshot/, () => null],
      [/is not a snapshot/, () => []],
      [/is not a snapshot/, () => 'text'],
      [/is not a snapshot/, () => ({})],
      [/"format" is not "job-search-kit\/state"/, (value) => Object.assign(value, { format: 'other' })],
      [/version 0/, (value) => Object.assign(value, { version: 0 })],
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
      ['"noon" is not a time', (value) => (value.accounts.all[0]!.settings.clock = { now: 'noon' })],
      [
        'A clock shows times between',
        ({ clock, accounts }) => {
          clock.frozenAt = Date.UTC(9_500, 0, 1);
          accounts.all[0]!.settings.clock = { frozen: true };
        },
      ],
    ];
    for (const [reason, edit] of forged) {
      await expect(mock.importState(forge(snapshot, edit))).rejects.toThrow(reason);
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
