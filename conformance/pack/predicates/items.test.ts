import { expect, it } from 'vitest';
import type { Exchange } from '../../record/exchange.js';
import { answer, holds } from '../../../test/samples/predicate.js';

it('judges lists', () => {
  const list = (...labels: string[]): Exchange[] => [
    answer(1, 200, { l: labels.map((label) => ({ label })) }),
  ];
  const by = { list: '/l', by: '/label', 'ignoring-case': true };
  expect(holds('sorted', by, list('apple', 'Banana', 'cherry'))).toBe(true);
  expect(holds('sorted', by, list('b', 'a'))).toBe(false);
  expect(holds('sorted', { ...by, order: 'descending' }, list('b', 'a'))).toBe(true);
  expect(holds('distinct-items', { list: '/l', by: '/label' }, list('a', 'b', 'a'))).toBe(false);
  expect(holds('every-item', { list: '/l', field: '/label', match: '^[ab]$' }, list('a', 'b'))).toBe(true);
  expect(holds('items-within', { list: '/l', with: 'all' }, list('b'), { all: list('a', 'b') })).toBe(true);
  expect(holds('items-within', { list: '/l', with: 'all' }, list('c'), { all: list('a', 'b') })).toBe(false);
  expect(holds('same-items', { list: '/l', with: 'all' }, list('b', 'a'), { all: list('a', 'b') })).toBe(
    false,
  );
});
