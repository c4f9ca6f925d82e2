import { describe, expect, it } from 'vitest';
import { prepareData, startMock } from '../../../mock-server/index.js';
import { loadContract } from '../../../spec/contract.js';
import { UNLIMITED } from '../../../test/mock/checked-mock.js';
import { faithful } from '../../../test/mutants/rules.js';
import { keepsTheLatest } from '../../../test/mutants/operation-keys.js';
import type { Rule } from '../../../test/mutants/mutant.js';
import { startProxy } from '../../../test/mutants/proxy.js';
import { closing } from '../../../test/support/closing.js';
import { sleptTime } from '../../../test/support/manual-time.js';
import { runConformance, type RunReport } from '../../index.js';

const NOW = '2026-03-01T12:00:00Z';
const shared = await prepareData({ seed: 1, now: NOW });
const contract = loadContract();

/** Runs two scenarios with one API key against a mock whose answers `rule` changes. */
async function judged(rule: Rule): Promise<RunReport> {
  const mock = closing(await startMock({ shared, admin: false }));
  const apiKey = await mock.accounts.create({ credits: 20_000, rateLimits: 'none' });
  const target = closing(await startProxy(contract, mock.url, rule, () => Date.parse(NOW)));
  const only = ['operation-keys/retries-direct', 'operation-keys/changed-filters-direct'];
  return runConformance({
    target: target.url,
    apiKey,
    only,
    profile: { rateLimits: UNLIMITED },
    time: sleptTime(),
  });
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
