import { afterAll, expect, it } from 'vitest';
import { startMock } from '../../mock-server/index.js';
import { mutantOf } from '../../test/servers/mutant-of.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

const mock = await startMock({ jobs: 2000 });
afterAll(() => mock.close());

it('prints a command that replays its packs on the same target', { timeout: 60_000 }, async () => {
  const { url } = await mutantOf(mock, 'charges-for-empty-results');
  const environment = { JOB_SEARCH_API_KEY: 'key_demo' };
  const flags = ['--target', url, '--max-credits', '60'];
  const packs = ['--steps', '30', '--seed', '1', '--packs', temporaryFolder(), '--quiet'];
  const explored = await runCommand(['explore', ...flags, ...packs], { environment });
  expect(explored.status).toBe(1);
  const [, ...args] = / replay (.+)/.exec(explored.err)![0].trim().split(' ');
  expect(args.slice(0, flags.length)).toEqual(flags);
  expect(await runCommand(['replay', ...args], { environment })).toMatchObject({ status: 1 });
});
