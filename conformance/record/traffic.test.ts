import { describe, expect, it } from 'vitest';
import { storedPieces } from './message.js';
import { readTraffic, type TrafficHistory } from './traffic.js';

const history: TrafficHistory = {
  format: 'job-search-kit/traffic',
  version: 1,
  kitVersion: '1.0.0',
  source: 'mock',
  dropped: 0,
  accounts: [{ alias: 'acc_1' }],
  exchanges: [
    {
      id: 1,
      account: 'acc_1',
      operation: 'searchJobs',
      request: {
        method: 'POST',
        url: '/api/v1/jobs-search/search',
        path: '/api/v1/jobs-search/search',
        query: {},
        key: null,
        bodyText: '{"limit": 1, "body": {"body": 2}}',
        body: { limit: 1, body: { body: 2 } },
      },
      response: { status: 500, bodyText: 'broken', body: undefined, retryAfter: null },
      sent: 'whole',
      arrivedAt: 1.5,
    },
    {
      id: 2,
      operation: null,
      request: { method: 'GET', url: '/x', path: '/x', query: {}, body: undefined },
      sent: 'unknown',
    },
  ],
};

describe('a history of traffic', () => {
  it('is read back unchanged, with bodies parsed from their texts', () => {
    const text = [...storedPieces(history)].join('');
    expect(readTraffic(text)).toEqual(history);
    expect(text).not.toContain('"body":{"limit"');
  });

  it('may have no exchanges', () => {
    const empty = { ...history, exchanges: [] };
    expect(readTraffic([...storedPieces(empty)].join(''))).toEqual(empty);
  });

  it.each([
    ['{', 'It is not JSON'],
    ['null', 'not a history of traffic'],
    ['{"log":{}}', 'not a history of traffic'],
    ['{"format":"job-search-kit/traffic","version":9,"exchanges":[]}', 'of version 9'],
  ])('is not %s', (text, complaint) => {
    expect(() => readTraffic(text)).toThrow(complaint);
  });
});
