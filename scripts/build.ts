/**
 * `npm run build` makes dist/ as it is published: the modules that the entry points in tsconfig.build.json
 * import, and the files that these modules read, without code that only tests use. Documents for readers
 * are also published at their own paths (`files` in package.json).
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { BASE_MODULES, EDITOR_MODULES, VENDOR } from '../common/browser/serve.js';
import { loadPacks, packPaths } from '../conformance/pack/load-packs.js';
import { loadDocuments } from '../conformance/pack/model/documents.js';

const root = new URL('../', import.meta.url).pathname;
const folders = ['spec', 'fixtures', 'common', 'mock-server', 'conformance'];
const notPublished = ['', '.ts', '.md', '.wat'];

// Checks the packs, because the built programs do not check them.
loadPacks(packPaths([]), loadDocuments());
rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
for (const folder of folders) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!notPublished.includes(extname(file)) && !/\.test\.(js|yaml)$|^schemas\//.test(file))
      cpSync(join(root, folder, file), join(root, 'dist', folder, file));
  }
}
// Copies packages that only pages need, with their licenses, so that users need not install them.
const swagger = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'NOTICE'];
const vendored = [
  ...Object.values({ ...BASE_MODULES, ...EDITOR_MODULES }),
  ...swagger.map((file) => `swagger-ui-dist/${file}`),
];
for (const file of vendored) {
  const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  for (const each of [file, `${name}/LICENSE`])
    cpSync(join(root, 'node_modules', each), join(root, 'dist', VENDOR, each));
}
for (const program of ['main.js', 'mock-server/main.js', 'conformance/main.js'])
  chmodSync(join(root, 'dist', program), 0o755);
