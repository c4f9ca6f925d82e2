import { expect, it } from 'vitest';
import { createKeeper, memoryOf } from './kept-bodies.js';

it('keeps a body while it takes at most a quarter of what is left, and small ones for long', () => {
  const keeps = createKeeper(1000);
  const large = Buffer.from('x'.repeat(100));
  const small = Buffer.from('x');
  // 200 of 1000, 200 of 800, then 200 of 600.
  expect([keeps(large), keeps(large), keeps(large)]).toEqual([true, true, false]);
  expect(keeps(small)).toBe(true);
  expect(Array.from({ length: 400 }, () => keeps(small)).filter(Boolean).length).toBeGreaterThan(250);
});

it('counts what a body comes to when it is parsed, not what it weighs on the wire', () => {
  const many = (part: string): number =>
    memoryOf(Buffer.from(`[${part.repeat(1000)}0]`)) / (part.length * 1000);
  expect(many('{},')).toBeGreaterThan(20);
  expect(many('{"a":0},')).toBeGreaterThan(20);
  expect(many(`"${'x'.repeat(100)}",`)).toBeLessThan(3);
  expect(many(`"${'ж'.repeat(100)}",`)).toBeGreaterThan(4);
  expect(many(`"${'漢'.repeat(100)}",`)).toBeLessThan(5);
  expect(memoryOf(Buffer.from('🙂'))).toBe(8);
  expect(memoryOf(Buffer.from('\u0001'))).toBe(8);
});

it('counts each byte that is no UTF-8 as a sign, since that is what it becomes', () => {
  const torn = Buffer.from([0x80, 0xe0, 0x80, 0x80, 0xe6, 0xbc, 0x22, 0xf0, 0xff]);
  expect(memoryOf(torn)).toBeGreaterThanOrEqual(4 * torn.toString('utf8').length);
});
