import { describe, expect, it } from 'vitest';
import { parsedJson } from './json.js';

describe('parsedJson', () => {
  it('takes JSON, and nothing for what is none or is nested beyond reason', () => {
    expect(parsedJson('{"a": "[[["}')).toEqual({ a: '[[[' });
    expect(parsedJson('{"a"')).toBeUndefined();
    expect(parsedJson('['.repeat(201) + ']'.repeat(201))).toBeUndefined();
    expect(parsedJson(`["\\"${'['.repeat(300)}"]`)).toEqual([`"${'['.repeat(300)}`]);
  });
});
