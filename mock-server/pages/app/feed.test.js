import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventParser } from './api.js';
import { Feed, isSameJournal, matcher } from './feed.js';
import { asCurl, asStep } from './copy-request.js';
import { effectWords } from './words.js';
import { loadAdminContract } from '../../../spec/admin.js';

const row = (id, rest = {}) => ({
  id,
  account: 'acc_demo',
  method: 'POST',
  path: '/api/v1/x',
  operation: 'searchJobs',
  status: 200,
  requestId: `r${id}`,
  operationKey: null,
  reason: null,
  clause: null,
  reading: null,
  fault: null,
  findings: [],
  ...rest,
});
const ids = (feed) => feed.rows.map(({ id }) => id);

describe('the feed', () => {
  it('has rows in the order of their numbers, each once, in whatever order they arrive', () => {
    const feed = new Feed();
    feed.add([row(3), row(5)]);
    feed.add([row(4), row(3), row(1)]);
    expect(ids(feed)).toEqual([1, 3, 4, 5]);
    expect([feed.gaps, feed.lastBeforeGap.id]).toEqual([1, 1]);
  });

  it('has a maximum number of rows, and counts those that it dropped', () => {
    const feed = new Feed(100);
    for (let id = 1; id <= 1_000; id += 1) feed.add([row(id)]);
    expect([feed.rows.length, feed.released]).toEqual([100, 900]);
    expect(feed.rows.at(-1).id).toBe(1_000);
    feed.add([row(1)]);
    expect(feed.gaps).toBe(0);
  });

  it('keeps the rows that match a filter in sync as older rows are added and dropped', () => {
    const feed = new Feed(10);
    feed.filter(matcher({ status: '402' }));
    for (let id = 1; id <= 40; id += 1) feed.add([row(id, { status: id % 2 === 0 ? 402 : 200 })]);
    expect(feed.matching.map(({ id }) => id)).toEqual(ids(feed).filter((id) => id % 2 === 0));
    expect(feed.matched).toBe(20);
  });

  it('has the latest findings of a row, and a copy that does not move', () => {
    const feed = new Feed();
    feed.filter(matcher({ rule: 'any' }));
    feed.add([row(1), row(2)]);
    const copy = feed.copy();
    feed.add([row(2, { findings: [{ rule: 'CLI-3', text: '' }] }), row(3)]);
    expect([ids(feed.copy()), feed.matching.length, [...feed.offered.rules]]).toEqual([
      [1, 2, 3],
      1,
      ['CLI-3'],
    ]);
    expect([ids(copy), copy.matching, feed.added - copy.added]).toEqual([[1, 2], [], 1]);
  });

  it('recognizes the journal of another start of the mock', () => {
    expect(isSameJournal(undefined, [])).toBe(true);
    const other = row(2, { requestId: 'another' });
    for (const entries of [[row(1), row(2), row(3)], [row(7)]])
      expect(isSameJournal(row(2), entries)).toBe(true);
    for (const entries of [[], [row(1)], [row(1), other], [row(1), other, row(3)]])
      expect(isSameJournal(row(2), entries)).toBe(false);
  });
});

it.each([
  [{ text: 'LIMIT acc_demo' }, { reason: 'limit must be >= 1' }, true],
  [{ text: 'limit acc_other' }, { reason: 'limit must be >= 1' }, false],
  [{ account: 'none' }, { account: null }, true],
  [{ status: 'refused' }, { status: 404 }, true],
  [{ status: 'refused' }, { status: null }, true],
  [{ status: 'refused' }, { status: 200 }, false],
  [{ status: 'lost' }, { status: null }, true],
  [{ status: '4xx' }, { status: 422 }, true],
  [{ rule: 'CLI-3' }, { findings: [{ rule: 'CLI-3', text: '' }] }, true],
  [{ rule: 'any' }, {}, false],
  [{ fault: 'fault_2' }, { fault: 'fault_1' }, false],
  [{}, {}, true],
])('a filter %j on %j is %s', (filter, rest, expected) => {
  expect(matcher(filter)(row(1, rest))).toBe(expected);
});

it('reads complete events, wherever their stream is split', () => {
  const stream =
    ': open\n\nevent: request\nid: 1\ndata: {"a":"b: c"}\n\n: still here\n\nevent: lost\ndata: {"events":2}\n\n';
  for (let cut = 1; cut < stream.length; cut += 1) {
    const events = [];
    const parse = eventParser((type, data) => events.push([type, data]));
    parse(stream.slice(0, cut));
    parse(stream.slice(cut));
    expect(events).toEqual([
      ['request', { a: 'b: c' }],
      ['lost', { events: 2 }],
    ]);
  }
});

describe('a request to copy', () => {
  const exchange = {
    operation: 'searchJobs',
    request: {
      method: 'POST',
      url: '/api/v1/jobs-search/search',
      query: {},
      key: 'use_v1_a',
      bodyText: `{"q":"it's"}`,
      body: { q: "it's", limit: 2, list: [true, 'true'] },
    },
    response: { status: 402 },
  };

  it('is a curl command that a shell reads correctly', () => {
    expect(asCurl(exchange, 'http://h')).toBe(
      `curl 'http://h/api/v1/jobs-search/search' \\\n  -H "Authorization: Bearer $JOB_SEARCH_API_KEY" \\\n  ` +
        `-H 'Content-Type: application/json' \\\n  -H 'Idempotency-Key: use_v1_a' \\\n  --data-raw '{"q":"it'\\''s"}'`,
    );
  });

  it('is a step of a pack that YAML parses to the same values', () => {
    expect(parse(asStep(exchange))).toEqual([
      {
        stepId: 'ask',
        operationId: 'searchJobs',
        parameters: [
          { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.activeKey}' },
          { name: 'Idempotency-Key', in: 'header', value: 'use_v1_a' },
        ],
        requestBody: { contentType: 'application/json', payload: exchange.request.body },
        successCriteria: [{ condition: '$statusCode == 402' }],
      },
    ]);
  });
});

it('has a description of every effect of the admin API', () => {
  const words = effectWords(loadAdminContract().document.components.schemas.Effect);
  expect(Object.entries(words).filter(([, text]) => text.length < 3)).toEqual([]);
  expect(words['invalid-result']).toBe('503');
  expect(words.truncate).toBe('sends half of the body and closes');
});
