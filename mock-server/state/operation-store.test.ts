import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestBody } from '../domain/operation-keys.js';
import { OperationStore, type StoredOperation } from './operation-store.js';

const operation = (executedAt: number): StoredOperation => ({
  operation: 'searchJobsHistorical',
  digest: digestBody({ limit: executedAt }),
  executedAt,
  jobs: 100,
  creditsUsed: 200,
  creditsRemaining: -executedAt,
});
const keyOf = (i: number): string => `use_v1_${i}`;

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

  it('with a maximum number are the newest ones, once older billing periods are over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(120),
        fc.nat(120),
        fc.integer({ min: 1, max: 90 }),
        (most, first, over, length) => {
          const store = new OperationStore(most);
          const model: [string, number][] = [];
          let forgotten = 0;
          for (let i = 0; i < first; i += 1) {
            const isRoom = model.length < most || model[0]![1] < over;
            expect(store.makeRoom(over)).toBe(isRoom);
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

  it('of an earlier version are kept, even above the limit', () => {
    const store = new OperationStore(2);
    for (let i = 0; i < 3; i += 1) store.put(keyOf(i), operation(i));
    expect([store.size, store.makeRoom(0)]).toEqual([3, false]);
  });
});
