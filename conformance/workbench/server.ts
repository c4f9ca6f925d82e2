/** The workbench over HTTP: its page and the page's calls. Only on loopback; `common/browser/guard.ts` refuses other sites. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import express, { type NextFunction, type Request, type Response } from 'express';
import {
  BASE_MODULES,
  browserFiles,
  EDITOR_MODULES,
  sendFile,
  sendPieces,
} from '../../common/browser/serve.js';
import { refusalOf } from '../../common/browser/guard.js';
import { GUIDE_TYPES, guidePages, GUIDES_PATH, type GuidePage } from '../../common/browser/guides.js';
import { BASE_STYLES, htmlPage, pageBar, styles, textPage } from '../../common/browser/html.js';
import type { Redactor } from '../../common/redact.js';
import { PackError } from '../pack/model/source-file.js';
import { fields } from '../values/fields.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import type { Call, SavedFile, WorkbenchApi } from './api.js';

/** Starts the server. Throws UsageError if the port cannot be used. */
export async function startWorkbench(api: WorkbenchApi, redactor: Redactor, port: number) {
  const server = createServer(appOf(api, redactor));
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((error: Error) => {
    throw new UsageError(
      `--port ${port} cannot be used: ${error.message}. Pass --port 0 to take a free one.`,
    );
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      api.runs.stopAll();
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

const PAGES = {
  '/#/packs': 'Packs',
  '/#/explore': 'Explore',
  '/#/runs': 'Runs',
  '/#/record': 'Recorded',
  [GUIDES_PATH]: 'Guides',
};

const guides = guidePages({
  page: (title, main) => textPage(pageBar('Workbench', PAGES, GUIDES_PATH), title, main),
  served: { '../README.md': GUIDES_PATH },
  // The workbench does not know whether a mock runs at the address in the examples.
  mockAddress: () => null,
});

const REFUSALS = {
  host: 'The workbench answers to the names of this machine only: use http://127.0.0.1 or http://localhost.',
  origin: 'The workbench takes no requests from other sites.',
};

function appOf(api: WorkbenchApi, redactor: Redactor) {
  const files = browserFiles(['conformance/workbench', 'conformance/reports'], {
    ...BASE_MODULES,
    ...EDITOR_MODULES,
  });
  const app = express().disable('x-powered-by');
  app.use((request, response, next) => {
    response.setHeader('Content-Security-Policy', files.policy);
    const refusal = refusalOf(request);
    if (refusal === null) return next();
    sendJson(request, response, 403, { problem: REFUSALS[refusal] });
  });
  const pages: GuidePage[] = [['/', 'html', () => page(files.importMap)], ...guides];
  for (const [path, type, content] of pages)
    app.get(path, async (request, response) =>
      sendFile(request, response, { type: GUIDE_TYPES[type], bytes: await content() }),
    );
  app.post('/api/files', async (request, response) => {
    const name = basename(queryOf(request).get('name') ?? '');
    sendJson(request, response, 200, { id: await receiveFile(request, name, api) });
  });
  app.use('/api', express.json({ limit: '4mb' }));
  for (const [call, act] of Object.entries(api.calls)) {
    const [method = '', path = ''] = call.split(' ');
    app[method.toLowerCase() as 'get' | 'post'](path.replace('*', ':id'), async (request, response) => {
      if (method === 'POST' && request.body === undefined) throw new UsageError('The workbench takes JSON.');
      const { id = '' } = request.params as { id?: string };
      const answer = await act({ id, query: queryOf(request), body: request.body as Call['body'] });
      if (!isFile(answer)) return sendJson(request, response, 200, answer ?? {});
      response.setHeader('Content-Disposition', `attachment; filename="${answer.name}"`);
      await sendPieces(request, response, answer.type, answer.pieces);
    });
  }
  app.use((request, response) => {
    const file = files.at(request.path);
    if (file !== null) sendFile(request, response, file);
    else sendJson(request, response, 404, { problem: `There is no ${request.method} ${request.path} here.` });
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    // Express throws errors with a status for requests that it cannot read.
    const isTheirs =
      error instanceof UsageError || error instanceof PackError || fields(error)?.['status'] !== undefined;
    sendJson(request, response, isTheirs ? 422 : 500, { problem: redactor.text(messageOf(error)) });
  });
  return app;
}

const queryOf = ({ url }: IncomingMessage): URLSearchParams => new URL(url!, 'http://localhost').searchParams;

const isFile = (answer: unknown): answer is SavedFile => fields(answer)?.['pieces'] !== undefined;

/** Opens a file that the page sends: a run, a HAR file or a history of traffic. Returns the id of the run, and deletes the file. */
async function receiveFile(request: IncomingMessage, name: string, api: WorkbenchApi): Promise<string> {
  // A form of another page cannot send this type.
  if (request.headers['content-type'] !== 'application/octet-stream')
    throw new UsageError('The workbench takes files as application/octet-stream.');
  const folder = mkdtempSync(join(tmpdir(), 'job-search-workbench-'));
  try {
    const path = join(folder, name || 'file');
    await pipeline(request, createWriteStream(path));
    return api.openFile(path, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  sendFile(request, response, { type: 'application/json; charset=utf-8', bytes: JSON.stringify(value) });
}

function page(importMap: string): string {
  const run = '/assets/conformance/reports/app/run.css';
  const bench = '/assets/conformance/workbench/app';
  const script = `<script type="module" src="${bench}/main.js"></script>`;
  const head = [styles(BASE_STYLES, run, `${bench}/workbench.css`), importMap, script].join('\n');
  return htmlPage(
    'Workbench',
    head,
    `<body>
<div id="workbench"></div>
<noscript><p>The workbench needs scripts. In a shell: <code>npx job-search-conformance --help</code></p></noscript>
</body>`,
  );
}
