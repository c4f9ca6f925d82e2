/** Installs tools that only benchmarks and opinions need. They have their own folders, so that `npm ci` stays fast. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages in the folder's lock file, unless they were installed after its last change. */
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
