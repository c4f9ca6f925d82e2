/** Serves pages for browsers: the start page at `/`, rendered documents below `/docs`, and the documents as files. */
import { readFileSync } from 'node:fs';
import { Router, type Request } from 'express';
import { clausePages, clauseTitles } from './clause-pages.js';
import { docsPage } from './docs-page.js';
import { llmsText, mockGuides } from './guides.js';
import { startPage, startText } from './start-page.js';
import { GUIDE_TYPES } from '../../common/browser/guides.js';
import { browserFiles, packageFile, policyWith, sendFile } from '../../common/browser/serve.js';
import { allowOtherOrigins } from '../request/cors.js';
import type { World } from '../state/world.js';

export interface PagesOptions {
  /** Whether the admin API is served. If not, the pages do not show it. */
  admin: boolean;
  /** Whether calls of the admin API need a token. */
  adminToken: boolean;
}

type Content = string | Buffer | Promise<string>;

/** Swagger UI needs inline styles. */
const DOCS_POLICY = policyWith({ styles: " 'unsafe-inline'" });

const START_TEXT = '/start.txt';
const DOCS_PATHS: ReadonlySet<string> = new Set(['/docs', '/docs/admin']);

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const YAML = 'application/yaml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Files that pages of other origins may read. They exclude the admin document. */
const CONTRACT_FILES: ReadonlySet<string> = new Set(['/openapi.yaml', '/openapi.json']);

/** Returns a router for the root. It passes other paths on. */
export function pagesRouter(world: World, { admin, adminToken }: PagesOptions): Router {
  const assets = browserFiles(['mock-server/pages']);
  const { importMap } = assets;
  const start = (request: Request) => ({ base: baseOf(request), admin, adminToken, importMap });
  const pages = new Map<string, [type: string, content: (request: Request) => Content]>([
    ['/', [HTML, (request) => startPage(world, start(request))]],
    ['/llms.txt', [TEXT, (request) => llmsText(baseOf(request))]],
    [START_TEXT, [TEXT, (request) => startText(world, start(request))]],
    ['/docs', [HTML, () => docsPage('contract', { admin, key: keyToTry(world) })]],
    ['/docs/clauses.json', [JSON_TYPE, once(clauseTitles)]],
    ['/docs/assets/swagger-ui-bundle.js', [JS, once(() => swaggerFile('swagger-ui-bundle.js'))]],
    ['/docs/assets/swagger-ui.css', [CSS, once(() => swaggerFile('swagger-ui.css'))]],
    ['/openapi.yaml', [YAML, once(() => specFile('openapi.yaml'))]],
    ['/openapi.json', [JSON_TYPE, once(() => specFile('generated/openapi.json'))]],
  ]);
  for (const [path, content] of clausePages(admin)) pages.set(path, [HTML, content]);
  for (const [path, type, content] of mockGuides(admin)) pages.set(path, [GUIDE_TYPES[type], once(content)]);
  if (admin) {
    pages.set('/docs/admin', [HTML, () => docsPage('admin', { admin, key: null })]);
    pages.set('/admin.openapi.yaml', [YAML, once(() => specFile('admin.openapi.yaml'))]);
    pages.set('/admin.openapi.json', [JSON_TYPE, once(() => specFile('generated/admin.json'))]);
  }

  const router = Router();
  router.use(async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = pathOf(request);
    if (request.path === '/') response.vary('Accept');
    const page = pages.get(path);
    const asset = page === undefined ? assets.at(path) : null;
    if (page === undefined && asset === null) return next();
    response.setHeader('Content-Security-Policy', DOCS_PATHS.has(path) ? DOCS_POLICY : assets.policy);
    if (CONTRACT_FILES.has(path)) allowOtherOrigins(response);
    if (asset !== null) return sendFile(request, response, asset);
    const [type, content] = page!;
    sendFile(request, response, { type, bytes: await content(request) });
  });
  return router;
}

/** Returns the path without a trailing slash. Callers other than browsers, such as curl, get the start page as text. */
function pathOf({ path, headers }: Request): string {
  if (path !== '/') return path.replace(/\/$/, '');
  return /text\/html/i.test(headers.accept ?? '') ? path : START_TEXT;
}

/** Returns the address of this mock from the Host header, or a local address if the header is invalid. */
function baseOf(request: Request): string {
  const host = request.headers.host ?? '';
  if (/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:]+\](:\d{1,5})?$/.test(host)) return `http://${host}`;
  return `http://127.0.0.1:${request.socket.localPort ?? 4010}`;
}

/** A seeded key for the docs page, so that readers can try operations. */
function keyToTry(world: World): string | null {
  return world.accounts.list().find(({ settings, active }) => settings.seeded && active)?.key ?? null;
}

function specFile(name: string): Buffer {
  return readFileSync(new URL(`../../spec/${name}`, import.meta.url));
}

function swaggerFile(name: string): Buffer {
  return readFileSync(packageFile(`swagger-ui-dist/${name}`));
}

/** Caches the result of `read` from its first call on. */
function once(read: () => Content): () => Content {
  let content: Content | undefined;
  return () => (content ??= read());
}
