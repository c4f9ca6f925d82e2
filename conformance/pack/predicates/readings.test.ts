import { expect, it } from 'vitest';
import { answer, holds, judge } from '../../../test/samples/predicate.js';

it('says which choice a condition shows', () => {
  const args = {
    reading: 'r',
    choices: [
      { choice: 'one', when: '$response.body#/n == 1' },
      { choice: 'two', when: '$response.body#/n == 2' },
    ],
  };
  expect(judge('reading', args, [answer(1, 200, { n: 2 })]).observation).toEqual({
    reading: 'r',
    choice: 'two',
  });
  expect(holds('reading', args, [answer(1, 200, { n: 3 })])).toBe(false);
  expect(judge('reading', args, [answer(1, 200, { n: 3 })]).observation).toBeUndefined();
  expect(judge('reading', { ...args, otherwise: 'inconclusive' }, [answer(1, 200, { n: 3 })])).toMatchObject({
    observation: { reading: 'r', choice: null },
  });
});
