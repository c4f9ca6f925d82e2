import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationStore, type StoredOperation } from './operation-store.js';
import { PaidJobs } from './paid-jobs.js';
import { Ring } from './ring.js';

const operation = (executedAt: number): StoredOperation => ({
  operation: 'searchJobs',
  digest: 'd',
  executedAt,
  jobs: 0,
  creditsUsed: 0,
  creditsRemaining: 0,
});

describe('paid jobs', () => {
  it('are a set of ordinals', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000)), fc.nat(20_000), (ordinals, other) => {
        const paid = new PaidJobs();
        const model = new Set(ordinals);
        for (const ordinal of ordinals) paid.add(ordinal);
        expect(paid.size).toBe(model.size);
        expect(paid.ordinals).toEqual([...model].sort((a, b) => a - b));
        expect(paid.has(other)).toBe(model.has(other));
      }),
    );
  });
});

describe('stored operations', () => {
  it('are found by key', () => {
    const store = new OperationStore();
    store.put('a', operation(1));
    expect(store.get('a')?.executedAt).toBe(1);
    expect(store.get('b')).toBeUndefined();
  });

  it('forget the oldest when there is no room', () => {
    const store = new OperationStore(3);
    for (let i = 1; i <= 7; i += 1) store.put(`k${i}`, operation(i));
    expect([...store.entries()].map(([key]) => key)).toEqual(['k5', 'k6', 'k7']);
    expect(store.get('k4')).toBeUndefined();
    expect([store.size, store.forgotten]).toEqual([3, 4]);
  });
});

describe('a ring', () => {
  it('keeps the last items in order and counts the rest', () => {
    const ring = new Ring<number>(3);
    const gone = [1, 2, 3, 4, 5].map((item) => ring.push(item));
    expect([...ring]).toEqual([3, 4, 5]);
    expect(gone).toEqual([undefined, undefined, undefined, 1, 2]);
    expect(ring.dropped).toBe(2);
  });
});
