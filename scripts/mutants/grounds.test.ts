import { describe, expect, it } from 'vitest';
import { WORLDS } from '../../test/worlds/worlds.js';
import { dataFor, SEEDED } from './grounds.js';

describe('the data of mutants', () => {
  it('is one of three worlds in turn as on a live target, and seeded else', () => {
    const live = [0, 1, 2, 3].map((n) => dataFor(n, true));
    const names = WORLDS.map(({ name }) => name);
    expect(live.every((name) => names.includes(name))).toBe(true);
    expect([new Set(live).size, live[3]]).toEqual([3, live[0]]);
    expect(dataFor(1, false)).toBe(SEEDED);
  });
});
