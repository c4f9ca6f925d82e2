import { describe, expect, it } from 'vitest';
import { PREDICATES } from './index.js';
import { stepsNamed, unfilledOf, type Predicate } from './predicate.js';

const named = (name: string): Predicate => PREDICATES[name]!;

describe('a predicate', () => {
  it('finds the steps that its arguments name', () => {
    expect(stepsNamed(named('same-jobs'), { with: ['a', 'b'] })).toEqual(['a', 'b']);
    const sum = {
      left: { plus: [{ sum: '/x', step: 'c' }, 1] },
      is: '==',
      right: { count: 'jobs', step: 'd' },
    };
    expect(stepsNamed(named('compare'), sum)).toEqual(['c', 'd']);
    expect(stepsNamed(named('value'), { of: { step: 'x' } })).toEqual([]);
  });

  it('says which of its arguments hold conditions', () => {
    expect(unfilledOf(named('reading'))).toEqual(['choices']);
    expect(unfilledOf(named('value'))).toEqual([]);
  });

  it('is known by its own name, and says when it holds', () => {
    for (const [name, predicate] of Object.entries(PREDICATES)) {
      expect(predicate.name).toBe(name);
      expect(predicate.holdsWhen).not.toBe('');
    }
  });
});
