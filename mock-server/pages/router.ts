/** Serves pages for browsers: the start page at `/`, rendered documents below `/docs`, and the documents as files. */
import { readFileSync } from 'node:fs';
import { Router, type Request } from 'express';
import { clausePages, clauseTitles } from './clause-pages.js';
import { docsPage } from './text-page.js';
import { llmsText, mockGuides } from './guides.js';
import { startPage, startText } from './start-page.js';
import { browserFiles, packageFile, policyWith, secure, sendPage } from '../../common/browser/serve.js';
import { allowOtherOrigins } from '../request/common-headers.js';
import type { World } from '../state/world.js';

export interface PagesOptions {
  /** Whether the admin API is served. If not, the pages do not show it. */
  admin: boolean;
  /** Whether calls of the admin API need a token. */
  adminToken: boolean;
}

/** Swagger UI needs inline styles. */
const DOCS_POLICY = policyWith({ styles: " 'unsafe-inline'" });

const START_TEXT = '/start.txt';
const DOCS_PATHS: ReadonlySet<string> = new Set(['/docs', '/docs/admin']);

/** Files that pages of other origins may read. They exclude the admin document. */
const CONTRACT_FILES: ReadonlySet<string> = new Set(['/openapi.yaml', '/openapi.json']);

/** Returns a router for the root. It passes other paths on. */
export function pagesRouter(world: World, { admin, adminToken }: PagesOptions): Router {
  const { files, importMap, policy } = browserFiles(['mock-server/pages']);
  const start = (request: Request) => ({ base: baseOf(request), admin, adminToken, importMap });
  const pages = new Map<string, (request: Request) => string | Buffer | Promise<string>>([
    ...files,
    ...clausePages(admin),
    ...mockGuides(admin),
    ['/', (request) => startPage(world, start(request))],
    ['/llms.txt', (request) => llmsText(baseOf(request))],
    [START_TEXT, (request) => startText(world, start(request))],
    ['/docs', () => docsPage('contract', { admin, key: keyToTry(world) })],
    ['/docs/clauses.json', clauseTitles],
    ['/docs/assets/swagger-ui-bundle.js', () => swaggerFile('swagger-ui-bundle.js')],
    ['/docs/assets/swagger-ui.css', () => swaggerFile('swagger-ui.css')],
    ['/openapi.yaml', () => specFile('openapi.yaml')],
    ['/openapi.json', () => specFile('generated/openapi.json')],
  ]);
  if (admin) {
    pages.set('/docs/admin', () => docsPage('admin', { admin, key: null }));
    pages.set('/admin.openapi.yaml', () => specFile('admin.openapi.yaml'));
    pages.set('/admin.openapi.json', () => specFile('generated/admin.json'));
  }

  const router = Router();
  router.use(async (request, response, next) => {
    const path = pathOf(request);
    const content = pages.get(path);
    if (content === undefined || !['GET', 'HEAD'].includes(request.method)) return next();
    secure(response, DOCS_PATHS.has(path) ? DOCS_POLICY : policy);
    if (request.path === '/') response.vary('Accept');
    if (CONTRACT_FILES.has(path)) allowOtherOrigins(response);
    sendPage(response, path, await content(request));
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
