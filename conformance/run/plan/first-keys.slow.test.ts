import { describe, expect, it } from 'vitest';
import { prepareData } from '../../../mock-server/index.js';
import { faithful } from '../../../test/mutants/rules.js';
import { keepsTheLatest } from '../../../test/mutants/operation-keys.js';
import type { Rule } from '../../../test/mutants/mutant.js';
import { startOneKey } from '../../../test/servers/one-key.js';
import type { RunReport } from '../../index.js';

const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

/** Runs two scenarios with one API key against a mock whose answers `rule` changes. */
async function judged(rule: Rule): Promise<RunReport> {
  const { run } = await startOneKey(shared, rule);
  return run({ only: ['operation-keys/retries-direct', 'operation-keys/changed-filters-direct'] });
}

const failures = ({ clauses }: RunReport): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);

const ofFirstKeys = ({ exchanges }: RunReport): string[] =>
  exchanges
    .filter(({ step }) => step.startsWith('the first key'))
    .map(({ step, response }) => `${step}: ${response?.status}`);

describe('the first operation key of a run', () => {
  it('is sent again at its end, with another limit and unchanged', async () => {
    const report = await judged(faithful);
    expect(ofFirstKeys(report)).toEqual([
      'the first key with another limit: 409',
      'the first key again: 200',
    ]);
    expect(failures(report)).toEqual([]);
    expect(report.budget.requests).toBeLessThanOrEqual(report.budget.requestsAnnounced);
  });

  it('shows that a service forgets keys before their billing period ends', async () => {
    const report = await judged(keepsTheLatest(6));
    expect(ofFirstKeys(report)[0]).toBe('the first key with another limit: 200');
    expect(failures(report)).toContain('IDEM-19');
  });
});
