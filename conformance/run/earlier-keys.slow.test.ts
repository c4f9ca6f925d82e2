import { describe, expect, it } from 'vitest';
import { prepareData, startMock } from '../../mock-server/index.js';
import { loadContract } from '../../spec/contract.js';
import { UNLIMITED } from '../../test/mock/checked-mock.js';
import { mutants } from '../../test/mutants/index.js';
import type { Rule } from '../../test/mutants/mutant.js';
import { startProxy } from '../../test/mutants/proxy.js';
import { faithful } from '../../test/mutants/rules.js';
import { closing } from '../../test/support/closing.js';
import { movedTime } from '../../test/worlds/start.js';
import { earlierRun, runConformance, type RunReport } from '../index.js';

const NOW = '2026-03-01T12:00:00Z';
const shared = await prepareData({ seed: 1, now: NOW });
const contract = loadContract();
const profile = { rateLimits: UNLIMITED };

interface Between {
  /** Days between the runs. */
  days: number;
  /** The second run has another key. */
  isOther?: boolean;
}

/** Buys jobs with operation keys in one run, and sends these keys again in a second run. */
async function secondRun(rule: Rule, { days, isOther = false }: Between): Promise<RunReport> {
  const mock = closing(await startMock({ shared, admin: false }));
  const target = closing(await startProxy(contract, mock.url, rule, () => mock.clock.now()));
  const account = { credits: 20_000, rateLimits: 'none' } as const;
  const apiKey = await mock.accounts.create(account);
  const asked = { target: target.url, profile, time: movedTime(mock) };
  const only = ['billing/pages-of-several-sizes-at-once-direct'];
  const against = earlierRun(await runConformance({ ...asked, apiKey, only }));
  await mock.clock.advance({ days });
  return runConformance({
    ...asked,
    apiKey: isOther ? await mock.accounts.create(account) : apiKey,
    only: ['operation-keys/key-of-an-earlier-run-direct'],
    against,
  });
}

const pairsOf = ({ clauses }: RunReport): string[] =>
  clauses.flatMap(({ clause, pairs }) => pairs.map(({ verdict }) => `${clause.id} ${verdict}`));

describe('an operation key of an earlier run', () => {
  it('is refused once the jobs of that run cost again', async () => {
    expect(pairsOf(await secondRun(faithful, { days: 35 }))).toEqual(['IDEM-22 pass', 'IDEM-24 pass']);
  });

  it('shows a service that recovers answers of older billing periods', async () => {
    const { rule } = mutants.find(({ name }) => name === 'keys-outlive-their-period')!;
    expect(pairsOf(await secondRun(rule(), { days: 35 }))).toContain('IDEM-24 fail');
  });

  it.each<[string, Between]>([
    ['while the billing period lasts', { days: 1 }],
    ['of another account', { days: 35, isOther: true }],
  ])('is not judged %s', async (_which, between) => {
    const verdicts = pairsOf(await secondRun(faithful, between));
    expect(verdicts).toEqual(['IDEM-22 not-applicable', 'IDEM-24 not-applicable']);
  });
});
