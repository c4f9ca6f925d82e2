import { expect, it } from 'vitest';
import { compiledProgram, startProgram } from '../test/support/program.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { startMock } from './index.js';
import type { FolderKeeper } from './keeping/folder/folder-keeper.js';

/** Runs the check, and returns its exit status and output. */
async function check(port: number, token: string): Promise<[status: number, said: string]> {
  const env = { JOB_SEARCH_MOCK_PORT: String(port), JOB_SEARCH_MOCK_ADMIN_TOKEN: token };
  const command = [process.execPath, compiledProgram('mock-server/ready')];
  const { status, err } = await startProgram(command, { env }).ended;
  return [status, err];
}

it('exits with 0 if the mock is ready, or else with 1 and the reason', async () => {
  const adminToken = 'a-long-enough-token';
  const mock = await startMock({ jobs: 50, host: '0.0.0.0', adminToken, state: temporaryFolder() });
  expect(await check(mock.port, adminToken)).toEqual([0, '']);
  expect(await check(mock.port, 'another-token')).toEqual([1, expect.stringContaining('status 401')]);
  const keeper = mock.world.keeper as FolderKeeper;
  keeper.disk = { ...keeper.disk, sync: () => Promise.reject(new Error('no space left on device')) };
  await expect(mock.clock.advance({ hours: 1 })).rejects.toThrow('no space left');
  await expect.poll(() => keeper.trouble).not.toBeNull();
  expect(await check(mock.port, adminToken)).toEqual([1, expect.stringContaining('no space left')]);
  await mock.close();
  expect(await check(mock.port, adminToken)).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});
