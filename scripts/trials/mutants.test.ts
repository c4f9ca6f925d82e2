import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { compiledProgram } from '../../test/support/program.js';

const script = compiledProgram('scripts/trials/mutants');

it.each([
  [['--only', 'charges-twice-at-once,nobody'], 'There is no mutant, innocent or clause "nobody".'],
  [['--jobs', '0'], 'Give a whole number from 1 to 999.'],
  [['--olny', 'IDEM'], "unknown option '--olny'"],
])('the command rejects %j with exit 2, and tries nothing', (flags, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...flags], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

it('the command fails if nothing has all of its flags and names', () => {
  const flags = ['--pairs', '--only', 'BILL-6', '--only', 'IDEM-22'];
  const { status, stdout } = spawnSync(process.execPath, [script, ...flags], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, expect.stringContaining('Nothing was tried')]);
});
