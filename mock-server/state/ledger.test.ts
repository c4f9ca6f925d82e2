import { describe, expect, it } from 'vitest';
import { Ledger, openingEntry, LEDGER_CAPACITY } from './ledger.js';

const charge = (credits: number) => ({
  credits,
  jobs: credits,
  operation: 'searchJobs' as const,
  operationKey: null,
  requestId: null,
});

describe('a ledger', () => {
  it('summarizes entries above its limit, and still adds up to the balance', () => {
    const ledger = new Ledger([openingEntry(0, 100)]);
    for (let i = 1; i <= LEDGER_CAPACITY + 7; i += 1) ledger.charge(i, charge(1));
    const { entries } = ledger;
    expect(entries).toHaveLength(LEDGER_CAPACITY + 1);
    expect(entries.slice(0, 2).map(({ id, kind }) => `${id} ${kind}`)).toEqual(['8 opening', '9 charge']);
    expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(ledger.balance);
    expect(ledger.balance).toBe(100 - LEDGER_CAPACITY - 7);
  });
});
