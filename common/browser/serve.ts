/**
 * Serves the files of pages: modules and style sheets of this repository under their own paths, and published modules
 * of packages. Nothing is bundled or rewritten; an import map in the page resolves the names of packages to
 * addresses. Browsers accept only an inline import map, so the policy allows this one by its hash, and no other
 * inline script.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface PageFile {
  type: string;
  bytes: Buffer | string;
  /** The same bytes compressed, if that saves much. */
  gzip?: Buffer;
}

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

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const ROOT = '/assets/';
const PACKAGES = `${ROOT}packages/`;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** Serves the `.js` and `.css` files of `folders` and `common/browser`, and `packages`. Caches each file on its first use. */
export function browserFiles(folders: readonly string[], packages: PackageModules = BASE_MODULES) {
  const places = new Map<string, string>();
  for (const folder of ['common/browser', ...folders])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (extname(name) in TYPES && !name.endsWith('.test.js'))
        places.set(ROOT + join(folder, name).split(sep).join('/'), join(root, folder, name));
  for (const path of Object.values(packages)) places.set(PACKAGES + path, '');

  const imports = Object.fromEntries(Object.entries(packages).map(([name, path]) => [name, PACKAGES + path]));
  const map = JSON.stringify({ imports });
  const read = new Map<string, PageFile>();
  return {
    /** Goes into the head of a page, before its modules. */
    importMap: `<script type="importmap">${map}</script>`,
    policy: policyWith({ scripts: ` 'sha256-${createHash('sha256').update(map).digest('base64')}'` }),
    /** The file at a path such as `/assets/common/browser/base.css`; null for any other path. */
    at(path: string): PageFile | null {
      const place = places.get(path);
      if (place === undefined) return null;
      let file = read.get(path);
      if (file === undefined) {
        const bytes = readFileSync(place === '' ? packageFile(path.slice(PACKAGES.length)) : place);
        read.set(path, (file = { type: TYPES[extname(path)]!, bytes, gzip: gzipSync(bytes) }));
      }
      return file;
    },
  };
}

/** Responds with a file, compressed if the caller accepts gzip. Response headers keep other origins from using it. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, bytes, gzip }: PageFile,
): void {
  const isCompressed = gzip !== undefined && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const body = isCompressed ? gzip : Buffer.from(bytes);
  setHeaders(response, type);
  response.setHeader('Content-Length', body.length);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.appendHeader('Vary', 'Accept-Encoding');
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Responds with a text in pieces, which may be longer than the longest string. */
export async function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  type: string,
  pieces: Iterable<string>,
): Promise<void> {
  setHeaders(response, type);
  await pipeline(Readable.from(request.method === 'HEAD' ? [] : pieces), response);
}

function setHeaders(response: ServerResponse, type: string): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
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
