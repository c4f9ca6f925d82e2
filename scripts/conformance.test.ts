import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';

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

/** The command with the environment of a team that has a key of a deployment at hand. */
function conformance(args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const env = { ...process.env, JOB_SEARCH_API_KEY: 'key_of_a_deployment', JOB_SEARCH_ADMIN_TOKEN: 'secret' };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', script, '--quiet', ...args],
      { env, maxBuffer: 16 * 1024 * 1024 },
      (_error, out, err) => resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

it('judges its own mock with the key of that mock, whatever key the environment holds', async () => {
  const { status, out } = await conformance(['--only', 'BAL-1', '--no-admin']);
  expect([status, out]).toEqual([0, expect.stringContaining('CONFORMS')]);
});

it('judges a named target alone, without the mock and its admin API', async () => {
  const mock = await startMock({ admin: false });
  try {
    const key = await mock.accounts.create({ credits: 10 });
    const { status, out } = await conformance(['--target', mock.url, '--api-key', key, '--only', 'BAL-1']);
    expect(out).toContain(`target  ${mock.url} (without admin API; keys: active`);
    expect(status).toBe(0);
  } finally {
    await mock.close();
  }
});

it('refuses flags of its own mock beside a named target', async () => {
  const { status, err } = await conformance(['--target', 'http://127.0.0.1:9', '--no-admin']);
  expect([status, err]).toEqual([2, expect.stringContaining('Leave them out with --target or --profile')]);
});
