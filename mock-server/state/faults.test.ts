import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/index.js';
import { Faults, type Fault, type FaultTarget, type NewFault } from './faults.js';

const contract = loadContract();
const target = (changes: Partial<FaultTarget> = {}): FaultTarget => ({
  operation: contract.operation('searchJobs'),
  account: 'acc_1',
  header: () => undefined,
  ...changes,
});
/** Returns the fault that hits, and counts the hit. */
function hit(faults: Faults, met: FaultTarget): Fault | null {
  const { fault, counts } = faults.meet(met);
  faults.counts = counts;
  return fault;
}

describe('a fault', () => {
  it.each<[what: string, added: NewFault[], hits: (string | null)[]]>([
    ['once by default', [{ effect: 'server-error' }], ['fault_1', null]],
    [
      'twice, after two requests',
      [{ effect: 'delay', skip: 2, times: 2 }],
      [null, null, 'fault_1', 'fault_1', null],
    ],
    ['for good with times null', [{ effect: 'delay', times: null }], ['fault_1', 'fault_1', 'fault_1']],
    [
      'in the order in which it was added, one for each request',
      [{ effect: 'delay' }, { effect: 'server-error', times: 2 }],
      ['fault_1', 'fault_2', 'fault_2', null],
    ],
  ])('hits %s', (_, added, hits) => {
    const faults = new Faults();
    for (const each of added) faults.state = faults.with(each);
    expect(hits.map(() => hit(faults, target())?.id ?? null)).toEqual(hits);
    const counted = added.map((_fault, i) => hits.filter((id) => id === `fault_${i + 1}`).length);
    expect(faults.list.map((fault) => fault.hits)).toEqual(counted);
  });

  it('with only the name of a header hits requests with any value of it', () => {
    const faults = new Faults();
    faults.state = faults.with({ effect: 'delay', header: { name: 'X-Case' } });
    expect(hit(faults, target())).toBeNull();
    expect(hit(faults, target({ header: () => 'a' }))).not.toBeNull();
  });

  it('does not hit operations without its effect in the contract', () => {
    const faults = new Faults();
    faults.state = faults.with({ effect: 'unaffordable', times: null });
    faults.state = faults.with({ effect: 'failed-search', times: null });
    expect(hit(faults, target({ operation: contract.operation('getCreditBalance') }))).toBeNull();
    expect(hit(faults, target())?.effect).toBe('unaffordable');
  });
});
