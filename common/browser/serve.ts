/**
 * Serves the files of pages: modules and style sheets of this repository under their own paths, and published modules
 * of packages. Nothing is bundled or rewritten; an import map in the page resolves the names of packages to
 * addresses. Browsers accept only an inline import map, so the policy allows this one by its hash, and no other
 * inline script.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Response } from 'express';

/** A page or a file, and its path. It is read at each request. */
export type Page = [path: string, content: () => string | Buffer | Promise<string>];

/** By package name, as modules import it: the path of the package's file for browsers. */
export type PackageModules = Readonly<Record<string, string>>;

/** Packages that every page uses. */
export const BASE_MODULES: PackageModules = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  htm: 'htm/dist/htm.module.js',
};

/** Packages that the pack editor imports, directly or indirectly. */
export const EDITOR_MODULES: PackageModules = Object.fromEntries([
  ...['state', 'view', 'commands', 'language', 'streamparser', 'lint', 'autocomplete', 'lang-yaml'].map(
    (name) => [`@codemirror/${name}`, `@codemirror/${name}/dist/index.js`],
  ),
  ...['common', 'highlight', 'lr', 'yaml'].map((name) => [`@lezer/${name}`, `@lezer/${name}/dist/index.js`]),
  ['style-mod', 'style-mod/src/style-mod.js'],
  ['w3c-keyname', 'w3c-keyname/index.js'],
  ['crelt', 'crelt/index.js'],
  ['@marijn/find-cluster-break', '@marijn/find-cluster-break/src/index.js'],
]) as PackageModules;

const ROOT = '/assets/';
const PACKAGES = `${ROOT}packages/`;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The `.js` and `.css` files of `folders` and `common/browser`, and those of `packages`. */
export function browserFiles(folders: readonly string[], packages: PackageModules = BASE_MODULES) {
  const own = ['common/browser', ...folders].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|css)$/.test(name) && !name.endsWith('.test.js'))
      .map((name): Page => {
        const path = ROOT + join(folder, name).split(sep).join('/');
        return [path, () => readFileSync(join(root, folder, name))];
      }),
  );
  const published = Object.values(packages).map((path): Page => [
    PACKAGES + path,
    () => readFileSync(packageFile(path)),
  ]);
  const imports = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, PACKAGES + path]));
  const map = JSON.stringify({ imports });
  return {
    /** Goes into the head of a page, before its modules. */
    importMap: `<script type="importmap">${map}</script>`,
    policy: policyWith({ scripts: ` 'sha256-${createHash('sha256').update(map).digest('base64')}'` }),
    files: [...own, ...published],
  };
}

/** Sets response headers that keep other origins from using a page or its data. */
export function secure(response: Response, policy: string): void {
  response.set({
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
}

/** Responds with the content of the page at `path`. */
export function sendPage(response: Response, path: string, content: string | Buffer): void {
  // Express has the older type text/yaml.
  const type = path.endsWith('.yaml') ? 'application/yaml; charset=utf-8' : extname(path) || 'html';
  response.type(type).send(content);
}

/** Returns a Content-Security-Policy: no requests to other sites, no inline code except the given sources, and no framing. */
export function policyWith({ scripts = '', styles = '' }): string {
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Path of a file of this repository or of the published package. */
export function kitFile(path: string): string {
  return join(root, path);
}

/** The folder of the packages' files in the published kit, so that its users need not install libraries for pages. */
export const VENDOR = 'common/vendor';

/** Returns the path of a package's file: in the published kit, or in node_modules beside the sources or beside `dist/`. */
export function packageFile(path: string): string {
  const places = [VENDOR, 'node_modules', '../node_modules'].map((folder) => join(root, folder, path));
  return places.find((place) => existsSync(place)) ?? places[1]!;
}
