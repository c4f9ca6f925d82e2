import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadDataFile, makeDataset } from '../fixtures/index.js';
import { compiledProgram } from '../test/support/program.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';

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

it.each([
  [['--jobs', 'many', '--out', 'x'], "'--jobs <n>' argument 'many' is invalid"],
  [['--seed', '-1', '--out', 'x'], "'--seed <n>' argument '-1' is invalid"],
  [['--now', 'soon', '--out', 'x'], "'--now <instant>' argument 'soon' is invalid"],
  [['--now', '2026-02-30', '--out', 'x'], "'--now <instant>' argument '2026-02-30' is invalid"],
  [['--now', '2019-12-31', '--out', 'x'], 'cannot start before 2020-01-01'],
  [['--jobs', '5'], "required option '--out <file>' not specified"],
  [['--out', '/no/such/folder.ndjson'], 'ENOENT'],
  [['--size', '5', '--out', 'x'], "unknown option '--size'"],
])('rejects %j with exit 2', (flags, message) => {
  expect(run(...flags)).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(message) as string,
  });
});
