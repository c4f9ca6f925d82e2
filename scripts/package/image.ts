/**
 * Starts the installed package like the image of deploy/Containerfile, since this machine may lack docker: with the image's
 * environment, entrypoint and health check, and the command of compose.yaml. The image itself is not built here.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { freePort } from '../../test/servers/redis-process.js';

/**
 * @param app The folder with the installed package, instead of the image's /app.
 * @param state An empty folder, instead of the volume.
 * Throws if the mock does not start, answer, become ready, stop or keep its state, or if it writes outside of its state.
 */
export async function checkImage(root: string, app: string, state: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');
  const instructions = containerfile(read('Containerfile'));
  const rest = (name: string): string => instructions.findLast((each) => each.name === name)!.rest;
  const words = (name: string): string[] => JSON.parse(/\[.*\]/.exec(rest(name))![0]) as string[];
  const compose = parse(read('compose.yaml')) as { services: { mock: { command: string[] } } };
  const command = compose.services.mock.command.map((word) => (word.startsWith('/') ? state : word));
  const port = await freePort();
  const options = {
    cwd: app,
    env: {
      ...process.env,
      ...Object.fromEntries([rest('ENV').split('=')]),
      JOB_SEARCH_MOCK_PORT: String(port),
      JOB_SEARCH_MOCK_ADMIN_TOKEN: 'a-token-for-the-image',
    },
  };
  const isReady = (): boolean =>
    spawnSync(process.execPath, words('HEALTHCHECK').slice(1), options).status === 0;
  const files = (): string => readdirSync(app, { recursive: true, encoding: 'utf8' }).sort().join('\n');
  mkdirSync(state);
  const before = files();
  const mock = spawn(process.execPath, [...words('ENTRYPOINT').slice(1), ...command], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
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
    if (code !== 0) throw new Error(`The mock in the image exits with ${code} after SIGTERM.`);
    if (isReady()) throw new Error('The health check accepts a mock that has ended.');
    if (files() !== before) throw new Error('The mock in the image writes outside of its state.');
    if (readdirSync(state).length === 0) throw new Error('The mock in the image keeps no state.');
  } finally {
    mock.kill('SIGKILL');
  }
}

export type Instruction = ReturnType<typeof containerfile>[number];

/** Parses a Containerfile without continued lines and here-documents. Throws for a line that is not an instruction. */
export function containerfile(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`deploy/Containerfile: cannot read "${line}"`);
      return { name, rest: rest! };
    });
}
