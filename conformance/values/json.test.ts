import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { canonical, parsedJson, sameJson } from './json.js';

it('parsedJson returns the value of JSON, and undefined for any other or too deeply nested text', () => {
  expect(parsedJson('{"a": "[[["}')).toEqual({ a: '[[[' });
  expect(parsedJson('{"a"')).toBeUndefined();
  expect(parsedJson('['.repeat(201) + ']'.repeat(201))).toBeUndefined();
  expect(parsedJson(`["\\"${'['.repeat(300)}"]`)).toEqual([`"${'['.repeat(300)}`]);
});

it('parsedJson does not parse a text that is nested too deeply', () => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    for (const text of ['['.repeat(1e6), '{"":'.repeat(1e6), '['.repeat(1e6) + ']'.repeat(1e6)])
      expect(parsedJson(text)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

describe('canonical', () => {
  it('returns the same text for equal values in any order of members, and another text for others', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: '"' })).toBe('{"a":"\\"","b":[1,{"c":"x","d":null}]}');
    expect(canonical({ a: { c: 1, b: 2 } })).toBe(canonical({ a: { b: 2, c: 1 } }));
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
  });

  it('ignores a member that is undefined', () => {
    expect([canonical({ a: undefined }), canonical(undefined)]).toEqual(['{}', 'null']);
  });
});

it('sameJson is true exactly for values with the same canonical text', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(sameJson(a, b)).toBe(canonical(a) === canonical(b));
      expect(sameJson({ a, b, c: undefined }, { b, a: JSON.parse(JSON.stringify(a)) as unknown })).toBe(true);
    }),
  );
  expect([sameJson([], {}), sameJson({}, undefined), sameJson(null, {})]).toEqual([false, false, false]);
  // JSON can contain numbers that are too large.
  expect(sameJson(JSON.parse('1e999'), null)).toBe(false);
});
