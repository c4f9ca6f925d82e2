import { describe, expect, it } from 'vitest';
import { against, historyOf, judged, type Call } from '../../../test/samples/client-history.js';
import { seenIn, verdictsOn } from '../../../test/samples/course-run.js';

const found = (calls: Call[], facts = {}): string[] => against(judged(historyOf(calls, facts)));
const P1: Call = { key: 'use_v1_1', body: { limit: 10 }, next: [17, 'a_1'] };
const P2: Call = { key: 'use_v1_2', body: { limit: 10, search_after: [17, 'a_1'] }, next: [16, 'a_2'] };
const P3: Call = { key: 'use_v1_3', body: { limit: 10, search_after: [16, 'a_2'] }, next: null };
const withCursor = (cursor: unknown): Call => ({ ...P2, body: { limit: 10, search_after: cursor } });
const LEGACY: Call = { operation: 'searchCompanyJobsLegacy', body: { company_name: 'a' } };
const legacyWith = (cursor: unknown): Call => ({ ...LEGACY, body: { ...LEGACY.body, next_cursor: cursor } });
const key = (call: Call, name: string): Call => ({ ...call, key: `use_v1_${name}` });

describe('the cursor', () => {
  it('may be sent exactly as received', () => {
    expect(found([P1, P2, P3])).toEqual([]);
  });
  it.each([[['17', 'a_1']], [['a_1', 17]], ['[17,"a_1"]'], [[[17, 'a_1']]], ['17%2Ca_1']])(
    'may not be sent as %j',
    (cursor) => expect(found([P1, withCursor(cursor)])).toContain('CLI-33 fail 1>2'),
  );
  it('that does not match the contract is reported once, under CLI-33 if the original is known', () => {
    expect(found([P1, withCursor('17,a_1')])).toEqual(['CLI-33 fail 1>2']);
    const both = { ...P2, body: { limit: '10', search_after: '17,a_1' } };
    expect(found([P1, both])).toEqual(['CLI-42 fail 2', 'CLI-33 fail 1>2']);
    expect(found([P1, withCursor('17,a_1')], { isComplete: false })).toEqual(['CLI-33 fail 1>2']);
    expect(found([withCursor('17,a_1')], { isComplete: false })).toContain('CLI-42 fail 1');
  });
  it('with a rounded timestamp is a failure, or unknown if answers are missing', () => {
    expect(found([P1, withCursor([20, 'a_1'])])).toContain('CLI-33 fail 1>2');
    expect(found([P1, withCursor([20, 'a_1'])], { isComplete: false })).toContain('CLI-33 unknown 2');
  });
  it('that no answer contained is a warning, or unknown if the history is incomplete', () => {
    expect(found([P1, withCursor([12, 'b_9'])])).toContain('CLI-33 warn 2');
    expect(found([P1, withCursor([12, 'b_9'])], { isComplete: false })).toContain('CLI-33 unknown 2');
  });
  it('that an unrecorded answer, or a later one in a file without times, may contain is unknown', () => {
    const unseen = { ...P1, response: undefined, delivered: undefined };
    expect(found([unseen, withCursor([12, 'b_9'])])).toContain('CLI-33 unknown 2');
    expect(found([P2, P1])).toContain('CLI-33 unknown 1');
  });
  it.each(['abc=', 'abc%253D'])('of the legacy search may not be sent as %s', (cursor) => {
    expect(found([{ ...LEGACY, next: 'abc%3D' }, legacyWith(cursor)])).toContain('CLI-33 fail 1>2');
  });
  it('of the legacy search may be sent as the received text', () => {
    expect(found([{ ...LEGACY, next: 'abc' }, legacyWith('abc')])).toEqual([
      'CLI-46 fail 1',
      'CLI-46 fail 2',
    ]);
  });
});

describe('the rest of the body', () => {
  it('that changes under the same key breaks CLI-3 alone, also for the page after it', () => {
    const bent = { ...P2, body: { search_after: [17, 'a_1'], limit: 10, is_remote: true } };
    expect(found([P1, { ...P2, status: 503 }, bent, P3])).toEqual(['CLI-3 fail 2>3', 'CLI-36 unknown 3']);
  });
  it('must not change along a chain', () => {
    const other = { ...P2, body: { search_after: [17, 'a_1'], limit: 10, is_remote: true } };
    expect(found([P1, other])).toContain('CLI-34 fail 1>2');
    expect(found([P1, other], { isComplete: false })).toContain('CLI-34 unknown 1>2');
  });
  it('may have a lower limit, and a higher one is a warning', () => {
    expect(found([P1, { ...P2, body: { limit: 5, search_after: [17, 'a_1'] } }])).toEqual([]);
    expect(found([P1, { ...P2, body: { limit: 50, search_after: [17, 'a_1'] } }])).toEqual([
      'CLI-34 warn 1>2',
    ]);
  });
  it('may return to the limit that it had before a 402', () => {
    const short = { ...P2, key: 'use_v1_s', body: { limit: 5, search_after: [17, 'a_1'] } };
    expect(
      found([P1, { ...P2, status: 402 }, short, { ...P3, body: { limit: 10, search_after: [16, 'a_2'] } }]),
    ).toEqual([]);
  });
  it('may be that of any search whose cursor is equal', () => {
    expect(found([P1, { ...P1, key: 'use_v1_t', body: { limit: 10, is_remote: true } }, P2])).toEqual([]);
  });
  it('is unknown if bodies were not stored', () => {
    const history = historyOf([P1, P2]);
    const { request } = history.exchanges[0]!;
    delete request.bodyText;
    request.body = undefined;
    expect(against(judged(history))).toEqual(['CLI-42 unknown 1', 'CLI-34 unknown 2', 'CLI-36 unknown 2']);
  });
});

