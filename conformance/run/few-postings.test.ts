import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_JOB } from '../../fixtures/data.js';
import { startMock } from '../../mock-server/index.js';
import { closing } from '../../test/support/closing.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { movedTime } from '../../test/worlds/start.js';
import { runConformance } from '../index.js';

it('reports no failure if all days together have one posting', async () => {
  const data = join(temporaryFolder(), 'one.ndjson');
  writeFileSync(data, JSON.stringify({ ...EMPTY_JOB, 'Job Title': 'Cook', 'Post Date': '2026-02-24' }));
  const mock = closing(await startMock({ data, now: '2026-03-01T12:00:00Z', admin: false }));
  const apiKey = await mock.accounts.create({ credits: 500 });
  const only = ['changed-within-a-filter-direct'];
  const report = await runConformance({ target: mock.url, apiKey, time: movedTime(mock), only });
  expect(report.clauses.map(({ clause, verdict }) => [clause.id, verdict])).toEqual([
    ['IDEM-19', 'pass'],
    ['IDEM-22', 'pass'],
  ]);
});
