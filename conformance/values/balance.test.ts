import { expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { balanceIn, isUncountable } from './balance.js';

const cases = casesOf<{
  balances: [body: unknown, pointer: string | null, balance: number | null][];
  uncountable: [body: unknown, pointer: string | null, isUncountable: boolean][];
}>(import.meta.filename);

it.each([...cases.balances, [undefined, null, null] as const])(
  'balanceIn reads %j with the pointer %s as %s',
  (body, pointer, balance) => {
    expect(balanceIn(body, pointer)).toBe(balance);
  },
);

it.each(cases.uncountable)('isUncountable of %j with the pointer %s is %s', (body, pointer, uncountable) => {
  expect(isUncountable(body, pointer)).toBe(uncountable);
});
