/** The command as a process: signals, output that cannot be written, exit status. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startMock, type Mock } from '../mock-server/index.js';
import { compiledProgram, killGroup, startProgram, type Program } from '../test/support/program.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { readJsonReport } from './index.js';
import { serve } from '../test/servers/servers.js';
import { closing } from '../test/support/closing.js';

const root = join(import.meta.dirname, '..');
const program = [process.execPath, compiledProgram('conformance/main')];
const start = (command: readonly string[]): Program => startProgram(command, { cwd: root });

/** A bash command: `words` as literal arguments, then `rest` as bash source. */
function inBash(words: readonly string[], rest: string): string[] {
  return ['bash', '-c', `${words.map((word) => `'${word}'`).join(' ')} ${rest}`];
}

/** Starts a mock that calls `reached` at the nth contract request, and delays its answers from then on. */
async function slowFrom(nth: number, reached: () => void): Promise<Mock> {
  let count = 0;
  return closing(
    await startMock({
      jobs: 3000,
      wrap: (listener) => (request, response) => {
        if (!request.url?.startsWith('/api/')) return listener(request, response);
        count += 1;
        if (count === nth) reached();
        setTimeout(() => listener(request, response), count < nth ? 0 : 100);
      },
    }),
  );
}

describe('an interrupted run', () => {
  const reports = (folder: string): string[] => [
    '--report',
    `json=${folder}/run.json,junit=${folder}/run.xml,html=${folder}/run.html`,
  ];
  const smokeTestOf = (url: string): string[] => [
    ...program,
    '--target',
    url,
    '--api-key',
    'key_x',
    '--pack',
    'smoke',
  ];

  it('reports its results and costs, and deletes the accounts that it made', async () => {
    const signal = 'SIGHUP';
    const folder = temporaryFolder();
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const mock = await slowFrom(150, () => reach());
    const before = mock.world.accounts.size;
    const flags = ['--target', mock.url, '--admin-url', mock.url, '--pack', 'billing'];
    const { child, ended } = start([...program, ...flags, ...reports(folder)]);
    await reached;
    expect(mock.world.accounts.size).toBeGreaterThan(before);
    // npm forwards Ctrl-C to a child that the terminal has already signaled.
    child.kill(signal);
    child.kill(signal);
    const { status, out, err } = await ended;
    expect([status, err]).toEqual([5, expect.stringContaining(`${signal}: the run ends`)]);
    expect(out).toMatch(new RegExp(`Incomplete: Ended early: the run was interrupted \\(${signal}\\)\\.`));
    const report = readJsonReport(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(report).toMatchObject({ exitCode: 5, run: { stopped: `the run was interrupted (${signal})` } });
    expect(report.counts.scenarios.pass).toBeGreaterThan(0);
    expect(report.counts.scenarios.fail + report.counts.scenarios.error).toBe(0);
    expect(report.budget.creditsUsed).toBeGreaterThan(0);
    expect(out).toMatch(/Credits: [\d,]+ of [\d,]+ announced/);
    expect(existsSync(join(folder, 'run.xml')) && existsSync(join(folder, 'run.html'))).toBe(true);
    expect(mock.world.accounts.size).toBe(before);
  });

  it('does not call a target unreachable if SIGTERM ended the wait', async () => {
    const silent = await serve(() => undefined);
    const { child, ended } = start(smokeTestOf(silent.url));
    await expect.poll(() => silent.requests.length).toBe(1);
    child.kill('SIGTERM');
    const { status, out } = await ended;
    expect([status, out]).toEqual([5, expect.stringContaining('the run was interrupted (SIGTERM)')]);
  });

  it('stops immediately on a second signal', async () => {
    const folder = temporaryFolder();
    const silent = await serve(() => undefined);
    const { child, ended } = start([...smokeTestOf(silent.url), ...reports(folder)]);
    await expect.poll(() => silent.requests.length).toBe(1);
    const pressing = setInterval(() => child.kill('SIGINT'), 50);
    const { status, out, err } = await ended;
    clearInterval(pressing);
    expect([status, out]).toEqual([130, '']);
    expect(err).toContain('SIGINT: ended at once, without a report.');
    expect(existsSync(join(folder, 'run.json'))).toBe(false);
  });

  it('of clients reports on Ctrl-C in a terminal, which signals all processes of the run, and leaves no mock behind', async () => {
    const folder = temporaryFolder();
    const marked = join(folder, 'url');
    const script = `require('fs').writeFileSync('${marked}', process.env.JOB_SEARCH_URL); setInterval(() => 0, 1000)`;
    const client = [process.execPath, '-e', script];
    const flags = ['--course', 'pages', '--report', `json=${folder}/run.json`, '--'];
    const { child, ended } = start([...program, 'clients', ...flags, ...client]);
    await expect.poll(() => existsSync(marked) && readFileSync(marked, 'utf8')).toMatch(/^http:/);
    killGroup(child.pid!, 'SIGINT');
    expect(await ended).toMatchObject({ status: 5, err: expect.stringContaining('SIGINT: the run ends') });
    expect(existsSync(join(folder, 'run.json'))).toBe(true);
    await expect(fetch(readFileSync(marked, 'utf8'))).rejects.toThrow();
  });

  it.each([
    ['Ctrl-C in a terminal', 'SIGINT', (pid: number) => killGroup(pid, 'SIGINT')],
    ['SIGTERM to npm alone', 'SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
  ])('reports under npm run on %s', async (_, signal, interrupt) => {
    const folder = temporaryFolder();
    const mock = await slowFrom(20, () => interrupt(child.pid!));
    const before = mock.world.accounts.size;
    const flags = ['--target', mock.url, '--admin-url', mock.url, ...reports(folder)];
    const { child } = start(['npm', 'run', '--silent', 'conformance', '--', '--pack', 'billing', ...flags]);
    const stopped = (): string | null => {
      const file = join(folder, 'run.json');
      return existsSync(file) ? readJsonReport(readFileSync(file, 'utf8')).run.stopped : null;
    };
    await expect.poll(stopped).toBe(`the run was interrupted (${signal})`);
    await expect.poll(() => mock.world.accounts.size).toBe(before);
  });
});

it('names the required version of Node before it loads anything else', async () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '18.19.0' }); import('${compiledProgram('conformance/main')}')`;
  expect(await start([process.execPath, '-e', old]).ended).toEqual({
    status: 4,
    out: '',
    err: 'Failed to start: this is Node 18.19.0, and the suite needs Node 20.19 or newer.\n',
  });
});

describe('the exit status', () => {
  async function conforming(): Promise<string[]> {
    const mock = closing(await startMock({ jobs: 50, admin: false }));
    return [...program, '--quiet', '--target', mock.url, '--api-key', 'key_demo', '--pack', 'balance'];
  }

  it('is that of the verdict if the reader closes the pipe', async () => {
    const { ended } = start(inBash(await conforming(), '| true; exit ${PIPESTATUS[0]}'));
    expect(await ended).toEqual({ status: 0, out: '', err: '' });
    const list = start(inBash([...program, '--list'], '| head -n 1; exit ${PIPESTATUS[0]}'));
    expect(await list.ended).toMatchObject({ status: 0, err: '' });
  });

  it('is 4 if the disk of the output is full', async () => {
    const { ended } = start(inBash(await conforming(), '> /dev/full'));
    const { status, err } = await ended;
    expect([status, err]).toEqual([4, expect.stringMatching(/Standard output cannot be written: ENOSPC/)]);
  });

  it('is 4 if a report cannot be written; the other reports are written', async () => {
    const folder = temporaryFolder();
    const flags = ['--report', `junit=${folder}/a.xml,html=/dev/full,json=${folder}/b.json`];
    const { status, out, err } = await start([...(await conforming()), ...flags]).ended;
    expect([status, out]).toEqual([4, expect.stringContaining('Conforms: ')]);
    expect(err).toMatch(/^--report html=\/dev\/full could not be written: no space left/m);
    expect(readFileSync(`${folder}/a.xml`, 'utf8')).toMatch(/<\/testsuites>\s*$/);
    expect(readJsonReport(readFileSync(`${folder}/b.json`, 'utf8')).exitCode).toBe(0);
  });

  it('is 4 if the pipe of a report has no reader; a pipe with a reader gets the whole report', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [`${folder}/unread`, `${folder}/read`]);
    const flags = `--report json=${folder}/unread,markdown=${folder}/read`;
    const { ended } = start(inBash(await conforming(), `${flags} & cat ${folder}/read; wait $!`));
    const { status, out, err } = await ended;
    expect([status, err]).toEqual([
      4,
      expect.stringMatching(/^--report json=.*unread could not be written: no such device/m),
    ]);
    expect(out).toMatch(/^#+ .*\n/m);
  });
});
