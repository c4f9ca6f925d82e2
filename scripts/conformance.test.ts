import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./conformance.ts', import.meta.url));

it('refuses a reading that the mock does not know with exit 2, naming the flag', () => {
  const flags = ['--import', 'tsx', script, '--reading', 'auth-status=418'];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    '--reading: Reading "auth-status" has no choice "418". Use 403 or 401.\n',
  ]);
});
