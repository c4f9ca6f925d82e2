import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.js';
import { notesOnPassing, passedIn } from './failures.js';

/** Attempts at one request, each with a status: 0 means a search with `success: false`, -1 a 503 from a gateway. */
function attempts(statuses: readonly number[], change: Partial<Exchange> = {}): Exchange[] {
  return statuses.map((status, i): Exchange => {
    return {
      ...({ id: i + 1, scenario: 'pack/one', step: 'search', channel: 'contract' } as Exchange),
      request: { method: 'POST', url: 'http://t/x', bodyText: '{}', headers: {} } as Exchange['request'],
      response: {
        status: status === 0 ? 200 : Math.abs(status === -1 ? 503 : status),
        headers: {},
        bodyText: '',
        body: status === 0 ? { success: false } : status === -1 ? undefined : { detail: 'x' },
      },
      faultPlanted: false,
      ...change,
    };
  });
}

const passed = (history: Exchange[]): string[] =>
  [...passedIn(history)].map(([id, { kind, end }]) => `#${id} ${kind} ${end}`);

describe('a temporary failure', () => {
  it.each([
    [502, '#1 in-between healed'],
    [504, '#1 in-between healed'],
    [-1, '#1 in-between healed'],
    [500, '#1 server-error healed'],
    [503, '#1 unavailable healed'],
    [0, '#1 failed-search healed'],
  ])('%j is healed by an answer to the same request', (status, expected) => {
    expect(passed(attempts([status, 200]))).toEqual([expected]);
  });

  it('does not count as permanent if it follows a failure of another kind', () => {
    expect(passed(attempts([503, 502]))).not.toContain('#2 in-between stays');
  });

  it('is permanent if each repetition fails, and unknown without a repetition', () => {
    expect(passed(attempts([502, 429, 502]))).toEqual(['#1 in-between stays', '#3 in-between stays']);
    expect(passed(attempts([502]))).toEqual(['#1 in-between unknown']);
    expect(passed(attempts([502, 502, 429]))).toEqual(['#1 in-between unknown', '#2 in-between unknown']);
    expect(passed(attempts([502, 502, 200]))).toEqual(['#1 in-between healed', '#2 in-between healed']);
  });

  it('is not healed by another request, and is never the effect of an added fault', () => {
    const [first] = attempts([502]);
    const [, other] = attempts([502, 200], { step: 'another' });
    expect(passed([first!, other!])).toEqual(['#1 in-between unknown']);
    expect(passed(attempts([503, 200], { faultPlanted: true }))).toEqual([]);
    expect(passed(attempts([429, 400]))).toEqual([]);
  });

  it('is not an answer that delivers jobs, even with `success: false`', () => {
    const [first, second] = attempts([0, 200]);
    const body = { success: false, data: { jobs: [{}] } };
    expect(passed([{ ...first!, response: { ...first!.response!, body } }, second!])).toEqual([]);
  });

  it('is reported in a note', () => {
    expect(notesOnPassing(attempts([502, 0, 200]))).toEqual([
      '2 requests failed temporarily (502 1 time, 200 with success false 1 time) and succeeded when sent again; this is not counted as a failure.',
    ]);
    expect(notesOnPassing(attempts([200]))).toEqual([]);
  });
});
