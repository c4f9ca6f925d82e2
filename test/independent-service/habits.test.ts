import { describe, expect, it } from 'vitest';
import { habitsOf, noiseOf, setHabit } from './habits.js';

describe('habits', () => {
  it('follow from the seed', () => {
    expect(habitsOf(5)).toEqual(habitsOf(5));
    expect(new Set([1, 2, 3, 4].map((seed) => JSON.stringify(habitsOf(seed)))).size).toBe(4);
  });

  it('have every combination of noise within seven seeds', () => {
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map((seed) => noiseOf(seed).join())).size).toBe(7);
    expect(noiseOf(6).reduce(setHabit, habitsOf(6))).toMatchObject({ vanishing: true, failing: true });
  });

  it('can be set one by one', () => {
    expect(setHabit(habitsOf(1), 'zoneHours=9').zoneHours).toBe(9);
    expect(setHabit(habitsOf(1), 'moving=true').moving).toBe(true);
    expect(setHabit(habitsOf(1), 'otherCaller=true').otherCaller).toBe(true);
    expect(() => setHabit(habitsOf(1), 'moving=perhaps')).toThrow('moving must be one of false, true.');
    expect(() => setHabit(habitsOf(1), 'mood=good')).toThrow('There is no habit "mood"');
  });
});
