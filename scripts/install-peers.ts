/** Tools that only a benchmark or a second opinion needs live in folders of their own, so that `npm ci` stays quick. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what the folder's lock file says, unless that was done since the file last changed. */
export function installPeers(folder: string): void {
  const path = join(import.meta.dirname, '..', folder);
  const changed = (file: string): number =>
    statSync(join(path, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed('node_modules/.package-lock.json') >= changed('package-lock.json')) return;
  console.log(`Installing the tools of ${folder} (once)`);
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
