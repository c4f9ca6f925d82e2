import { expect, it } from 'vitest';
import { retryAfterMs } from './http.js';

it.each([
  [{ 'retry-after': '12' }, 12_000],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 10_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }, 25_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '9'.repeat(400) }, 1e12],
  [{}, null],
] as [Record<string, string>, number | null][])('retryAfterMs %j is %s', (headers, expected) => {
  expect(retryAfterMs(headers, 5000)).toBe(expected);
});

it('reads no wait from a date without the date of the response or a time', () => {
  expect(retryAfterMs({ 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' })).toBeNull();
});
