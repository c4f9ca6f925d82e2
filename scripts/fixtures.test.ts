import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadDataFile, makeDataset } from '../fixtures/index.js';
import { casesOf } from '../test/support/cases.js';
import { compiledProgram } from '../test/support/program.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';

const cases = casesOf<{ wrong: [flags: string[], message: string][] }>(import.meta.filename);

function run(...flags: string[]) {
  const program = [compiledProgram('scripts/fixtures'), ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('writes the postings of a seed, which the mock loads unchanged', async () => {
  const out = join(temporaryFolder(), 'postings.ndjson');
  expect(run('--jobs', '300', '--seed', '7', '--out', out, '--now', '2026-03-01T12:00:00Z')).toEqual({
    status: 0,
    stdout: `Wrote 300 postings of seed 7 to ${out}.\n`,
    stderr: '',
  });
  const loaded = await loadDataFile(out, { now: '2026-03-01T12:00:00Z' });
  const seeded = makeDataset({ seed: 7, jobs: 300, now: '2026-03-01T12:00:00Z' });
  expect(loaded.size).toBe(300);
  for (let i = 0; i < 300; i++) expect(loaded.posting(i).job).toEqual(seeded.posting(i).job);
});

it.each(cases.wrong)('rejects %j with exit 2', (flags, message) => {
  expect(run(...flags)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(message) as string,
  });
});
