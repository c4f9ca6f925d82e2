import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EMPTY_JOB } from '../../fixtures/data.js';
import { prepareData } from '../../mock-server/index.js';
import { NOON } from '../../test/mock/checked-mock.js';
import { startOneKey } from '../../test/servers/one-key.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

it('leaves no required clause open if current searches find nothing', async () => {
  const data = join(temporaryFolder(), 'old.ndjson');
  writeFileSync(data, JSON.stringify({ ...EMPTY_JOB, 'Job Title': 'Cook', 'Post Date': '2024-03-10' }));
  const target = await startOneKey(await prepareData({ data, now: NOON }));
  const { verdict, headline } = await target.run({});
  expect(verdict, headline).toBe('conforms');
});
