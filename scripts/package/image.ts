/**
 * The steps of deploy/Containerfile as a script in an empty folder, where there is no docker: each stage is a folder, and the
 * absolute paths of COPY and WORKDIR lie in it. What it can't show: that the base images exist, and the user without rights.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { containerfile } from './containerfile.js';

/** What the last stage starts with. */
interface Image {
  folder: string;
  env: Record<string, string>;
  entrypoint: string[];
  health: string[];
}

/** Throws where a step fails, or the mock in the image does. */
export async function checkImage(root: string): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'job-search-image-'));
  try {
    const image = build(root, place);
    const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')) as {
      services: { mock: { command: string[] } };
    };
    await tryImage(image, compose.services.mock.command);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function build(root: string, place: string): Image {
  let stage = '';
  let folder = '';
  const image: Image = { folder, env: {}, entrypoint: [], health: [] };
  for (const { name, rest } of containerfile(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))) {
    const words = rest.split(' ');
    switch (name) {
      case 'FROM':
        stage = join(place, /AS (\S+)$/.exec(rest)?.[1] ?? 'last');
        folder = stage;
        mkdirSync(stage);
        break;
      case 'WORKDIR':
        folder = join(stage, rest);
        mkdirSync(folder, { recursive: true });
        break;
      case 'COPY':
        if (rest === '. .') copySource(root, folder);
        else {
          const [from, to] = words.slice(-2) as [string, string];
          cpSync(join(place, /--from=(\S+)/.exec(rest)![1]!, from), join(stage, to), {
            recursive: true,
            verbatimSymlinks: true,
          });
        }
        break;
      case 'RUN':
        execFileSync('sh', ['-ec', rest], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
        break;
      case 'ENV':
        Object.assign(image.env, Object.fromEntries([rest.split('=')]));
        break;
      case 'HEALTHCHECK':
        image.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
        break;
      case 'ENTRYPOINT':
        image.entrypoint = JSON.parse(rest) as string[];
        break;
    }
  }
  return { ...image, folder };
}

/** The files of the repository, also those that are not committed yet. */
function copySource(root: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of new Set(listed.split('\0').filter((each) => each !== '')))
    cpSync(join(root, name), join(folder, name));
}

/** Starts the mock as a container would, waits until it is ready, asks it something, and ends it. */
async function tryImage({ folder, env, entrypoint, health }: Image, command: string[]): Promise<void> {
  const files = (): string => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort().join('\n');
  const before = files();
  const port = await freePort();
  const state = mkdtempSync(join(tmpdir(), 'job-search-state-'));
  const whole = {
    ...process.env,
    ...env,
    JOB_SEARCH_MOCK_PORT: String(port),
    JOB_SEARCH_MOCK_ADMIN_TOKEN: 'a-token-for-the-image',
  };
  const args = command.map((word) => (word.startsWith('/') ? state : word));
  const options = { cwd: folder, env: whole };
  const mock = spawn(process.execPath, [...entrypoint.slice(1), ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = (): boolean => spawnSync(process.execPath, health.slice(1), options).status === 0;
  try {
    const ended = once(mock, 'exit');
    for (let tries = 0; !isReady(); tries += 1) {
      if (mock.exitCode !== null || tries === 100) throw new Error('The mock in the image is not ready.');
      await sleep(200);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/credits/balance`, {
      headers: { authorization: 'Bearer key_demo' },
    });
    if (answer.status !== 200) throw new Error(`The mock in the image answers ${answer.status}.`);
    mock.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`The mock in the image ends with ${code} when it is told to end.`);
    if (isReady()) throw new Error('The health check finds a mock that has ended.');
    if (files() !== before) throw new Error('The mock in the image writes beside its state.');
    if (readdirSync(state).length === 0) throw new Error('The mock in the image keeps no state.');
  } finally {
    mock.kill('SIGKILL');
    rmSync(state, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
