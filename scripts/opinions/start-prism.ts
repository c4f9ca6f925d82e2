/** Starts Stoplight Prism on the contract, in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPeers } from '../install-peers.js';

const root = join(import.meta.dirname, '../..');

/**
 * Runs `prism mock`, or `prism proxy` with an upstream, on a free port, and waits until it listens. Rejects when it does not
 * within 40 seconds.
 */
export async function startPrism(
  mode: ['mock'] | ['proxy', string],
): Promise<{ port: number; process: ChildProcess }> {
  installPeers('scripts/opinions');
  const port = await freePort();
  const [command, upstream = []] = mode;
  const process = spawn(
    join(root, 'scripts/opinions/node_modules/.bin/prism'),
    [command, '--port', String(port), '--verboseLevel', 'silent', join(root, 'spec/openapi.yaml')].concat(
      upstream,
    ),
    { stdio: 'ignore' },
  );
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const up = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (up) return { port, process };
    await pause(200);
  }
  process.kill();
  throw new Error('Prism did not start within 40 seconds.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
