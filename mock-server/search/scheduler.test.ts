import { describe, expect, it } from 'vitest';
import { BitmapSpace } from './bitmap.js';
import { Scratch } from './scratch.js';
import type { Steps } from './steps.js';
import { Scheduler } from './scheduler.js';

/** A scheduler with slices of 5 ms. Each reading of its clock takes a millisecond. */
function makeScheduler(): Scheduler {
  const space = new BitmapSpace(100);
  let now = 0;
  return new Scheduler([new Scratch(space), new Scratch(space)], 5, () => (now += 1));
}

/** Work of `steps` steps, which logs each step. */
function work(name: string, steps: number, log: string[], scratches = new Set<Scratch>()) {
  return function* (scratch: Scratch): Steps<string> {
    expect(scratches.has(scratch)).toBe(false);
    scratches.add(scratch);
    log.push(`${name} starts`);
    try {
      for (let i = 0; i < steps; i += 1) yield;
      log.push(`${name} ends`);
      return name;
    } finally {
      scratches.delete(scratch);
    }
  };
}

describe('a search', () => {
  it('that ends within a slice is answered immediately, also while a long one is in progress', async () => {
    const scheduler = makeScheduler();
    const log: string[] = [];
    const long = scheduler.run(work('long', 100, log));
    expect(scheduler.run(work('short', 2, log))).toBe('short');
    expect(await long).toBe('long');
    expect(log).toEqual(['long starts', 'short starts', 'short ends', 'long ends']);
  });

  it('of more than a slice lets the process do other things between its slices', async () => {
    const scheduler = makeScheduler();
    let others = 0;
    let isRunning = true;
    const other = (): void => {
      others += 1;
      if (isRunning) setImmediate(other);
    };
    setImmediate(other);
    await scheduler.run(work('long', 100, []));
    isRunning = false;
    expect(others).toBeGreaterThan(100 / 5 - 2);
  });

  it('of more than a slice waits for another such search to end, and uses its own memory', async () => {
    const scheduler = makeScheduler();
    const log: string[] = [];
    const scratches = new Set<Scratch>();
    const names = ['a', 'b', 'c'];
    expect(await Promise.all(names.map((name) => scheduler.run(work(name, 20, log, scratches))))).toEqual(
      names,
    );
    expect(log.filter((line) => line.endsWith('ends'))).toEqual(['a ends', 'b ends', 'c ends']);
    expect(log.slice(0, 4)).toEqual(['a starts', 'b starts', 'c starts', 'a ends']);
    expect(scheduler.run(work('short', 1, log, scratches))).toBe('short');
  });

  it('that fails does not affect others', async () => {
    const scheduler = makeScheduler();
    const failAfter = (steps: number) =>
      function* (): Steps<never> {
        for (let i = 0; i < steps; i += 1) yield;
        throw new Error('no memory');
      };
    const long = scheduler.run(failAfter(20));
    const next = scheduler.run(work('next', 20, []));
    // More often than the memory would allow if failed searches kept theirs.
    for (let i = 0; i < 3; i += 1) expect(() => scheduler.run(failAfter(0))).toThrow('no memory');
    await expect(long).rejects.toThrow('no memory');
    expect(await next).toBe('next');
    for (let i = 0; i < 3; i += 1) expect(() => scheduler.run(failAfter(0))).toThrow('no memory');
    const given: Scratch[] = [];
    const remember = function* (scratch: Scratch): Steps<string> {
      given.push(scratch);
      return yield* work('short', 1, [])(scratch);
    };
    expect(scheduler.run(remember)).toBe('short');
    expect(given[0]).toBeInstanceOf(Scratch);
  });
});
