import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestBody, makeOperationKey } from '../domain/operation-keys.js';
import { OperationStore, type StoredOperation } from './operation-store.js';
import { PaidJobs } from './paid-jobs.js';

const operation = (executedAt: number): StoredOperation => ({
  operation: 'searchJobsHistorical',
  digest: digestBody({ limit: executedAt }),
  executedAt,
  jobs: 100,
  creditsUsed: 200,
  creditsRemaining: -executedAt,
});
const keyOf = (i: number): string => `use_v1_${i.toString(36)}-${'k'.repeat((i * 7) % 100)}`;

it('paid jobs are a set of ordinals', () => {
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

describe('stored operations', () => {
  it('are returned unchanged, oldest first, with keys of any length', () => {
    const store = new OperationStore();
    const keys = ['use_v1_a', 'use_v1_b', `use_v1_${'x'.repeat(121)}`, `use_v1_${'x'.repeat(120)}y`];
    keys.forEach((key, i) => store.put(key, operation(i)));
    expect([...store.after()]).toEqual(keys.map((key, i) => ({ id: i + 1, key, operation: operation(i) })));
    for (const [i, key] of keys.entries()) expect(store.get(key)).toEqual(operation(i));
    expect(store.get('use_v1_c')).toBeUndefined();
    expect(Array.from(store.after(2), ({ id, key }) => [id, key])).toEqual([
      [3, keys[2]],
      [4, keys[3]],
    ]);
  });

  it('take less than 110 bytes each with keys of the mock, and little memory if there are few', () => {
    const store = new OperationStore();
    expect(store.bytes).toBeLessThan(32);
    const count = 50_000;
    for (let i = 0; i < count; i += 1) {
      store.put(makeOperationKey(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`), operation(i));
      if (i === 5) expect(store.bytes).toBeLessThan(2_048);
    }
    expect(store.bytes / count).toBeLessThan(110);
    expect(store.get('use_v1_00000000-0000-4000-8000-000000012345')).toEqual(operation(12_345));
  });

  it('are never dropped in their billing period, and are dropped afterwards if memory is needed', () => {
    const store = new OperationStore({ mostBytes: 1_000_000 });
    let stored = 0;
    while (store.makeRoom(() => false)) store.put(keyOf(stored), operation((stored += 1)));
    expect(stored).toBeGreaterThan(4_000);
    expect(store.bytes).toBeLessThanOrEqual(1_000_000);
    expect(() => store.put(keyOf(stored), operation(0))).toThrow('There is no room');
    expect(store.get(keyOf(0))).toEqual(operation(1));

    const isOver = (executedAt: number): boolean => executedAt < 4_000;
    let more = stored;
    while (store.makeRoom(isOver)) store.put(keyOf(more), operation((more += 1)));
    expect(store.size).toBe(more - store.forgotten);
    expect(store.forgotten).toBeGreaterThan(1_000);
    expect(store.forgotten).toBeLessThan(4_000);
    for (let i = 0; i < more; i += 1) {
      expect(store.get(keyOf(i))).toEqual(i < store.forgotten ? undefined : operation(i + 1));
    }
    expect(store.after(0).next().value).toMatchObject({
      id: store.forgotten + 1,
      key: keyOf(store.forgotten),
    });
  });
});

describe('stored operations with a maximum number', () => {
  it('are the newest ones, once older billing periods are over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(120),
        fc.nat(120),
        fc.integer({ min: 1, max: 90 }),
        (most, first, over, length) => {
          const store = new OperationStore({ most });
          const model: [string, number][] = [];
          let forgotten = 0;
          for (let i = 0; i < first; i += 1) {
            const isRoom = model.length < most || model[0]![1] < over;
            expect(store.makeRoom((at) => at < over)).toBe(isRoom);
            if (!isRoom) break;
            if (model.length === most) {
              model.shift();
              forgotten += 1;
            }
            const key = `use_v1_${i}-${'k'.repeat((i * length) % 100)}`;
            store.put(key, operation(i));
            model.push([key, i]);
          }
          expect(Array.from(store.after(), ({ key, operation }) => [key, operation.executedAt])).toEqual(
            model,
          );
          expect([store.size, store.forgotten]).toEqual([model.length, forgotten]);
          for (const [key, i] of model) expect(store.get(key)).toEqual(operation(i));
          expect(store.get('use_v1_0-')).toEqual(forgotten > 0 || first === 0 ? undefined : operation(0));
        },
      ),
    );
  });

  it('take the same memory, however many were stored before', () => {
    const store = new OperationStore({ most: 2 });
    for (let i = 0; i < 20_000; i += 1) {
      expect(store.makeRoom(() => true)).toBe(true);
      store.put(keyOf(i), operation(i));
    }
    expect(store.forgotten).toBe(19_998);
    expect(store.bytes).toBeLessThan(2 ** 20);
    expect(() => store.put('use_v1_more', operation(0))).toThrow('There is no room');
  });
});
