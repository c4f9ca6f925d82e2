/**
 * Start of the executable, which contains the installed package as one asset. The first start unpacks its files to the user's
 * cache folder. If the first argument is the path of an unpacked script, the executable runs it, as `node` does, so that
 * programs of the kit can start each other.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getAsset } from 'node:sea';
import { brotliDecompressSync } from 'node:zlib';

/** Returns the folder of the unpacked files. Unpacks them if necessary. */
function unpacked(): string {
  const name = `job-search-kit-${getAsset('version', 'utf8')}`;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, name);
  // A folder of another user could contain malicious code.
  if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid!()) return folder;
  let made: string;
  try {
    mkdirSync(cache, { recursive: true });
    made = mkdtempSync(`${folder}-`);
  } catch {
    // Without a writable home, each start unpacks the files again.
    made = mkdtempSync(join(tmpdir(), `${name}-`));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    unpackTo(made);
    return made;
  }
  unpackTo(made);
  try {
    renameSync(made, folder);
  } catch {
    // Another process has unpacked the same files in the meantime.
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}

function unpackTo(folder: string): void {
  const text = brotliDecompressSync(Buffer.from(getAsset('files'))).toString();
  const files = JSON.parse(text) as Record<string, string>;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(content, 'base64'));
  }
}

const folder = unpacked();
const named = process.argv[2] ?? '';
const isOwn = named.startsWith(folder) && named.endsWith('.js');
const script = isOwn ? named : join(folder, 'dist/main.js');
process.argv.splice(1, isOwn ? 2 : 1, script);
// This script cannot import files itself.
const start = createRequire(join(folder, 'start.cjs'))('./start.cjs') as (script: string) => Promise<void>;
void start(script);
