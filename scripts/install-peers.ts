/** Tools that only a benchmark or a second opinion needs live in folders of their own, so that `npm ci` stays quick. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what the folder's lock file says, unless that was done before. */
export function installPeers(folder: string): void {
  const path = join(import.meta.dirname, '..', folder);
  if (existsSync(join(path, 'node_modules'))) return;
  console.log(`Installing the tools of ${folder} (once)`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: path,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
