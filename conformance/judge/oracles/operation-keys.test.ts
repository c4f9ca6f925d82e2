import { describe, expect, it } from 'vitest';
import { operationKeys } from './operation-keys.js';
import { jobs, judging, page, type Draft } from '../../../test/samples/exchanges.js';

const { judged } = judging(operationKeys);

const found: Draft = { answer: page(jobs(1, 1)) };
const sentKey = (key: string, draft: Draft = found): string[] => judged({ ...draft, key });

describe('the Idempotency-Key header', () => {
  it('comes back as it was sent', () => {
    expect(sentKey('use_v1_a-1')).toEqual(['IDEM-2 pass #1']);
    expect(sentKey('use_v1_a-1', { ...found, headers: { 'idempotency-key': 'use_v1_b' } })).toEqual([
      'IDEM-2 fail #1: expected Idempotency-Key "use_v1_a-1"; actual "use_v1_b"',
    ]);
    expect(sentKey('use_v1_a', { ...found, headers: { 'idempotency-key': undefined } })[0]).toMatch(
      /^IDEM-2 fail #1/,
    );
  });

  it('is made where none was sent, well-formed and the search’s own', () => {
    expect(judged(found, found)).toEqual([
      'IDEM-1 pass #1',
      'IDEM-3 pass #1',
      'IDEM-4 pass #1',
      'IDEM-1 pass #2',
      'IDEM-3 pass #2',
      'IDEM-4 pass #2',
      'reading made-keys=new-each-time #1 #2',
    ]);
    const none = { ...found, headers: { 'idempotency-key': undefined } };
    expect(judged(none)).toEqual([
      'IDEM-1 fail #1: expected an Idempotency-Key that the service made; actual no such header',
    ]);
    const odd = { ...found, headers: { 'idempotency-key': 'key' } };
    expect(judged(odd, odd).at(-1)).toBe('reading made-keys=same-for-same-request #1 #2');
    expect(judged(odd, { ...odd, body: { limit: 20 } })).toEqual([
      'IDEM-1 pass #1',
      'IDEM-3 fail #1: expected use_v1_ and 1 to 121 letters, digits, underscores or hyphens; actual "key"',
      'IDEM-4 pass #1',
      'IDEM-1 pass #2',
      'IDEM-3 fail #2: expected use_v1_ and 1 to 121 letters, digits, underscores or hyphens; actual "key"',
      'IDEM-4 fail #1 #2: expected a key that no other search was given; actual "key", which #1 was given too',
    ]);
  });

  it('may be made for the same search of another account, too', () => {
    const one: Draft = { ...found, headers: { 'idempotency-key': 'use_v1_made' } };
    const said = judged(one, { ...one, account: 'another' });
    expect(said.filter((line) => line.startsWith('IDEM-4'))).toEqual(['IDEM-4 pass #1', 'IDEM-4 pass #2']);
  });

  it('is taken from 1 to 121 characters, and refused beyond', () => {
    expect(sentKey('use_v1_a')).toEqual(['IDEM-2 pass #1', 'IDEM-6 pass #1']);
    expect(sentKey(`use_v1_${'a'.repeat(121)}`)).toEqual(['IDEM-2 pass #1', 'IDEM-7 pass #1']);
    expect(sentKey('use_v1_aZ0_-')).toEqual(['IDEM-2 pass #1', 'IDEM-8 pass #1']);
    const refused: Draft = { status: 400 };
    expect(sentKey('USE_V1_a', refused)).toEqual(['IDEM-9 pass #1']);
    expect(sentKey('use_v1_', refused)).toEqual(['IDEM-10 pass #1']);
    expect(sentKey(`use_v1_${'a'.repeat(122)}`, refused)).toEqual(['IDEM-11 pass #1']);
    expect(sentKey('use_v1_a.b', refused)).toEqual(['IDEM-12 pass #1']);
    expect(sentKey('use_v1_a.b')).toEqual([
      'IDEM-12 fail #1: expected status 400 for an invalid key; actual status 200 for "use_v1_a.b"',
    ]);
  });

  it('may come or not on errors and on the legacy search', () => {
    expect(sentKey('use_v1_a', { status: 422 })).toEqual(['reading effective-key-on-errors=absent #1']);
    expect(sentKey('use_v1_a', { status: 409, headers: { 'idempotency-key': 'use_v1_a' } })).toEqual([
      'reading effective-key-on-errors=present #1',
    ]);
    expect(sentKey('use_v1_a', { status: 403 })).toEqual([]);
    const legacy: Draft = { ...found, operation: 'searchCompanyJobsLegacy' };
    expect(sentKey('use_v1_a', legacy)).toEqual(['reading legacy-idempotency=ignored #1']);
    expect(sentKey('use_v1_a', { ...legacy, headers: { 'idempotency-key': 'use_v1_a' } })).toEqual([
      'reading legacy-idempotency=honoured #1',
    ]);
  });
});
