import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_JOB } from '../../fixtures/data.js';
import type { Job } from '../../fixtures/index.js';
import { prepareData } from '../../mock-server/index.js';
import { NOON } from '../../test/mock/checked-mock.js';
import type { Rule } from '../../test/mutants/mutant.js';
import { ruleOf } from '../../test/mutants/rows.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

/** Runs one scenario on a target with these postings. Returns the verdicts of its clauses. */
async function verdictsOn(
  jobs: readonly Partial<Job>[],
  scenario: string,
  rule?: Rule,
): Promise<[string, string][]> {
  const data = join(temporaryFolder(), 'few.ndjson');
  writeFileSync(data, jobs.map((job) => `${JSON.stringify({ ...EMPTY_JOB, ...job })}\n`).join(''));
  const target = await startOneKey(await prepareData({ data, now: NOON }), rule);
  const report = await target.run({ only: [scenario] });
  return report.clauses.map(({ clause, verdict }) => [clause.id, verdict]);
}

it('reports no failure if all days together have one posting', async () => {
  const one = [{ 'Job Title': 'Cook', 'Post Date': '2026-03-10' }];
  expect(await verdictsOn(one, 'changed-within-a-filter-direct')).toEqual([
    ['IDEM-19', 'pass'],
    ['IDEM-22', 'pass'],
  ]);
});

it('reports no wrong name if some postings show nothing but their date', async () => {
  const days = ['2026-03-10', '2026-03-11', '2026-03-12'].map((day) => ({ 'Post Date': day }));
  const jobs = [{ 'Job Title': 'Cook', 'Post Date': '2026-03-09' }, ...days];
  const verdicts = await verdictsOn(jobs, 'job-fields', ruleOf({ jobs: { nulls: 'absent' } }));
  expect(verdicts).toContainEqual(['JOB-1', 'pass']);
});
