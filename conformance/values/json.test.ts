import { describe, expect, it } from 'vitest';
import { canonical, parsedJson } from './json.js';

describe('parsedJson', () => {
  it('takes JSON, and nothing for what is none or is nested beyond reason', () => {
    expect(parsedJson('{"a": "[[["}')).toEqual({ a: '[[[' });
    expect(parsedJson('{"a"')).toBeUndefined();
    expect(parsedJson('['.repeat(201) + ']'.repeat(201))).toBeUndefined();
    expect(parsedJson(`["\\"${'['.repeat(300)}"]`)).toEqual([`"${'['.repeat(300)}`]);
  });
});

describe('canonical', () => {
  it('gives equal values one text, whatever the order of members, and others another', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: '"' })).toBe('{"a":"\\"","b":[1,{"c":"x","d":null}]}');
    expect(canonical({ a: { c: 1, b: 2 } })).toBe(canonical({ a: { b: 2, c: 1 } }));
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
  });

  it('takes a member that is undefined for none', () => {
    expect([canonical({ a: undefined }), canonical(undefined)]).toEqual(['{}', 'null']);
  });
});
