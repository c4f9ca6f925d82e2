/** The command as a process: how it ends, whatever becomes of its output and whoever interrupts it. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startMock, type Mock } from '../mock-server/index.js';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import { readJsonReport } from './index.js';
import { serve } from '../test/servers/servers.js';

const root = join(import.meta.dirname, '..');
const program = [process.execPath, '--import', 'tsx', join(root, 'conformance/main.ts')];
const closing: { close(): Promise<void> }[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const { pid } of children.splice(0)) if (pid !== undefined) killGroup(pid, 'SIGKILL');
  for (const each of closing.splice(0)) await each.close();
});

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them ended by themselves.
  }
}

interface Ended {
  status: number | null;
  out: string;
  err: string;
}

/** A command in a process group of its own, as a terminal starts it. */
function start([command = '', ...args]: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  return {
    child,
    ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, ...said }))),
  };
}

/** The words as a command of bash, with what follows them as bash takes it. */
function inBash(words: readonly string[], rest: string): string[] {
  return ['bash', '-c', `${words.map((word) => `'${word}'`).join(' ')} ${rest}`];
}

/** A mock that calls back at the n-th request of the contract, and answers slowly from then on. */
async function slowFrom(nth: number, reached: () => void): Promise<Mock> {
  let count = 0;
  const mock = await startMock({
    jobs: 3000,
    wrap: (listener) => (request, response) => {
      if (!request.url?.startsWith('/api/')) return listener(request, response);
      count += 1;
      if (count === nth) reached();
      setTimeout(() => listener(request, response), count < nth ? 0 : 100);
    },
  });
  closing.push(mock);
  return mock;
}

describe('an interrupted run', () => {
  const reports = (folder: string): string[] => [
    '--report',
    `json=${folder}/run.json,junit=${folder}/run.xml,html=${folder}/run.html`,
  ];

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'reports what was done and spent on %s, and deletes the accounts that it made',
    async (signal) => {
      const folder = temporaryFolder();
      let reach: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => (reach = resolve));
      const mock = await slowFrom(150, () => reach());
      const before = mock.world.accounts.size;
      const flags = ['--target', mock.url, '--admin-url', mock.url, '--pack', 'billing'];
      const { child, ended } = start([...program, ...flags, ...reports(folder)]);
      await reached;
      expect(mock.world.accounts.size).toBeGreaterThan(before);
      // npm hands Ctrl-C to its child, which has it from the terminal already.
      child.kill(signal);
      child.kill(signal);
      const { status, out, err } = await ended;
      expect([status, err]).toEqual([5, expect.stringContaining(`${signal}: the run ends`)]);
      expect(out).toMatch(new RegExp(`INCOMPLETE +Ended early: the run was interrupted \\(${signal}\\)\\.`));
      const report = readJsonReport(readFileSync(join(folder, 'run.json'), 'utf8'));
      expect(report).toMatchObject({ exitCode: 5, run: { stopped: `the run was interrupted (${signal})` } });
      expect(report.counts.scenarios.pass).toBeGreaterThan(0);
      expect(report.counts.scenarios.fail + report.counts.scenarios.error).toBe(0);
      expect(report.budget.creditsUsed).toBeGreaterThan(0);
      expect(out).toMatch(/credits +[\d,]+ of [\d,]+ announced/);
      expect(existsSync(join(folder, 'run.xml')) && existsSync(join(folder, 'run.html'))).toBe(true);
      expect(mock.world.accounts.size).toBe(before);
    },
  );

  it('does not say that a target is out of reach which it did not wait for', async () => {
    const silent = await serve(() => undefined);
    closing.push(silent);
    const { child, ended } = start([
      ...program,
      '--target',
      silent.url,
      '--api-key',
      'key_x',
      '--pack',
      'smoke',
    ]);
    await expect.poll(() => silent.requests.length).toBe(1);
    child.kill('SIGTERM');
    const { status, out } = await ended;
    expect([status, out]).toEqual([5, expect.stringContaining('the run was interrupted (SIGTERM)')]);
  });

  it('ends at once on a second signal', async () => {
    const folder = temporaryFolder();
    const silent = await serve(() => undefined);
    closing.push(silent);
    const flags = ['--target', silent.url, '--api-key', 'key_x', '--pack', 'smoke', ...reports(folder)];
    const { child, ended } = start([...program, ...flags]);
    await expect.poll(() => silent.requests.length).toBe(1);
    const pressing = setInterval(() => child.kill('SIGINT'), 50);
    const { status, out, err } = await ended;
    clearInterval(pressing);
    expect([status, out]).toEqual([130, '']);
    expect(err).toContain('SIGINT: ended at once, without a report.');
    expect(existsSync(join(folder, 'run.json'))).toBe(false);
  });

  it.each([
    ['Ctrl-C in a terminal', 'SIGINT', (pid: number) => killGroup(pid, 'SIGINT')],
    ['SIGTERM to npm alone', 'SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
  ])('reports under npm run on %s', async (_, signal, interrupt) => {
    const folder = temporaryFolder();
    const mock = await slowFrom(20, () => interrupt(child.pid!));
    const before = mock.world.accounts.size;
    const flags = ['--target', mock.url, '--admin-url', mock.url, ...reports(folder)];
    const { child } = start(['npm', 'run', '--silent', 'conformance', '--', ...flags]);
    const stopped = (): string | null => {
      const file = join(folder, 'run.json');
      return existsSync(file) ? readJsonReport(readFileSync(file, 'utf8')).run.stopped : null;
    };
    await expect.poll(stopped).toBe(`the run was interrupted (${signal})`);
    await expect.poll(() => mock.world.accounts.size).toBe(before);
  });
});

