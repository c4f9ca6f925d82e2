/**
 * `npm run executable -- [FILE [TARBALL]]`: makes one file for Linux x64 with both programs that runs without Node. It is a copy
 * of this Node, with the packed kit and its dependencies as an asset (nodejs.org, single executable applications).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { scratchFolder } from '../../test/support/scratch-folder.js';

/** Imports a module from the unpacked files, which the script inside the executable cannot do. */
const START = `module.exports = (script) => import(require('node:url').pathToFileURL(script).href);\n`;

const root = join(import.meta.dirname, '../..');
const target = resolve(process.argv[2] ?? join(root, 'job-search-kit-linux-x64'));
using scratch = scratchFolder();
const folder = scratch.path;
const run = (program: string, args: string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Packs the kit, and returns the path of the tarball. */
function pack(): string {
  const output = run('npm', ['pack', '--silent', '--pack-destination', folder], root);
  return join(folder, output.trim().split('\n').at(-1)!);
}

const tarball = process.argv[3] ?? pack();
run('tar', ['-xzf', tarball], folder);
const installed = join(folder, 'package');
fs.copyFileSync(join(root, 'package-lock.json'), join(installed, 'package-lock.json'));
run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], installed);

const names = fs
  .readdirSync(installed, { recursive: true, encoding: 'utf8' })
  .filter((name) => !/\.(d\.[cm]?ts|map)$|(^|\/)(\.|@types\/)|^node_modules\/.*\.md$/.test(name))
  .filter((name) => fs.statSync(join(installed, name)).isFile())
  .sort();
const files = Object.fromEntries([
  ['start.cjs', Buffer.from(START).toString('base64')],
  ...names.map((name) => [name, fs.readFileSync(join(installed, name), 'base64')]),
]);
const bytes = Buffer.from(JSON.stringify(files));
const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
fs.writeFileSync(join(folder, 'version'), version);
const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
fs.writeFileSync(join(folder, 'files'), compressed);
const bundled = { bundle: true, platform: 'node', format: 'cjs', outfile: join(folder, 'boot.js') } as const;
await build({ entryPoints: [join(import.meta.dirname, 'boot.ts')], ...bundled });
const configuration = {
  main: 'boot.js',
  output: 'blob',
  disableExperimentalSEAWarning: true,
  assets: { files: 'files', version: 'version' },
};
fs.writeFileSync(join(folder, 'sea.json'), JSON.stringify(configuration));
run(process.execPath, ['--experimental-sea-config', 'sea.json'], folder);
fs.copyFileSync(process.execPath, target);
const fuse = ['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'];
run(join(root, 'node_modules/.bin/postject'), [target, 'NODE_SEA_BLOB', 'blob', ...fuse], folder);
console.log(`${target}: ${Math.round(fs.statSync(target).size / 1e6)} MB, Node ${process.versions.node}`);
