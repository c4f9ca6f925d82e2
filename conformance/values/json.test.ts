import { describe, expect, it } from 'vitest';
import { canonical, parsedJson } from './json.js';

it('parsedJson returns the value of JSON, and undefined for any other or too deeply nested text', () => {
  expect(parsedJson('{"a": "[[["}')).toEqual({ a: '[[[' });
  expect(parsedJson('{"a"')).toBeUndefined();
  expect(parsedJson('['.repeat(201) + ']'.repeat(201))).toBeUndefined();
  expect(parsedJson(`["\\"${'['.repeat(300)}"]`)).toEqual([`"${'['.repeat(300)}`]);
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
