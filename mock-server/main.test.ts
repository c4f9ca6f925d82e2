import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDataset } from '../fixtures/index.js';
import { listen } from '../test/servers/listen.js';
import { casesOf } from '../test/support/cases.js';
import { compiledProgram, startProgram, urlOf, type Program } from '../test/support/program.js';
import { temporaryFile, temporaryFolder } from '../test/support/temporary-folder.js';
import { isThorough } from '../test/support/thorough.js';

const cases = casesOf<{
  refused: [what: string, flags: string[], message: string, lines?: (string | object)[]][];
}>(import.meta.filename);

const node = (): string[] => [process.execPath, compiledProgram('mock-server/main')];
const run = (args: string[], env: NodeJS.ProcessEnv = {}): Program =>
  startProgram([...node(), ...args], { env });

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const small = ['--port', '0', '--jobs', '50'];

describe('job-search-mock', () => {
  /** Sends a request that is in flight until the mock closes. */
  async function requestInFlight(url: string): Promise<{ answer: Promise<Response> }> {
    const made = await fetch(`${url}/__admin/faults`, {
      method: 'POST',
      body: JSON.stringify({ effect: 'delay', delayMs: 600_000 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(made.status).toBe(201);
    const answer = fetch(`${url}/api/v1/departments`, { headers: { authorization: 'Bearer key_demo' } });
    const faults = async (): Promise<unknown> => (await fetch(`${url}/__admin/faults`)).json();
    await expect.poll(faults).toMatchObject({ faults: [{ hits: 1 }] });
    return { answer };
  }

  /** Makes a project with the program in node_modules/.bin, as npm installs it. */
  function userProject(): string {
    const folder = temporaryFolder();
    const bin = path.join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "name": "a-user", "private": true }');
    const program = path.join(bin, 'job-search-mock');
    const quoted = node().map((part) => `'${part}'`);
    writeFileSync(program, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`);
    chmodSync(program, 0o755);
    return folder;
  }

  const installed: [string, string[], () => string][] = [
    ['npm start', ['npm', 'start', '--'], () => path.resolve(import.meta.dirname, '..')],
    ['npx job-search-mock', ['npx', 'job-search-mock'], userProject],
  ];
  it.each(isThorough ? installed : [])(
    'ends under %s on SIGTERM, after a request in flight',
    async (_, command, folder) => {
      const mock = startProgram([...command, ...small, '--log', 'json'], { cwd: folder() });
      const url = await urlOf(mock);
      const { answer } = await requestInFlight(url);
      mock.child.kill('SIGTERM');
      expect((await answer).status).toBe(200);
      await expect.poll(() => isUp(url)).toBe(false);
      await mock.ended;
    },
  );

  it('prints its address, its data, and a curl command that works as pasted', async () => {
    const mock = run([...small, '--now', '2026-03-01T12:00:00Z', '--reading', 'auth-status=401']);
    const text = await mock.says(/curl .*\n/);
    expect(text).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+\n/);
    expect(text).toMatch(/\n\n +Live page +http:\/\/127\.0\.0\.1:\d+\/ /);
    expect(text).toMatch(/Guides +http:\/\/127\.0\.0\.1:\d+\/docs\/guides\n/);
    expect(text).toMatch(/50, seed 1, none newer than 2026-03-01/);
    expect(text).toMatch(/auth-status=401/);
    expect(text).toMatch(/key_demo +100000 credits/);
    const { out: answer } = await startProgram(['bash', '-c', /^curl .*$/m.exec(text)![0]]).ended;
    expect(JSON.parse(answer)).toMatchObject({ success: true, data: { total: 1, credits_used: 1 } });
    await mock.says(/200 POST \/api\/v1\/jobs-search\/search .* acc_demo · 1 credit/);
  });

  it('prints the balances of a state that it continues', async () => {
    const flags = [...small, '--state', temporaryFolder()];
    const first = run(flags);
    const command = /^curl .*$/m.exec(await first.says(/curl .*\n/))![0];
    await startProgram(['bash', '-c', command]).ended;
    first.child.kill();
    await first.ended;
    expect(await run(flags).says(/curl .*\n/)).toMatch(/key_demo +99999 credits/);
  });

  it('opens the live page, and says so if it cannot', async () => {
    const folder = temporaryFolder();
    const opened = path.join(folder, 'opened');
    const opener = path.join(folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 });
    const [, url] = /(http:\S+)/.exec(await run([...small, '--open'], { PATH: folder }).says(/curl .*\n/))!;
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${url}\n`);
    const without = run([...small, '--open'], { PATH: '/nowhere' });
    await without.says(/curl .*\n/);
    without.child.kill();
    expect((await without.ended).err).toMatch(/^--open: \S+ cannot be started\. Open http:\S+ yourself\.\n$/);
  });

  it('prints its help to a reader that reads only one line', async () => {
    const [program, main] = node();
    const script = `"${program}" "${main}" --help | head -1`;
    const { out, err } = await startProgram(['bash', '-o', 'pipefail', '-c', script]).ended;
    expect([out, err]).toEqual(['Usage: job-search-mock [options]\n', '']);
  });

  it('names the required version of Node before it loads anything else', async () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.19.0' }); import('${compiledProgram('mock-server/main')}')`;
    const { err } = await startProgram([process.execPath, '-e', old]).ended;
    expect(err).toBe('Failed to start: this is Node 18.19.0, and the mock needs Node 20.19 or newer.\n');
  });

  it('reports in one line of JSON that it is ready, and reads every flag from the environment', async () => {
    const mock = run([], {
      JOB_SEARCH_MOCK_PORT: '0',
      JOB_SEARCH_MOCK_JOBS: '20',
      // An empty variable counts as unset.
      JOB_SEARCH_MOCK_SEED: '',
      JOB_SEARCH_MOCK_LOG: 'json',
      JOB_SEARCH_MOCK_NO_ADMIN: '1',
      JOB_SEARCH_MOCK_READING: 'auth-status=401,v3-path=alias',
      JOB_SEARCH_MOCK_NOW: '2026-03-01',
    });
    const ready = JSON.parse((await mock.says(/\n/)).split('\n')[0]!);
    expect(ready).toMatchObject({
      event: 'ready',
      jobs: 20,
      seed: 1,
      admin: null,
      readings: { 'auth-status': '401', 'v3-path': 'alias' },
      now: expect.stringMatching(/^2026-03-01T00:00/),
      keys: expect.arrayContaining(['key_demo']),
    });
    await fetch(`${ready.url}/api/v1/nothing`);
    expect(JSON.parse((await mock.says(/\n.*\n/)).split('\n')[1]!)).toMatchObject({
      event: 'request',
      status: 404,
      path: '/api/v1/nothing',
    });
  });

  it('exits with 0 if SIGTERM arrives as soon as it is ready', async () => {
    const mock = run([...small, '--log', 'json']);
    mock.child.stdout!.once('data', () => mock.child.kill('SIGTERM'));
    expect((await mock.ended).status).toBe(0);
  });

  it.each([
    ['SIGTERM', ['SIGTERM']],
    ['a Ctrl-C that npm repeats', ['SIGINT', 'SIGINT']],
  ] as const)('answers a request in flight on %s, and exits with 0', async (_, signals) => {
    const mock = run([...small, '--log', 'json']);
    const { answer } = await requestInFlight(await urlOf(mock));
    for (const signal of signals) mock.child.kill(signal);
    expect((await answer).status).toBe(200);
    expect((await mock.ended).status).toBe(0);
  });

  /** Checks that the mock answers 50 requests, which it logs, and ends after a signal. */
  async function serves(url: string, mock: Program): Promise<void> {
    for (let i = 0; i < 50; i += 1) expect((await fetch(`${url}/api/v1/nothing`)).status).toBe(404);
    mock.child.kill('SIGTERM');
    expect((await mock.ended).status).toBe(0);
  }

  it('continues to serve if its log is on a full disk', async () => {
    const { port, close } = await listen(createServer());
    await close();
    const quoted = [...node(), '--port', String(port), '--jobs', '50'].map((part) => `'${part}'`).join(' ');
    const mock = startProgram(['bash', '-c', `exec ${quoted} > /dev/full`]);
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => isUp(url)).toBe(true);
    await serves(url, mock);
  });

  describe('ends with one sentence without commands for a terminal or CI', () => {
    const { job } = makeDataset({ now: '2026-03-01', jobs: 1 }).posting(0);
    const dataOf = (lines: (string | object)[]): string[] => {
      const texts = lines.map((line) =>
        typeof line === 'string' ? line : JSON.stringify({ ...job, ...line }),
      );
      return ['--data', temporaryFile('mine.ndjson', texts.join('\n'))];
    };
    it.each(cases.refused)('%s: 2', async (_, flags, message, lines) => {
      const args = lines === undefined ? flags : dataOf(lines);
      const { status, out, err } = await run(['--port', '0', ...args]).ended;
      expect([status, out]).toEqual([2, '']);
      expect(err.replace(/\s+/g, ' ')).toMatch(new RegExp(message));
      expect(err).not.toMatch(/\n +at |[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##(?:\[|vso\[)/mu);
    });

    it('a port in use, before it reads any posting: 1', async () => {
      const { port, close } = await listen(createServer());
      const { status, err } = await run(['--port', String(port), '--data', '/nowhere/x.ndjson']).ended;
      await close();
      expect([status, err.trim()]).toEqual([
        1,
        `Failed to start: port ${port} is taken. Pass --port 0 to choose a free one.`,
      ]);
    });
  });

  it('warns of a file without postings, starts, and continues to serve if its log has no reader any more', async () => {
    const file = temporaryFile('mine.ndjson', '');
    const mock = run(['--port', '0', '--data', file, '--log', 'json']);
    const url = await urlOf(mock);
    mock.child.stdout!.destroy();
    await serves(url, mock);
    expect((await mock.ended).err.trim()).toBe(
      `Warning: --data ${file} holds no postings, so every search is empty. Put one job object on each line.`,
    );
  });
});