describe('the exit status', () => {
  async function conforming(): Promise<string[]> {
    const mock = await startMock({ jobs: 50, admin: false });
    closing.push(mock);
    return [...program, '--quiet', '--target', mock.url, '--api-key', 'key_demo', '--only', 'BAL-1'];
  }

  it('stays that of the verdict where nobody reads the output to its end', async () => {
    const { ended } = start(inBash(await conforming(), '| true; exit ${PIPESTATUS[0]}'));
    expect(await ended).toEqual({ status: 0, out: '', err: expect.stringMatching(/up to \d+ requests/) });
    const list = start(inBash([...program, '--list'], '| head -n 1; exit ${PIPESTATUS[0]}'));
    expect(await list.ended).toMatchObject({ status: 0, err: '' });
  });

  it('is 4 where the disk of the output is full', async () => {
    const { ended } = start(inBash(await conforming(), '> /dev/full'));
    const { status, err } = await ended;
    expect([status, err]).toEqual([4, expect.stringMatching(/Standard output cannot be written: ENOSPC/)]);
  });

  it('is 4 where one report cannot be written, which is named, and the others are', async () => {
    const folder = temporaryFolder();
    const flags = ['--report', `junit=${folder}/a.xml,html=/dev/full,json=${folder}/b.json`];
    const { status, out, err } = await start([...(await conforming()), ...flags]).ended;
    expect([status, out]).toEqual([4, expect.stringContaining('CONFORMS')]);
    expect(err).toMatch(/^--report html=\/dev\/full could not be written: ENOSPC/m);
    expect(readFileSync(`${folder}/a.xml`, 'utf8')).toMatch(/<\/testsuites>\s*$/);
    expect(readJsonReport(readFileSync(`${folder}/b.json`, 'utf8')).exitCode).toBe(0);
  });

  it('is 4 where a report goes to a pipe that nobody reads; who reads one gets it whole', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [`${folder}/unread`, `${folder}/read`]);
    const flags = `--report json=${folder}/unread,markdown=${folder}/read`;
    const { ended } = start(inBash(await conforming(), `${flags} & cat ${folder}/read; wait $!`));
    const { status, out, err } = await ended;
    expect([status, err]).toEqual([
      4,
      expect.stringMatching(/^--report json=.*unread could not be written: ENXIO/m),
    ]);
    expect(out).toMatch(/^#+ .*\n/m);
  });

  it('is 2 where the folder of a report cannot be made, before the target is asked', async () => {
    const { ended } = start([
      ...program,
      '--target',
      'http://127.0.0.1:9',
      '--api-key',
      'k',
      '--report',
      'json=/proc/nope/x',
    ]);
    expect(await ended).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^--report json=\/proc\/nope\/x cannot be written: ENOENT.*\n$/),
    });
  });
});

it('writes reports to paths with commas', async () => {
  const folder = join(temporaryFolder(), 'a,b');
  mkdirSync(folder);
  await using mock = await startMock({ jobs: 50, admin: false });
  const flags = ['--quiet', '--target', mock.url, '--api-key', 'key_demo', '--only', 'BAL-1'];
  const report = ['--report', `junit=${folder}/c,d.xml,json=${folder}/e,f=g.json,`];
  expect(await start([...program, ...flags, ...report]).ended).toMatchObject({ status: 0 });
  expect(existsSync(`${folder}/c,d.xml`) && existsSync(`${folder}/e,f=g.json`)).toBe(true);
  const slip = start([...program, ...flags, '--report', `junit=${folder}/h.xml,jsn=${folder}/i.json`]);
  expect(await slip.ended).toMatchObject({
    status: 2,
    err: expect.stringContaining('"jsn" is no kind of report. Did you mean "json"?'),
  });
});
