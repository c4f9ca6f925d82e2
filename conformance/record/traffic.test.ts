import { describe, expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { storedPieces } from './message.js';
import { readTraffic, type TrafficHistory } from './traffic.js';

const { history } = casesOf<{ history: TrafficHistory }>(import.meta.filename);

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
