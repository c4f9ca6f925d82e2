import { describe, expect, it } from 'vitest';
import { holds, job, judge, page, type Body } from '../../../test/samples/predicate.js';
import { compare, value } from './values.js';

describe('value and compare', () => {
  it('is exact about case and type', () => {
    expect(holds('value', { of: 'Full Time', equals: 'full time' }, [])).toBe(false);
    expect(holds('value', { of: 'Full Time', equals: 'full time', 'ignoring-case': true }, [])).toBe(true);
    expect(holds('value', { of: 3, type: 'integer', 'more-than': 2, 'at-most': 3 }, [])).toBe(true);
    expect(holds('value', { of: '3', type: 'integer' }, [])).toBe(false);
    expect(holds('value', { of: [1, 1], unique: true }, [])).toBe(false);
    expect(holds('value', { of: { a: 1 }, contains: 'a', lacks: 'b' }, [])).toBe(true);
    expect(holds('value', { of: 7, lacks: 'b' }, [])).toBe(false);
  });

  it('words what it asks as a reader would say it', () => {
    const words = (wanted: Body): string => judge('value', { of: 1, ...wanted }, []).expected;
    expect(words({ equals: 5 })).toBe('a value equal to 5');
    expect(words({ type: 'integer', 'more-than': 2 })).toBe('a value of type "integer" and more than 2');
    expect(words({ null: false, unique: true })).toBe('a value not null and free of equal items');
    const either = { in: ['a', 'b'], 'ignoring-case': true, 'or-null': true };
    expect(words(either)).toBe('a value one of ["a","b"], in any case, or null');
  });

  it('words a comparison as it is written, so that a reader finds its places in the body', () => {
    const used = '$response.body#/data/credits_used';
    const right = { times: [2, { minus: [{ count: 'jobs' }, { sum: '/data/total', step: 'first' }] }] };
    expect(compare.asked!({ left: used, is: '==', right })).toBe(
      `${used} == 2 × (the number of jobs − the sum of /data/total, step first)`,
    );
    expect(value.asked!({ of: used, 'at-least': 3 })).toBe(`${used} at least 3`);
  });

  it('does sums over the answers of steps', () => {
    const pages = [
      page(1, [job('a'), job('b')], { credits_used: 2 }),
      page(2, [job('c')], { credits_used: 1 }),
    ];
    expect(holds('compare', { left: { sum: '/data/credits_used' }, is: '==', right: 3 }, pages)).toBe(true);
    const counted = { left: { count: 'jobs' }, is: '==', right: { plus: [1, { times: [1, 2] }] } };
    expect(holds('compare', counted, pages)).toBe(true);
    const there = { left: { minus: [10, 7] }, is: '==', right: { sum: '/data/credits_used', step: 's' } };
    expect(holds('compare', there, [], { s: pages })).toBe(true);
    expect(holds('compare', { left: { count: 'exchanges', status: 402 }, is: '>', right: 0 }, pages)).toBe(
      false,
    );
  });

  it('sees a sale in any answer of a step, and none where all jobs were paid for', () => {
    const answers = (...used: (number | undefined)[]) =>
      used.map((credits_used, id) => page(id, [job('a')], { credits_used }));
    expect(holds('sold', {}, answers(0, 1))).toBe(true);
    expect(holds('sold', {}, answers(0, 0))).toBe(false);
    expect(holds('sold', {}, [])).toBe(false);
    expect(holds('sold', { 'at-least': 2 }, answers(1, 1))).toBe(true);
    expect(holds('sold', { 'at-least': 3 }, answers(1, 1))).toBe(false);
    expect(holds('sold', {}, answers(1, undefined))).toBe(false);
    expect(judge('sold', {}, answers(0)).actual).toBe('it is 0');
  });
});
