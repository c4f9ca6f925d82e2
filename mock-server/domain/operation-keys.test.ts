import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOperationKey } from '../../spec/operation-key.js';
import { canonicalJson, digestBody, makeOperationKey } from './operation-keys.js';

describe('an operation key', () => {
  it('is generated in that form', () => {
    expect(isOperationKey(makeOperationKey('0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55'))).toBe(true);
  });
});

describe('the digest of a body', () => {
  it('differs for different values', () => {
    const bodies =
      '{} {"a":null} {"a":"null"} {"a":[]} {"a":{}} {"a":[1,2]} {"a":[2,1]} {"__proto__":1}'.split(' ');
    expect(new Set(bodies.map((body) => digestBody(JSON.parse(body)))).size).toBe(bodies.length);
  });

  it('is computed from JSON that parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
