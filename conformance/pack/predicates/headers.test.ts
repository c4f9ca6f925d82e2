import { expect, it } from 'vitest';
import { answer, holds, judge } from './testing/judge.js';

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
