import { describe, expect, it } from 'vitest';
import { against, historyOf, judged, type Call } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

const A = 'use_v1_a';
const B = 'use_v1_b';
const found = (calls: Call[], askedOnce = false): string[] => against(judged(historyOf(calls), askedOnce));
const LOST: Call = { key: A, sent: 'never', credits: 10 };

describe('the form of an operation key', () => {
  it.each([A, 'use_v1_-', `use_v1_${'x'.repeat(121)}`])('is well at %s', (key) => {
    expect(found([{ key }])).toEqual([]);
  });
  it.each(['', 'a', 'use_v1_', 'use_v2_a', 'use_v1_é', 'use_v1_a b', `use_v1_${'x'.repeat(122)}`])(
    'is not at "%s"',
    (key) => expect(found([{ key, status: 400 }])).toEqual(['CLI-7 fail 1']),
  );
  it('does not matter where the API key is in it', () => {
    expect(found([{ key: 'use_v1_[key]~1', leaks: ['operation key'] }])).toEqual(['CLI-9 fail 1']);
  });
  it('is not looked at on the legacy search, which knows no such key', () => {
    const body = { company_name: 'a' };
    expect(found([{ key: 'x', operation: 'searchCompanyJobsLegacy', body }])).toEqual(['CLI-46 fail 1']);
  });
});

describe('a key that is used again', () => {
  it('is right with the same body, whatever the order of its members', () => {
    const first: Call = { ...LOST, body: { limit: 1, is_remote: true } };
    expect(found([first, { key: A, body: { is_remote: true, limit: 1 } }])).toEqual([]);
  });
  it('is unknown where only one digest is that of a body with its secrets', () => {
    const leaking = { key: A, body: { limit: 1, api_key: '[key]' }, leaks: ['body'] };
    const history = historyOf([{ ...leaking, status: 503 }, leaking]);
    history.exchanges[1]!.request.digests = { canonical: 'digest of the body as sent' };
    expect(against(judged(history)).filter((each) => each.startsWith('CLI-3'))).toEqual([
      'CLI-3 unknown 1>2',
    ]);
  });
  it('is wrong with another body, also where the first was refused', () => {
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
  it('is unknown where a body was not kept', () => {
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
  it('under another key costs what is new', () => {
    expect(found([LOST, other])).toEqual(['CLI-2 warn 1>2 3 credits']);
    expect(found([LOST, { key: null, credits: 3 }])).toEqual(['CLI-2 warn 1>2 3 credits']);
  });
  it('costs nothing extra where the lost one was never executed', () => {
    expect(found([{ ...LOST, served: 'nothing' }, other])).toEqual(['CLI-2 warn 1>2']);
  });
  it('has no known price where nobody saw whether it was executed', () => {
    const first: Call = { ...LOST, served: undefined, delivered: undefined };
    expect(found([first, other])).toEqual(['CLI-2 warn 1>2 null credits']);
  });
  it('is a breach where each search was asked for once', () => {
    expect(found([LOST, other], true)).toEqual(['CLI-2 fail 1>2 3 credits']);
  });
  it('that the client gave up is a case of its own', () => {
    expect(found([{ ...LOST, aborted: true }, { key: B }])).toEqual(['CLI-29 warn 1>2']);
  });
  it('could not be right where the first had no key', () => {
    expect(found([{ ...LOST, key: null }, other])).toEqual(['CLI-1 warn 1>2 3 credits']);
  });
  it('is another search where the old key comes back later, or hours have passed', () => {
    expect(found([LOST, { key: B }, { key: A, served: 'stored' }])).toEqual([]);
    expect(found([LOST, { key: B, after: 3_600 }])).toEqual([]);
    expect(
      found([
        { ...LOST, cycle: 1 },
        { key: B, cycle: 2 },
      ]),
    ).toEqual([]);
  });
  it('is another search where it was under way before', () => {
    expect(found([LOST, { key: B, arrivedAt: 1_000 }])).toEqual([]);
  });
  it.each([429, 503])('is the same after a %i', (status) => {
    const refused: Call = { key: A, status, served: 'nothing' };
    expect(found([refused, { key: A }])).toEqual([]);
    expect(found([refused, { key: B, credits: 5 }])).toEqual(['CLI-2 warn 1>2']);
  });
  it('is unknown where something is missing from the history', () => {
    const history = { ...historyOf([LOST, other]), dropped: 1 };
    expect(against(judged(history))).toEqual(['CLI-2 unknown 1>2 3 credits']);
  });
});

describe('a key whose answer had arrived', () => {
  const again: Call = { key: A, served: 'stored' };
  it('comes back at once: a repetition', () => {
    expect(found([{ key: A }, again])).toEqual(['CLI-27 warn 1>2']);
  });
  it('comes back after other searches: not a new one', () => {
    expect(found([{ key: A }, { key: B, body: { limit: 1 } }, again])).toEqual(['CLI-6 warn 1>3']);
  });
  it('may come back while a later outcome is open', () => {
    const lost: Call = { key: B, body: { limit: 1 }, sent: 'cut' };
    expect(found([{ key: A }, lost, again, { ...lost, sent: 'whole' }])).toEqual([]);
  });
  it('may come back where its connection was not used again: the answer may not have been read', () => {
    expect(found([{ key: A }, { ...again, connection: '2' }])).toEqual([]);
  });
  it('may be a copy that was under way', () => {
    expect(found([{ key: A }, { ...again, connection: '2', arrivedAt: 1_011 }])).toEqual([]);
  });
});

it('an attempt under a malformed key is refused before it costs anything, which its form tells alone', () => {
  expect(found([LOST, { key: `${A};retry=1`, status: 400 }], true)).toEqual(['CLI-7 fail 2']);
  expect(found([LOST, { key: B, credits: 10 }], true)).toEqual(['CLI-2 fail 1>2 10 credits']);
});

it.each([
  ['three searches', ['a', 'b', 'c'], 'CLI-6 pass'],
  ['two, one of them again under its key', ['a', 'b', 'a'], 'CLI-6 fail'],
  ['four', ['a', 'b', 'c', 'd'], 'CLI-27 fail'],
  ['four without keys, which may be attempts', [null, null, null, null], 'CLI-6 pass'],
])('in a poll of three, %s', (_, keys, expected) => {
  const history = historyOf(keys.map((key) => ({ key: key && `use_v1_${key}` })));
  const seen = seenIn('poll', history, { outcome: 'done', jobs: [] });
  expect(verdictsOn(seen, 'CLI-6', 'CLI-27')).toEqual([expected]);
});
