import { describe, expect, it } from 'vitest';
import type { SearchWindow } from '../../spec/index.js';
import { isoDay } from '../../fixtures/calendar.js';
import { planWindow } from './windows.js';

const direct: SearchWindow = {
  stated: true,
  oldest: { months: 6 },
  defaultAfter: { months: 2 },
  defaultBefore: 'tomorrow',
};
const company: SearchWindow = {
  stated: true,
  oldest: { months: 6 },
  defaultAfter: { months: 6, days: 1 },
  defaultBefore: 'today',
};
const historical: SearchWindow = {
  stated: true,
  oldest: { years: 6 },
  floor: '2020-01-01',
  defaultAfter: { years: 6 },
  defaultBefore: 'today',
};

/** The range as days, or the message, for a request at some hour of a day. */
function plan(
  window: SearchWindow,
  today: string,
  published_after?: string,
  published_before?: string,
): unknown {
  const result = planWindow(
    window,
    { published_after, published_before },
    Date.parse(`${today}T17:45:12.345Z`),
  );
  if (!Array.isArray(result)) return [isoDay(result.from), isoDay(result.to)];
  expect(result).toHaveLength(1);
  return `${result[0]!.loc.join('.')} ${result[0]!.msg}`;
}

describe('the default window', () => {
  it('of the direct search is the last two months, today included', () => {
    expect(plan(direct, '2026-03-15')).toEqual(['2026-01-15', '2026-03-16']);
  });

  it('of the company search ends at midnight today and begins a day after the oldest accepted date', () => {
    expect(plan(company, '2026-03-15')).toEqual(['2025-09-16', '2026-03-15']);
  });

  it('of the historical searches is six years', () => {
    expect(plan(historical, '2026-03-15')).toEqual(['2020-03-15', '2026-03-15']);
  });

  it('begins at the floor where six years would reach beyond it', () => {
    expect(plan(historical, '2024-05-01')).toEqual(['2020-01-01', '2024-05-01']);
  });

  it('keeps to the last day of a shorter month', () => {
    expect(plan(direct, '2026-04-30')).toEqual(['2026-02-28', '2026-05-01']);
    expect(plan(company, '2026-08-31')).toEqual(['2026-03-01', '2026-08-31']);
    expect(plan(historical, '2028-02-29')).toEqual(['2022-02-28', '2028-02-29']);
  });
});

describe('dates that are given', () => {
  it('bound the window as they are', () => {
    expect(plan(direct, '2026-03-15', '2026-02-01', '2026-02-02')).toEqual(['2026-02-01', '2026-02-02']);
  });

  it('may be the oldest accepted date and no older', () => {
    expect(plan(direct, '2026-03-15', '2025-09-15')).toEqual(['2025-09-15', '2026-03-16']);
    expect(plan(direct, '2026-03-15', '2025-09-14')).toBe(
      'body.published_after must not be older than 6 months before today; the oldest accepted date is 2025-09-15',
    );
    expect(plan(historical, '2026-03-15', '2020-03-14')).toMatch(/6 years .* 2020-03-15$/);
    expect(plan(direct, '2026-08-31', '2026-02-28')).toEqual(['2026-02-28', '2026-09-01']);
    expect(plan(direct, '2026-08-31', '2026-02-27')).toMatch(/2026-02-28$/);
  });

  it('before the floor are accepted and find nothing before it', () => {
    expect(plan(historical, '2024-05-01', '2019-01-01')).toEqual(['2020-01-01', '2024-05-01']);
  });

  it('must stand in order', () => {
    const message = 'body.published_after must be earlier than published_before';
    expect(plan(direct, '2026-03-15', '2026-02-01', '2026-02-01')).toBe(message);
    expect(plan(direct, '2026-03-15', '2026-02-02', '2026-02-01')).toBe(message);
  });

  it('are refused with the default that they met', () => {
    expect(plan(company, '2026-03-15', '2026-03-15')).toBe(
      'body.published_after must be earlier than published_before, which is 2026-03-15 by default',
    );
    expect(plan(direct, '2026-03-15', undefined, '2026-01-15')).toBe(
      'body.published_before must be later than published_after, which is 2026-01-15 by default',
    );
  });
});
