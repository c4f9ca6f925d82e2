import { describe, expect, it } from 'vitest';
import { holds, job, page } from '../../../test/samples/predicate.js';

describe('date-within', () => {
  it('takes both ends of a range of dates and passes over null', () => {
    const dated = [page(1, [job('a', { 'Post Date': '2026-01-01' }), job('b', { 'Post Date': null })])];
    expect(holds('date-within', { from: '2026-01-01', to: '2026-01-01' }, dated)).toBe(true);
    expect(holds('date-within', { from: '2026-01-02' }, dated)).toBe(false);
    expect(holds('date-within', { from: '2026-01-02', 'slack-days': 1 }, dated)).toBe(true);
    expect(holds('date-within', { to: '2025-12-31' }, dated)).toBe(false);
  });
});
