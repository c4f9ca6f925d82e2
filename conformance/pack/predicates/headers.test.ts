import { expect, it } from 'vitest';
import { answer, holds, judge } from '../../../test/samples/predicate.js';

it('judges headers of every answer', () => {
  const id = '5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11';
  const [a, b] = [answer(1, 200, {}, { 'x-request-id': id }), answer(2, 200, {}, { 'x-request-id': 'no' })];
  const name = 'X-Request-ID';
  expect(holds('header-format', { name, format: 'uuid' }, [a])).toBe(true);
  expect(judge('header-format', { name, format: 'uuid' }, [a, b]).exchanges).toEqual([2]);
  expect(holds('header-differs', { name }, [a, b])).toBe(true);
  expect(holds('header-differs', { name, with: 'x' }, [a], { x: [a] })).toBe(false);
  expect(holds('header-same', { name }, [a, a])).toBe(true);
  expect(holds('header-absent', { name: 'Retry-After' }, [a])).toBe(true);
  expect(holds('header-present', { name: 'Retry-After' }, [a])).toBe(false);
  expect(holds('header-equals', { name, value: 'no' }, [b])).toBe(true);
});

it.each([
  ['application/json', true],
  ['Application/JSON; Charset="UTF-8"', true],
  ['APPLICATION/JSON', true],
  ['application/problem+json', true],
  ['text/json', false],
  ['application/jsonp', false],
])('takes %s for a JSON content type: %s', (type, expected) => {
  const told = answer(1, 400, {}, { 'content-type': type });
  expect(holds('header-format', { name: 'Content-Type', format: 'json' }, [told])).toBe(expected);
});
