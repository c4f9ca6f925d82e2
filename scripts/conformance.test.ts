import { expect, it } from 'vitest';
import { startMock } from '../mock-server/index.js';
import { serve } from '../test/servers/servers.js';
import { runCommand, type Ended } from '../test/support/command.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { compiledProgram, startProgram } from '../test/support/program.js';
import { conformance } from './conformance.js';

/** The environment of a team that also tests a deployment. */
const environment = { JOB_SEARCH_API_KEY: 'key_of_a_deployment', JOB_SEARCH_ADMIN_TOKEN: 'secret' };

const run = (...args: string[]) => runCommand(['--quiet', ...args], { environment }, conformance);

const runProcess = (...args: string[]): Promise<Ended> =>
  startProgram([process.execPath, compiledProgram('scripts/conformance'), '--quiet', ...args], {
    env: environment,
  }).ended;

it('rejects an unknown reading with exit 2', async () => {
  expect(await run('--reading', 'auth-status=418')).toEqual({
    status: 2,
    out: '',
    err: '--reading: Reading "auth-status" has no choice "418". Use 403 or 401.\n',
  });
});

it('judges its own mock with the key of that mock, and ignores keys in the environment', async () => {
  const { status, out } = await runProcess('--pack', 'balance', '--no-admin');
  expect([status, out]).toEqual([0, expect.stringContaining('Conforms: ')]);
});

it('judges a given target without starting a mock', async () => {
  await using mock = await startMock({ admin: false, jobs: 50 });
  const key = await mock.accounts.create({ credits: 10 });
  const { status, out } = await run('--target', mock.url, '--api-key', key, '--pack', 'balance');
  expect(out).toContain(`\n  ${mock.url}, `);
  expect(status).toBe(0);
});

it('rejects flags of its own mock together with a given target', async () => {
  const { status, err } = await run('--target', 'http://127.0.0.1:9', '--no-admin');
  expect([status, err]).toEqual([2, expect.stringContaining('Leave them out with --target or --profile')]);
});

it('uses keys and proxies in the environment for targets that a user adds, and never the key of its mock', async () => {
  const proxied: (string | undefined)[][] = [];
  const proxy = await serve(({ url, headers }, response) => {
    proxied.push([new URL(url!).host, headers.authorization]);
    response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"detail":"Invalid API key"}');
  });
  const stop = new AbortController();
  let said = '';
  const ended = conformance(['workbench', '--port', '0', '--packs', temporaryFolder()], {
    environment: { ...environment, http_proxy: proxy.url },
    out: () => undefined,
    err: (text) => void (said += text),
    isTerminal: false,
    interrupts: () => ({ signal: stop.signal, [Symbol.dispose]: () => undefined }),
  });
  const url = () => /workbench is at (http:\S+)/.exec(said)?.[1];
  await expect.poll(url).toBeDefined();
  const ask = async (path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const json = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${url()}/api${path}`, body && json)).json()) as Record<string, unknown>;
  };
  const ran = async (target: unknown) => {
    const { id } = await ask('/runs', { target, only: ['balance/balance-form'], readOnly: true });
    const latest = async () => (await ask('/latest'))['run'];
    await expect.poll(latest).toMatchObject({ id, state: expect.not.stringMatching('running') });
    return latest();
  };
  expect(await ran('1')).toMatchObject({ verdict: 'conforms' });
  expect(proxied).toEqual([]);
  const added = await ask('/targets', {
    url: 'http://deployment.example',
    keyVariable: 'JOB_SEARCH_API_KEY',
  });
  expect(await ran(added['id'])).toMatchObject({
    state: 'broken',
    headline: expect.stringContaining('Check the environment variable JOB_SEARCH_API_KEY'),
  });
  expect([...new Set(proxied.map(String))]).toEqual(['deployment.example,Bearer key_of_a_deployment']);
  expect(JSON.stringify(await ask('/state'))).not.toContain('key_of_a_deployment');
  stop.abort();
  expect(await ended).toBe(0);
});
