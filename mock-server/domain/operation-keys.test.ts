import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOperationKey } from '../../spec/operation-key.js';
import { canonicalJson, decideReuse, digestBody, makeOperationKey } from './operation-keys.js';

describe('an operation key', () => {
  it('is use_v1_ and 1 to 121 letters, digits, underscores or hyphens', () => {
    expect(isOperationKey('use_v1_a')).toBe(true);
    expect(isOperationKey(`use_v1_${'aZ0_-'.repeat(24)}x`)).toBe(true);
    expect(isOperationKey('use_v1_')).toBe(false);
    expect(isOperationKey(`use_v1_${'x'.repeat(122)}`)).toBe(false);
    for (const wrong of [
      '',
      'USE_V1_a',
      'use_v2_a',
      ' use_v1_a',
      'use_v1_a.b',
      'use_v1_ä',
      'use_v1_a\n',
      'use_v1_a, use_v1_b',
    ]) {
      expect(isOperationKey(wrong), wrong).toBe(false);
    }
  });

  it('is generated in that form', () => {
    expect(isOperationKey(makeOperationKey('0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55'))).toBe(true);
  });
});

describe('the digest of a body', () => {
  it('ignores the order of members and the notation of numbers', () => {
    const one = JSON.parse('{"limit": 10, "job_keywords": {"mode": "or", "title": ["a"]}}') as unknown;
    const other = JSON.parse('{"job_keywords":{"title":["\\u0061"],"mode":"or"},"limit":1e1}') as unknown;
    expect(digestBody(one)).toBe(digestBody(other));
  });

  it('differs for different values', () => {
    const bodies = [
      '{}',
      '{"a":null}',
      '{"a":"null"}',
      '{"a":[]}',
      '{"a":{}}',
      '{"a":[1,2]}',
      '{"a":[2,1]}',
      '{"__proto__":1}',
    ];
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

const stored = { operation: 'searchJobs', digest: 'd', executedAt: 5 } as const;

it.each([
  ['the same request', 'searchJobs', 'd', 5, 'replay'],
  ['another body', 'searchJobs', 'e', 5, 'conflict'],
  ['another endpoint', 'searchJobsHistorical', 'd', 5, 'conflict'],
  ['another body in another billing period', 'searchJobs', 'e', 6, 'conflict'],
] as const)('a key that is sent again with %s', (_, operation, digest, start, decision) => {
  expect(decideReuse(stored, operation, digest, { start, end: 9 })).toBe(decision);
});

it.each([
  ['a later', 6, 9],
  ['an earlier', 2, 5],
])('a key that is sent again with the same request in %s billing period is refused', (_, start, end) => {
  expect(() => decideReuse(stored, 'searchJobs', 'd', { start, end })).toThrow('key has ended');
});
