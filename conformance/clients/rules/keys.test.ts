import { describe, expect, it } from 'vitest';
import { against, historyOf, judged, type Call } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

const A = 'use_v1_a';
const B = 'use_v1_b';
const found = (calls: Call[], askedOnce = false): string[] => against(judged(historyOf(calls), askedOnce));
const LOST: Call = { key: A, sent: 'never', credits: 10 };

describe('the form of an operation key', () => {
  it.each([A, 'use_v1_-', `use_v1_${'x'.repeat(121)}`])('is valid: %s', (key) => {
    expect(found([{ key }])).toEqual([]);
  });
  it.each(['', 'a', 'use_v1_', 'use_v2_a', 'use_v1_é', 'use_v1_a b', `use_v1_${'x'.repeat(122)}`])(
    'is invalid: "%s"',
    (key) => expect(found([{ key, status: 400 }])).toEqual(['CLI-7 fail 1']),
  );
  it('is not judged if the key contains the API key', () => {
    expect(found([{ key: 'use_v1_[key]~1', leaks: ['operation key'] }])).toEqual(['CLI-9 fail 1']);
  });
  it('is not judged on the legacy search, which has no operation keys', () => {
    const body = { company_name: 'a' };
    expect(found([{ key: 'x', operation: 'searchCompanyJobsLegacy', body }])).toEqual(['CLI-46 fail 1']);
  });
});

describe('a key that is used again', () => {
  it('is right with the same body, whatever the order of its members', () => {
    const first: Call = { ...LOST, body: { limit: 1, is_remote: true } };
    expect(found([first, { key: A, body: { is_remote: true, limit: 1 } }])).toEqual([]);
  });
  it('is unknown if only one digest is of the unredacted body', () => {
    const leaking = { key: A, body: { limit: 1, api_key: '[key]' }, leaks: ['body'] };
    const history = historyOf([{ ...leaking, status: 503 }, leaking]);
    history.exchanges[1]!.request.digests = { canonical: 'digest of the body as sent' };
    expect(against(judged(history)).filter((each) => each.startsWith('CLI-3'))).toEqual([
      'CLI-3 unknown 1>2',
    ]);
  });
  it('is wrong with another body, even if the first was refused', () => {
    expect(
      found([
        { key: A, body: { limit: 500 }, status: 422 },
        { key: A, body: { limit: 100 } },
      ]),
    ).toEqual(['CLI-42 fail 1', 'CLI-3 fail 1>2']);
  });
  it('is wrong on another operation', () => {
    const body = { company_network_url: 'https://network.example/company/a' };
    expect(found([{ key: A }, { key: A, operation: 'searchCompanyJobs', body, status: 409 }])).toContain(
      'CLI-4 fail 1>2',
    );
  });
  it('is wrong for another page', () => {
    const first: Call = { key: A, next: [1, 'x'] };
    const second: Call = { key: A, body: { search_after: [1, 'x'] }, status: 409 };
    expect(found([first, second])).toEqual(['CLI-5 fail 1>2']);
    expect(found([first, { ...second, key: B, status: 200 }])).toEqual([]);
  });
  it('is unknown if a body was not stored', () => {
    const history = historyOf([{ key: A }, { key: A }]);
    delete history.exchanges[1]!.request.bodyText;
    history.exchanges[1]!.request.body = undefined;
    expect(against(judged(history))).toEqual(['CLI-42 unknown 2', 'CLI-3 unknown 1>2']);
  });
});

