import { expect, it } from 'vitest';
import { Slab } from './slab.js';

it('a slab returns pieces of any size, which never overlap', () => {
  const slab = new Slab();
  const sizes = [0, 1, 65_536, 65_537, 1_000_000, ...Array<number>(20).fill(60_000)];
  const pieces = sizes.map((size, i) => slab.take(size).fill(i));
  expect(pieces.map(({ length }) => length)).toEqual(sizes);
  expect(pieces.every((piece, i) => piece.every((byte) => byte === i))).toBe(true);
});
