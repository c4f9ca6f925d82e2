import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { effectWords, eventParser } from './api.js';
import { gapsIn, isSameJournal, lastBeforeGap, matcher, withRows } from './feed.js';
import { asCurl, asStep } from './copy-request.js';
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
const NONE = { rows: [], released: 0 };
const ids = (rows) => rows.map(({ id }) => id);

describe('the feed', () => {
  it('has rows in the order of their numbers, each once, in whatever order they arrive, with their latest findings', () => {
    const first = withRows(NONE, [row(3), row(5)]);
    const { rows } = withRows(first, [row(4), row(3, { findings: [{ rule: 'CLI-3', text: '' }] }), row(1)]);
    expect([ids(rows), rows[1].findings.length]).toEqual([[1, 3, 4, 5], 1]);
    expect([gapsIn(rows), lastBeforeGap(rows).id, ids(first.rows)]).toEqual([1, 1, [3, 5]]);
    expect(withRows(first, []).rows).toBe(first.rows);
    expect([gapsIn([]), gapsIn([row(7)]), lastBeforeGap([]), lastBeforeGap([row(7)])]).toEqual([
      0,
      0,
      undefined,
      row(7),
    ]);
  });

  it('has a maximum number of rows, and counts those that it dropped', () => {
    let feed = NONE;
    for (let id = 1; id <= 1_000; id += 1) feed = withRows(feed, [row(id)], 100);
    expect([feed.rows.length, feed.released, feed.rows.at(-1).id]).toEqual([100, 900, 1_000]);
    expect(withRows(feed, [row(1)], 100).released).toBe(900);
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
    ': open\n\nevent: request\nid: 1\ndata: {"a":"b: c\u2028"}\n\n: still here\n\nevent: lost\ndata: {"events":2}\n\n';
  for (let cut = 1; cut < stream.length; cut += 1) {
    const events = [];
    const parse = eventParser((type, data) => events.push([type, data]));
    parse(stream.slice(0, cut));
    parse(stream.slice(cut));
    expect(events).toEqual([
      ['request', { a: 'b: c\u2028' }],
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
