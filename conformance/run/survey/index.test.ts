import { describe, expect, it } from 'vitest';
import type { Means } from './asked.js';
import { survey, type SurveyPlan } from './index.js';

const NOW = Date.parse('2026-03-18T10:30:00Z');
const HOUR = 3_600_000;

/** What scenarios know of days where the survey asks for nothing. */
async function daysWithoutSlice(clockOffset: number) {
  const plan = { parts: [], kept: null, why: {} } as unknown as SurveyPlan;
  const { facts } = await survey(plan, { time: { now: () => NOW } } as Means, {
    companies: {} as never,
    clockOffset,
  });
  return facts;
}

describe('days without a slice', () => {
  it('reach as far back as the current searches, and take in what was posted today', async () => {
    const { marketFrom, ...others } = await daysWithoutSlice(0);
    const days = (NOW - Date.parse(String(marketFrom))) / (24 * HOUR);
    expect(days).toBeGreaterThan(160);
    expect(days).toBeLessThan(184);
    expect(others).toMatchObject({
      marketTo: '2026-03-19',
      companyTo: '2026-03-19',
      companyFrom: marketFrom,
    });
  });

  it('are those of the target, whatever the clock here says', async () => {
    expect(await daysWithoutSlice(14 * HOUR)).toMatchObject({
      marketTo: '2026-03-20',
      companyTo: '2026-03-20',
    });
  });
});
