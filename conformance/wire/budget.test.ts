import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { exchange } from '../../test/servers/servers.js';
import { Budget } from './budget.js';

/** Records a search. Its answer states `told` credits, or is lost if it can have cost more. */
function spend(budget: Budget, scenario: string, told: number, most = told): void {
  const body = { success: true, data: { jobs: [], credits_used: told } };
  const sent = exchange({ scenario, response: most > told ? null : { body } });
  const account = budget.account({ alias: 'active', fresh: false });
  budget.add([{ account, exchange: sent, priced: { operation: null, most }, reached: true }], null);
}

/** Records the balance of an account, read in a scenario. */
function read(budget: Budget, scenario: string, alias: string, credits: number): void {
  const body = { credits_remaining: credits };
  const stated = exchange({ scenario, operation: 'getCreditBalance', response: { body } });
  const account = budget.account({ alias, fresh: false });
  budget.add([{ account, exchange: stated, priced: { operation: null, most: 0 }, reached: true }], null);
}

describe('Budget', () => {
  it('reserves the highest cost of a scenario, and refuses a scenario that exceeds the rest', () => {
    const budget = new Budget({ credits: 10, requests: null });
    expect(budget.reserve('a', 6)).toBeNull();
    expect(budget.reserve('b', 5)).toBe('needs up to 5 credits; 4 of the 10 allowed (--max-credits) remain');
    spend(budget, 'a', 2);
    budget.release('a');
    expect(budget.reserve('b', 8)).toBeNull();
    expect(budget.creditsUsed).toBe(2);
  });

  it('lets free scenarios run if no credits are left', () => {
    expect(new Budget({ credits: 0, requests: null }).reserve('a', 0)).toBeNull();
  });

  it('expects the target to overcharge the next request as it did the last ones', () => {
    const budget = new Budget({ credits: 50, requests: null });
    read(budget, 'a', 'active', 100);
    spend(budget, 'a', 1);
    expect(budget.admit(1, 10)).toBeNull();
    budget.settle(10);
    read(budget, 'a', 'active', 92);
    expect(budget.admit(1, 10)).toBe('needs up to 80 credits; 42 of the 50 allowed (--max-credits) remain');
    expect(budget.admit(1, 5)).toBeNull();
  });

  it('stops a scenario that spends more than it announced', () => {
    const budget = new Budget({ credits: null, requests: null });
    budget.reserve('a', 3);
    spend(budget, 'a', 3);
    expect(budget.overspent('a')).toBeNull();
    spend(budget, 'a', 1);
    expect(budget.overspent('a')).toBe('the target charged 4 credits, more than the announced 3');
  });

  it.each([
    ['in the order of sending', [1, 1, 1]],
    ['the last one first', [0, 0, 3]],
    ['the first one last', [0, 2, 1]],
  ])('counts jobs of concurrent searches once if the target processes them %s', (_order, used) => {
    const budget = new Budget({ credits: null, requests: null });
    const account = budget.account({ alias: 'active', fresh: false });
    const priced = { operation: loadContract().operation('searchJobs'), most: 3 };
    const sent = used.map((credits, i) => {
      const jobs = ['a', 'b', 'c'].slice(0, i + 1).map((url) => ({ 'Job URL': url }));
      const body = { success: true, data: { jobs, credits_used: credits } };
      return { account, exchange: exchange({ response: { body } }), priced, reached: true };
    });
    budget.add(sent, null);
    expect([budget.creditsUsed, budget.creditsTold]).toEqual([3, 3]);
  });

  it('counts requests up to the ceiling', () => {
    const budget = new Budget({ credits: null, requests: 3 });
    const admitted = [budget.admit(2, 0), budget.admit(2, 0), budget.admit(1, 0)];
    expect(admitted).toEqual([null, '--max-requests 3 is used up', null]);
    expect(budget.requests).toBe(3);
  });

  it('refuses a request whose cost exceeds what spent credits and running requests leave', () => {
    const budget = new Budget({ credits: 20, requests: null });
    expect([budget.admit(2, 10), budget.admit(1, 11)]).toEqual([
      null,
      'needs up to 11 credits; 10 of the 20 allowed (--max-credits) remain',
    ]);
    budget.settle(10);
    spend(budget, 'a', 0, 10);
    expect([budget.room, budget.admit(1, 10), budget.admit(1, 1)]).toEqual([
      10,
      null,
      'needs up to 1 credit; 0 of the 20 allowed (--max-credits) remain',
    ]);
  });

  it('keeps room for the requests that are still in flight', () => {
    const budget = new Budget({ credits: 10, requests: null });
    expect([budget.admit(1, 4), budget.admit(1, 4)]).toEqual([null, null]);
    budget.settle(4);
    expect(budget.room).toBe(6);
  });

  it('counts unknown charges at their maximum, and says how much that is', () => {
    const budget = new Budget({ credits: null, requests: null });
    spend(budget, 'a', 3);
    spend(budget, 'a', 0, 10);
    expect([budget.creditsUsed, budget.creditsTold]).toEqual([13, 3]);
    expect(budget.overspent('a')).toBeNull();
    expect(budget.notes()).toEqual([
      'The answers state a charge of 3 credits, and the ceiling counts 13, the most that these searches can cost. Jobs paid for earlier in the cycle are free, but the run cannot rely on that.',
    ]);
  });

  it('counts an unexplained fall of the balance in the scenario that read it', () => {
    const budget = new Budget({ credits: 50, requests: null });
    budget.reserve('b', 5);
    read(budget, 'a', 'active', 100);
    spend(budget, 'a', 0, 10);
    read(budget, 'b', 'active', 90);
    expect([budget.creditsUsed, budget.creditsTold, budget.spentBy('b')]).toEqual([10, 10, 0]);
    read(budget, 'b', 'active', 30);
    read(budget, 'b', 'active', 70);
    expect([budget.creditsUsed, budget.creditsTold, budget.spentBy('b'), budget.room]).toEqual([
      70, 70, 60, 0,
    ]);
    expect(budget.overspent('b')).toBe('the target charged 60 credits, more than the announced 5');
    expect(budget.notes()).toEqual([
      'The balance fell by 60 credits more than the requests can have cost; they are counted as used. If others use the same key, give the run one of its own.',
      'A request was sent only if its highest possible cost fit under --max-credits 50. Only a request that the target overcharges can exceed it. The ceiling was exceeded by 20 credits, since the target charged more than a request can cost.',
    ]);
  });

  it('says how many credits are gone that no answer states', () => {
    const budget = new Budget({ credits: null, requests: null });
    read(budget, 'a', 'active', 100);
    spend(budget, 'a', 3);
    read(budget, 'a', 'active', 97);
    expect(budget.untold).toBe(0);
    read(budget, 'a', 'active', 95);
    expect(budget.untold).toBe(2);
  });

  it('ignores losses of the balance once another caller has used it', () => {
    const budget = new Budget({ credits: null, requests: null });
    budget.reserve('b', 5);
    for (const alias of ['active', 'second']) read(budget, 'b', alias, 100);
    budget.share(['active']);
    read(budget, 'b', 'active', 30);
    read(budget, 'b', 'second', 97);
    expect([budget.creditsUsed, budget.spentBy('b')]).toEqual([3, 3]);
  });
});