describe('after the last page', () => {
  const sentOn: Call = { key: 'use_v1_4', body: { limit: 10, search_after: null }, next: null, credits: 2 };
  it('sending the null as a cursor is a warning, with its price', () => {
    expect(found([P1, P2, P3, sentOn])).toEqual(['CLI-35 warn 3>4 2 credits']);
  });
  it('the search may start again', () => {
    expect(found([P1, P2, P3, key(P1, '4')])).toEqual([]);
    expect(found([{ ...sentOn, key: 'use_v1_0' }, sentOn])).toEqual([]);
  });
});

describe('a page', () => {
  it('that is fetched again under another key is a warning, with its price', () => {
    expect(found([P1, P2, { ...key(P2, '4'), credits: 3 }, P3])).toEqual(['CLI-36 warn 2>3 3 credits']);
  });
  it('of the legacy search that is fetched again has no key in the finding', () => {
    const page = legacyWith('abc');
    const judgements = judged(historyOf([{ ...LEGACY, next: 'abc' }, page, page]));
    expect(judgements.find(({ rule, verdict }) => rule === 'CLI-36' && verdict === 'warn')?.actual).toBe(
      'the page of #2 again',
    );
  });
  it('may be fetched again under its own key after a loss', () => {
    expect(found([P1, { ...P2, sent: 'cut' }, P2, P3])).toEqual([]);
  });
  it('may be fetched again if the search restarted, or runs twice concurrently', () => {
    expect(found([P1, P2, P3, key(P1, '4'), key(P2, '5'), key(P3, '6')])).toEqual([]);
    expect(found([P1, key(P1, '4'), P2, key(P2, '5'), P3, key(P3, '6')])).toEqual([]);
  });
});

it.each([
  ['must not start the chain again', 10, 'CLI-37 fail'],
  ['may be another search', 1, 'CLI-37 pass'],
])('the request after a page that failed (CLI-37) %s', (_, limit, expected) => {
  const page = { limit: 10, search_after: [1, 'a'] };
  const history = historyOf([
    { key: 'use_v1_a', body: { limit: 10 }, next: [1, 'a'] },
    { key: 'use_v1_b', body: page, status: 429 },
    { key: 'use_v1_c', body: { limit } },
    { key: 'use_v1_b', body: page },
  ]);
  expect(verdictsOn(seenIn('rate-limited-later', history), 'CLI-37')).toEqual([expected]);
});

describe('the jobs of the first page again (CLI-36)', () => {
  const given = (key: string, body: Call['body'], jobs = ['a', 'b']): Call => ({
    key,
    body: body!,
    delivered: { cursor: [1, 'a'], credits: 0, jobs },
  });
  const verdicts = (...calls: Call[]): string[] => verdictsOn(seenIn('pages', historyOf(calls)), 'CLI-36');
  const begun = given('use_v1_a', { limit: 2 });
  const byOffset = given('use_v1_b', { limit: 2, offset: 2 });

  it('are a breach if the body has an offset', () => {
    expect(verdicts(begun, byOffset)).toEqual(['CLI-36 fail']);
  });

  it('are no breach after a failure, or with fewer jobs', () => {
    expect(verdicts(begun, { key: 'use_v1_c', body: { limit: 2 }, status: 503 }, byOffset)).toEqual([]);
    expect(verdicts(given('use_v1_c', { limit: 1 }, ['a']), begun)).toEqual([]);
  });
});

describe('a search that was answered, sent again under its key (CLI-27)', () => {
  /** Pages that are each requested twice, on separate connections. */
  const twice = (after: number, facts: Call = {}): Call[] =>
    [null, [1, 'a'], [1, 'b'], [1, 'c']].flatMap((cursor, i, cursors): Call[] => {
      const body = { limit: 10, ...(cursor && { search_after: cursor }) };
      const page = { key: `use_v1_${i}`, body, next: cursors[i + 1] ?? null, connection: `${i}`, ...facts };
      return [page, { ...page, after, connection: `${i} again` }];
    });
  const broken = (calls: Call[], lag = 0): boolean => {
    const { run, seen } = seenIn('pages', historyOf(calls));
    return verdictsOn({ run, seen: { ...seen, lag } }, 'CLI-27').includes('CLI-27 fail');
  };

  it('is a breach if the client does so each time', () => {
    expect(broken(twice(0.1))).toBe(true);
    expect(broken(twice(1.5))).toBe(true);
  });

  it('is a breach if it is the last page, on the same connection', () => {
    const last: Call = { key: 'use_v1_1', body: { limit: 10 }, next: null, connection: '1' };
    expect(broken([last, { ...last, after: 0.1 }])).toBe(true);
    expect(broken([last, { ...last, key: 'use_v1_2', after: 0.1 }])).toBe(false);
    const empty: Call = { ...last, delivered: { cursor: null, credits: 0, jobs: [] } };
    const seen = seenIn('empty-result', historyOf([empty, { ...empty, after: 0.1 }]));
    expect(verdictsOn(seen, 'CLI-27', 'CLI-48')).toContain('CLI-48 fail');
  });

  it('is no breach if it happens once, or if copies that were sent without waiting may have arrived so late', () => {
    expect(broken(twice(0.1).slice(0, 2))).toBe(false);
    expect(broken(twice(0.1), 200)).toBe(false);
    expect(broken(twice(0.01))).toBe(false);
    expect(broken(twice(-0.008))).toBe(false);
  });
});
