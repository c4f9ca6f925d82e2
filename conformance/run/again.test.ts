import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testData, UNLIMITED } from '../../test/mock/checked-mock.js';
import { mutants } from '../../test/mutants/index.js';
import type { Rule } from '../../test/mutants/mutant.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { startOneKey } from '../../test/servers/one-key.js';
import type { RunReport } from '../index.js';

const shared = await testData({ now: '2026-03-01T12:00:00Z' });

const verdicts = ({ clauses }: RunReport): string[] =>
  clauses.map((each) => `${each.clause.id} ${each.verdict}`);
const failed = ({ clauses }: RunReport): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);

it('a stored survey is made once, and costs later runs nothing', async () => {
  const { apiKey, run } = await startOneKey(shared);
  const survey = join(temporaryFolder(), 'survey.json');
  const remarks: string[] = [];
  const asked = (packs: string[]): Promise<RunReport> =>
    run({ packs, survey, onRemark: (remark) => remarks.push(remark) });
  const [first, second] = [await asked(['lookups', 'direct']), await asked(['lookups'])];
  expect([first.survey?.recalled, first.survey!.credits > 0, remarks]).toEqual([undefined, true, []]);
  expect(second.survey).toMatchObject({ requests: 0, credits: 0, facts: first.survey!.facts });
  expect(second.survey?.recalled).toMatch(/^2026-03-01T12:0/);
  expect(failed(second)).toEqual([]);
  expect(readFileSync(survey, 'utf8')).not.toContain(apiKey);
  const third = await asked(['paging']);
  expect([third.survey?.recalled, remarks.join()]).toEqual([
    undefined,
    expect.stringMatching(/the survey is repeated, since it lacks \w+$/),
  ]);
});

describe('a second run on the same key', () => {
  it('has the verdicts of the first, unless only unpaid jobs can show them, and sends only new operation keys', async () => {
    const { run } = await startOneKey(shared);
    const packs = ['operation-keys', 'billing', 'balance'];
    const first = await run({ packs });
    const second = await run({ packs });
    expect([failed(first), failed(second)]).toEqual([[], []]);
    const before = new Set(verdicts(first));
    const other = second.clauses.filter(({ clause, verdict }) => !before.has(`${clause.id} ${verdict}`));
    expect(
      other.filter(
        ({ verdict, clause, reason }) =>
          verdict === 'fail' ||
          // A page with jobs that the first run bought shows no price.
          !/paid for before|nothing that came was new|^BILL-[1-5] .*: needs the admin API/.test(
            `${clause.id} ${reason}`,
          ),
      ),
    ).toEqual([]);

    const keysOf = ({ exchanges }: RunReport): string[] =>
      exchanges
        .flatMap(({ request }) => request.headers['idempotency-key'] ?? [])
        .filter((key) => key.startsWith('use_v1_'));
    const sent = new Set(keysOf(first));
    expect(sent.size).toBeGreaterThan(20);
    expect(keysOf(second).filter((key) => sent.has(key) && key.length > 'use_v1_x'.length)).toEqual([]);
  });

  it('shows again on the next day whether a second account pays for itself', async () => {
    const withSecondKey = async (rule?: Rule): Promise<boolean[][]> => {
      const { mock, run } = await startOneKey(shared, rule);
      const profile = { keys: { second: { env: 'SECOND' } }, rateLimits: UNLIMITED };
      const environment = { SECOND: await mock.accounts.create({ credits: 100, rateLimits: 'none' }) };
      const days: boolean[][] = [];
      for (let day = 0; day < 2; day += 1) {
        const { scenarios } = await run({ packs: ['billing'], only: ['BILL-24'], profile, environment });
        const shown = scenarios.filter(({ id }) => id.startsWith('billing/each-key-pays-for-itself'));
        days.push(['pass', 'fail'].map((word) => shown.some(({ verdict }) => verdict === word)));
        await mock.clock.advance({ days: 1 });
      }
      return days;
    };
    const { rule } = mutants.find(({ name }) => name === 'paid-by-one-free-for-all')!;
    const [passes, fails] = [
      [true, false],
      [false, true],
    ];
    expect(await withSecondKey()).toEqual([passes, passes]);
    expect(await withSecondKey(rule())).toEqual([fails, fails]);
  });

  it('passes if earlier runs have sent every key of one character', async () => {
    const { mock, apiKey, run } = await startOneKey(shared);
    for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
      await fetch(`${mock.url}/api/v1/jobs-search/search`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': `use_v1_${sign}` },
        body: '{"limit": 10}',
      });
    const report = await run({ packs: ['operation-keys'] });
    expect(failed(report)).toEqual([]);
    expect(verdicts(report)).toContain('IDEM-6 pass');
  });
});
