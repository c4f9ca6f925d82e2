import { describe, expect, it } from 'vitest';
import { prepareData } from '../../mock-server/index.js';
import { mutants } from '../../test/mutants/index.js';
import type { Rule } from '../../test/mutants/mutant.js';
import { faithful } from '../../test/mutants/rules.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { movedTime } from '../../test/worlds/rows.js';
import { earlierRun, type RunReport } from '../index.js';

const shared = await prepareData({ seed: 1, now: '2026-03-01T12:00:00Z' });

interface Between {
  /** Days between the runs. */
  days: number;
  /** The second run has another key. */
  isOther?: boolean;
}

/** Buys jobs with operation keys in one run, and sends these keys again in a second run. */
async function secondRun(rule: Rule, { days, isOther = false }: Between): Promise<RunReport> {
  const { mock, apiKey, run } = await startOneKey(shared, rule);
  const time = movedTime(mock);
  const against = earlierRun(await run({ time, only: ['billing/pages-of-several-sizes-at-once-direct'] }));
  await mock.clock.advance({ days });
  return run({
    time,
    apiKey: isOther ? await mock.accounts.create({ credits: 20_000, rateLimits: 'none' }) : apiKey,
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
