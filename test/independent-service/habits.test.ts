import { describe, expect, it } from 'vitest';
import { habitsOf, setHabit } from './habits.js';

describe('habits', () => {
  it('follow from the seed', () => {
    expect(habitsOf(5)).toEqual(habitsOf(5));
    expect(new Set([1, 2, 3, 4].map((seed) => JSON.stringify(habitsOf(seed)))).size).toBe(4);
  });

  it('can be set one by one', () => {
    expect(setHabit(habitsOf(1), 'zoneHours=9').zoneHours).toBe(9);
    expect(setHabit(habitsOf(1), 'moving=true').moving).toBe(true);
    expect(setHabit(habitsOf(1), 'losesAnswers=true').losesAnswers).toBe(true);
    expect(() => setHabit(habitsOf(1), 'moving=perhaps')).toThrow('moving is one of false, true.');
    expect(() => setHabit(habitsOf(1), 'mood=good')).toThrow('No habit is called "mood"');
  });
});
