import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMock, type Mock } from '../../mock-server/index.js';
import { mutants, startProxy } from '../../test/mutants/index.js';
import { runCommand } from '../../test/support/command.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { loadDocuments } from '../pack/model/documents.js';

let mock: Mock;
beforeAll(async () => void (mock = await startMock({ jobs: 2000 })));
afterAll(() => mock.close());

it('prints a command that replays its packs on the same target', { timeout: 60_000 }, async () => {
  const rule = mutants.find(({ name }) => name === 'charges-for-empty-results')!.rule();
  const proxy = await startProxy(loadDocuments().contract, mock.url, rule, () => mock.clock.now());
  const environment = { JOB_SEARCH_API_KEY: 'key_demo' };
  const flags = ['--target', proxy.url, '--max-credits', '60'];
  const packs = ['--steps', '30', '--seed', '1', '--packs', temporaryFolder(), '--quiet'];
  const explored = await runCommand(['explore', ...flags, ...packs], { environment });
  expect(explored.status).toBe(1);
  const [, ...args] = / replay (.+)/.exec(explored.err)![0].trim().split(' ');
  expect(args.slice(0, flags.length)).toEqual(flags);
  expect(await runCommand(['replay', ...args], { environment })).toMatchObject({ status: 1 });
  await proxy.close();
});
