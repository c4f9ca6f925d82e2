/** Starts Stoplight Prism as a mock of the contract, in its own process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/servers/redis-process.js';
import { installPeers } from '../install-peers.js';

const root = join(import.meta.dirname, '../..');

/** Resolves when `prism mock` listens on a free port. Rejects if it does not within 40 seconds. */
export async function startPrism(): Promise<{ port: number; process: ChildProcess }> {
  installPeers('scripts/opinions');
  const port = await freePort();
  const program = join(root, 'scripts/opinions/node_modules/.bin/prism');
  const flags = ['--port', String(port), '--verboseLevel', 'silent'];
  const process = spawn(program, ['mock', ...flags, join(root, 'spec/openapi.yaml')], { stdio: 'ignore' });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return { port, process };
    await pause(200);
  }
  process.kill();
  throw new Error('Prism did not start within 40 seconds.');
}
