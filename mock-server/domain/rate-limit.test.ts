import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeSlot, type RateWindow } from './rate-limit.js';

describe('a rate window', () => {
  it('returns the smallest wait in seconds after which a retry passes', () => {
    const instants = fc.array(fc.nat(90_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), instants, (limit, gaps) => {
        const window: RateWindow = [];
        const passed: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap % 20_000;
          const copy = [...window];
          const wait = takeSlot(window, limit, now);
          const recent = passed.filter((instant) => instant > now - 60_000).length;
          expect(wait === 0).toBe(recent < limit);
          if (wait === 0) passed.push(now);
          else {
            expect(takeSlot([...copy], limit, now + (wait - 1) * 1_000)).toBeGreaterThan(0);
            expect(takeSlot(copy, limit, now + wait * 1_000)).toBe(0);
          }
        }
      }),
    );
  });

  it('stores at most as many instants as the limit, and no old ones', () => {
    const window: RateWindow = [];
    for (let now = 0; now < 10_000_000; now += 1_000) takeSlot(window, 1_000_000, now);
    expect(window.length).toBeLessThanOrEqual(128);
    for (let i = 0; i < 1_000; i += 1) takeSlot(window, 200, 10_000_000);
    expect(window).toHaveLength(200);
  });

  it('refuses everything at a limit of 0', () => {
    expect(takeSlot([], 0, 0)).toBe(60);
  });

  it('uses a limit that was lowered or raised meanwhile', () => {
    const window: RateWindow = [];
    for (let i = 0; i < 5; i += 1) takeSlot(window, 5, i);
    expect(takeSlot(window, 2, 10)).toBe(60);
    expect(takeSlot(window, 3, 10)).toBe(0);
  });

  it('forgets instants in the future after the clock was moved back, and no earlier ones', () => {
    const window: RateWindow = [];
    takeSlot(window, 2, 40_000);
    takeSlot(window, 2, 90_000);
    expect(takeSlot(window, 2, 50_000)).toBe(0);
    expect(takeSlot(window, 2, 50_000)).toBe(50);
  });
});
