import { describe, expect, it } from 'vitest';
import { isoDay } from '../../fixtures/calendar.js';
import { cycleAt } from './cycle.js';

const days = (now: string, anchorDay: number): string => {
  const { start, end } = cycleAt(Date.parse(now), anchorDay);
  return `${isoDay(start)} ${isoDay(end)}`;
};

describe('a billing cycle', () => {
  it.each([
    ['2026-03-15T00:00:00Z', 15, '2026-03-15 2026-04-15'],
    ['2026-03-14T23:59:59.999Z', 15, '2026-02-15 2026-03-15'],
    ['2025-12-31T12:00:00Z', 2, '2025-12-02 2026-01-02'],
    ['2026-01-01T12:00:00Z', 2, '2025-12-02 2026-01-02'],
    // Months that lack the anchor day.
    ['2026-02-27T12:00:00Z', 31, '2026-01-31 2026-02-28'],
    ['2026-02-28T00:00:00Z', 31, '2026-02-28 2026-03-31'],
    ['2028-02-29T00:00:00Z', 30, '2028-02-29 2028-03-30'],
  ])('at %s with anchor day %i is %s', (now, anchorDay, cycle) => {
    expect(days(now, anchorDay)).toBe(cycle);
  });

  it('is followed by the next without a gap, for any anchor day', () => {
    for (let anchorDay = 1; anchorDay <= 31; anchorDay += 1) {
      let { start, end } = cycleAt(Date.UTC(2023, 11, 20), anchorDay);
      for (let i = 0; i < 40; i += 1) {
        expect(cycleAt(end - 1, anchorDay)).toEqual({ start, end });
        const next = cycleAt(end, anchorDay);
        expect(next.start).toBe(end);
        ({ start, end } = next);
      }
    }
  });
});