describe('an attempt after a lost answer', () => {
  const other: Call = { key: B, credits: 3 };
  it('carries the same key', () => {
    expect(found([LOST, { key: A, served: 'stored' }])).toEqual([]);
  });
  it('under another key costs the new jobs', () => {
    expect(found([LOST, other])).toEqual(['CLI-2 warn 1>2 3 credits']);
    expect(found([LOST, { key: null, credits: 3 }])).toEqual(['CLI-2 warn 1>2 3 credits']);
  });
  it('costs nothing extra if the lost one was never executed', () => {
    expect(found([{ ...LOST, served: 'nothing' }, other])).toEqual(['CLI-2 warn 1>2']);
  });
  it('has no known price if it is unknown whether the lost one was executed', () => {
    const first: Call = { ...LOST, served: undefined, delivered: undefined };
    expect(found([first, other])).toEqual(['CLI-2 warn 1>2 null credits']);
  });
  it('is a failure if the client was asked for each search once', () => {
    expect(found([LOST, other], true)).toEqual(['CLI-2 fail 1>2 3 credits']);
  });
  it('that the client aborted is judged by CLI-29', () => {
    expect(found([{ ...LOST, aborted: true }, { key: B }])).toEqual(['CLI-29 warn 1>2']);
  });
  it('breaks CLI-1 instead of CLI-2 if the first had no key', () => {
    expect(found([{ ...LOST, key: null }, other])).toEqual(['CLI-1 warn 1>2 3 credits']);
  });
  it('counts as another search if the old key is used again later, or after hours', () => {
    expect(found([LOST, { key: B }, { key: A, served: 'stored' }])).toEqual([]);
    expect(found([LOST, { key: B, after: 3_600 }])).toEqual([]);
    expect(
      found([
        { ...LOST, cycle: 1 },
        { key: B, cycle: 2 },
      ]),
    ).toEqual([]);
  });
  it('counts as another search if it was sent before the loss', () => {
    expect(found([LOST, { key: B, arrivedAt: 1_000 }])).toEqual([]);
  });
  it.each([429, 503])('is judged the same after a %i', (status) => {
    const refused: Call = { key: A, status, served: 'nothing' };
    expect(found([refused, { key: A }])).toEqual([]);
    expect(found([refused, { key: B, credits: 5 }])).toEqual(['CLI-2 warn 1>2']);
  });
  it('is unknown if requests are missing from the history', () => {
    const history = { ...historyOf([LOST, other]), dropped: 1 };
    expect(against(judged(history))).toEqual(['CLI-2 unknown 1>2 3 credits']);
  });
});

describe('a key whose answer had arrived', () => {
  const again: Call = { key: A, served: 'stored' };
  it('breaks CLI-27 if it is used again immediately', () => {
    expect(found([{ key: A }, again])).toEqual(['CLI-27 warn 1>2']);
  });
  it('breaks CLI-6 if it is used again after other searches', () => {
    expect(found([{ key: A }, { key: B, body: { limit: 1 } }, again])).toEqual(['CLI-6 warn 1>3']);
  });
  it('may be used again while a later outcome is unknown', () => {
    const lost: Call = { key: B, body: { limit: 1 }, sent: 'cut' };
    expect(found([{ key: A }, lost, again, { ...lost, sent: 'whole' }])).toEqual([]);
  });
  it('may be used again on another connection, because the answer may not have been read', () => {
    expect(found([{ key: A }, { ...again, connection: '2' }])).toEqual([]);
  });
  it('may be a copy that was sent concurrently', () => {
    expect(found([{ key: A }, { ...again, connection: '2', arrivedAt: 1_011 }])).toEqual([]);
  });
});

it('an attempt under a malformed key costs nothing and breaks CLI-7 alone', () => {
  expect(found([LOST, { key: `${A};retry=1`, status: 400 }], true)).toEqual(['CLI-7 fail 2']);
  expect(found([LOST, { key: B, credits: 10 }], true)).toEqual(['CLI-2 fail 1>2 10 credits']);
});

it.each([
  ['three searches', ['a', 'b', 'c'], 'CLI-6 pass'],
  ['two, one of them twice under its key', ['a', 'b', 'a'], 'CLI-6 fail'],
  ['four', ['a', 'b', 'c', 'd'], 'CLI-27 fail'],
  ['four without keys, which may be attempts', [null, null, null, null], 'CLI-6 pass'],
])('in a poll of three, %s', (_, keys, expected) => {
  const history = historyOf(keys.map((key) => ({ key: key && `use_v1_${key}` })));
  const seen = seenIn('poll', history, { outcome: 'done', jobs: [] });
  expect(verdictsOn(seen, 'CLI-6', 'CLI-27')).toEqual([expected]);
});
