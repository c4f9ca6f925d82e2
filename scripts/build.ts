/**
 * `npm run build`: dist/ as it is published. What the entry points in tsconfig.build.json lead to, so nothing that only tests
 * use, with the documents beside it that it reads or that its packs name. Documents that texts send a reader to are published
 * where they stand, too (`files` in package.json).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';

const root = new URL('../', import.meta.url).pathname;
const folders = ['spec', 'fixtures', 'common', 'mock-server', 'conformance'];
const assets = ['.yaml', '.json', '.html', '.css', '.js', '.svg', '.mjs', '.py', '.sh'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
for (const folder of folders) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (assets.includes(extname(file)) && !/\.test\.js$|^schemas\//.test(file))
      cpSync(join(root, folder, file), join(root, 'dist', folder, file));
  }
}
// The renderer of the docs pages goes along, with its licence, so that a user installs nothing for it.
const renderer = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
];
for (const file of renderer) {
  cpSync(join(root, 'node_modules/swagger-ui-dist', file), join(root, 'dist/mock-server/pages/vendor', file));
}
for (const program of ['mock-server/main.js', 'conformance/main.js'])
  chmodSync(join(root, 'dist', program), 0o755);
