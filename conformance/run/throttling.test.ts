import { describe, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { testData } from '../../test/mock/checked-mock.js';
import { closing } from '../../test/support/closing.js';
import { runConformance, type ConformanceOptions, type RunReport } from '../index.js';
import { movedTime } from '../../test/worlds/rows.js';

const shared = await testData({ now: '2026-03-01T12:00:00Z' });

/** Runs the suite with one key; its waits advance the clock of the mock. */
async function throttled(
  rateLimits: Record<string, number>,
  options: Omit<ConformanceOptions, 'target'> = {},
): Promise<RunReport> {
  const mock = closing(await startMock({ shared, admin: false }));
  const apiKey = await mock.accounts.create({ credits: 500, rateLimits });
  const time = movedTime(mock);
  const only = ['limit-on-one-key-direct'];
  return runConformance({ target: mock.url, apiKey, time, only, concurrency: 1, ...options });
}

const verdictsIn = ({ clauses }: RunReport): Record<string, string> =>
  Object.fromEntries(clauses.map(({ clause, verdict }) => [clause.id, verdict]));

describe('--allow-throttling', () => {
  it('finds with one key that the limit is as stated, and that a search succeeds after the wait', async () => {
    const report = await throttled({}, { allowThrottling: true });
    expect(verdictsIn(report)).toEqual({
      'RATE-1': 'pass',
      'RATE-2': 'pass',
      'RATE-5': 'pass',
      'RATE-6': 'pass',
      'BILL-20': 'pass',
      'IDEM-26': 'pass',
      'ERR-6': 'pass',
    });
    expect(report.budget).toMatchObject({ creditsUsed: 0, throttledUnexpected: 0 });
  });

  it('detects a limit that is lower than stated, and a missing limit', async () => {
    const low = await throttled({ searchJobs: 190 }, { allowThrottling: true });
    expect(verdictsIn(low)['RATE-1']).toBe('fail');
    const none = await throttled({ searchJobs: 1_000_000 }, { allowThrottling: true });
    expect(verdictsIn(none)['RATE-2']).toBe('fail');
  });

  it('announces its requests, and no run reaches a limit without it', async () => {
    let announced = 0;
    const onPlan: ConformanceOptions['onPlan'] = ({ throttling }) => (announced = throttling.requests);
    await throttled({}, { allowThrottling: true, onPlan });
    expect(announced).toBeGreaterThan(200);
    const report = await throttled({}, { onPlan });
    expect(announced).toBe(0);
    expect(report.budget.throttledExpected).toBe(0);
    expect(report.scenarios).toMatchObject([
      { verdict: 'not-applicable', reason: 'needs --allow-throttling', requests: 0 },
    ]);
  });

  it('waits until earlier requests no longer count', async () => {
    const only = ['limit-on-one-key-direct', 'empty-results-are-free'];
    const report = await throttled({}, { allowThrottling: true, only });
    const direct = report.exchanges.filter(({ operation }) => operation === 'searchJobs');
    const first = direct.find(({ throttleExpected }) => throttleExpected);
    const last = direct.filter(({ throttleExpected }) => !throttleExpected).at(-1);
    expect((first?.sentAt ?? 0) - (last?.sentAt ?? 0)).toBeGreaterThan(60_000);
    expect(verdictsIn(report)['RATE-1']).toBe('pass');
  });
});
