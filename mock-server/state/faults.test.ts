import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/index.js';
import { Faults, type FaultTarget } from './faults.js';

const contract = loadContract();
const target = (changes: Partial<FaultTarget> = {}): FaultTarget => ({
  operation: contract.operation('searchJobs'),
  account: 'acc_1',
  header: () => undefined,
  ...changes,
});
const hits = (faults: Faults, times: number, at = target()) =>
  Array.from({ length: times }, () => faults.hit(at)?.id ?? null);

describe('a fault', () => {
  it('hits once unless told otherwise', () => {
    const faults = new Faults();
    faults.add({ effect: 'server-error' });
    expect(hits(faults, 2)).toEqual(['fault_1', null]);
  });

  it('lets some pass first, then hits as often as told', () => {
    const faults = new Faults();
    faults.add({ effect: 'server-error', skip: 2, times: 2 });
    expect(hits(faults, 5)).toEqual([null, null, 'fault_1', 'fault_1', null]);
    expect(faults.list[0]?.hits).toBe(2);
  });

  it('hits for good with times null', () => {
    const faults = new Faults();
    faults.add({ effect: 'server-error', times: null });
    expect(hits(faults, 3)).toEqual(['fault_1', 'fault_1', 'fault_1']);
  });

  it('hits only what it names', () => {
    const faults = new Faults();
    const header = { name: 'X-Case', value: 'lost' };
    faults.add({ effect: 'delay', operation: 'searchJobs', account: 'acc_1', header, times: null });
    const carrying = (value: string) => ({
      header: (name: string) => (name === 'x-case' ? value : undefined),
    });
    expect(faults.hit(target(carrying('lost')))).not.toBeNull();
    expect(faults.hit(target(carrying('found')))).toBeNull();
    expect(faults.hit(target())).toBeNull();
    expect(faults.hit(target({ ...carrying('lost'), account: 'acc_2' }))).toBeNull();
    expect(
      faults.hit(target({ ...carrying('lost'), operation: contract.operation('listDepartments') })),
    ).toBeNull();
  });

  it('leaves alone operations whose contract lacks its effect', () => {
    const faults = new Faults();
    faults.add({ effect: 'unaffordable', times: null });
    faults.add({ effect: 'failed-search', times: null });
    expect(faults.hit(target({ operation: contract.operation('getCreditBalance') }))).toBeNull();
    expect(faults.hit(target())?.effect).toBe('unaffordable');
  });

  it('is tried in the order in which it was added, one for each request', () => {
    const faults = new Faults();
    faults.add({ effect: 'delay' });
    faults.add({ effect: 'server-error', times: 2 });
    expect(hits(faults, 4)).toEqual(['fault_1', 'fault_2', 'fault_2', null]);
  });

  it('is removed, alone, with its account, or with all', () => {
    const faults = new Faults();
    for (const account of [undefined, 'acc_1', 'acc_2']) faults.add({ effect: 'delay', account });
    expect(faults.remove('fault_1')).toBe(true);
    expect(faults.remove('fault_1')).toBe(false);
    faults.clear('acc_1');
    expect(faults.list.map(({ id }) => id)).toEqual(['fault_3']);
    faults.clear();
    expect(faults.list).toEqual([]);
  });
});
