import { expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { runConformance } from '../index.js';

// A run of the whole suite needs a higher limit than other tests on a loaded machine.
it('every pack finds that the mock conforms, within the announced cost', { timeout: 600_000 }, async () => {
  await using mock = await startMock({ seed: 1, now: '2026-03-01T12:00:00Z' });
  const report = await runConformance({ target: mock.url, adminUrl: mock.url });
  const isBad = ({ verdict }: { verdict: string }): boolean => verdict === 'fail' || verdict === 'error';
  expect(report.clauses.filter(isBad).map(({ clause }) => clause.id)).toEqual([]);
  expect(report.scenarios.filter(isBad).map(({ id }) => id)).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conforms', exitCode: 0, budget: { throttledUnexpected: 0 } });
  expect(report.budget.creditsUsed).toBeGreaterThan(0);
  expect(report.budget.creditsUsed).toBeLessThanOrEqual(report.budget.creditsAnnounced);
  for (const { id, creditsUsed, creditsAnnounced } of report.scenarios)
    expect([id, creditsUsed <= creditsAnnounced]).toEqual([id, true]);
  const unchecked = report.clauses.filter(({ clause, passes }) => passes === 0 && clause.check !== 'none');
  expect(unchecked.filter(({ clause }) => clause.level === 'must').map(({ clause }) => clause.id)).toEqual(
    [],
  );
});
