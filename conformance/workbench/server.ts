/** The workbench over HTTP: its page and the page's calls. Only on loopback; `common/browser/guard.ts` refuses other sites. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type NextFunction, type Request, type Response } from 'express';
import {
  BASE_MODULES,
  browserFiles,
  EDITOR_MODULES,
  secure,
  sendPage,
  type Page,
} from '../../common/browser/serve.js';
import { refusalOf } from '../../common/browser/guard.js';
import { guidePages, GUIDES_PATH } from '../../common/browser/guides.js';
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
  const { files, importMap, policy } = browserFiles(['conformance/workbench', 'conformance/reports'], {
    ...BASE_MODULES,
    ...EDITOR_MODULES,
  });
  const app = express().disable('x-powered-by');
  app.use((request, response, next) => {
    secure(response, policy);
    const refusal = refusalOf(request);
    if (refusal === null) next();
    else response.status(403).json({ problem: REFUSALS[refusal] });
  });
  const pages: Page[] = [['/', () => page(importMap)], ...files, ...guides];
  for (const [path, content] of pages)
    app.get(path, async (_request, response) => sendPage(response, path, await content()));
  app.post('/api/files', async (request, response) => {
    const name = basename(queryOf(request).get('name') ?? '');
    response.json({ id: await receiveFile(request, name, api) });
  });
  app.use('/api', express.json({ limit: '4mb' }));
  for (const [call, act] of Object.entries(api.calls)) {
    const [method = '', path = ''] = call.split(' ');
    app[method.toLowerCase() as 'get' | 'post'](path, async (request, response) => {
      if (method === 'POST' && fields(request.body) === null)
        throw new UsageError('The workbench takes JSON objects.');
      const { id = '' } = request.params as { id?: string };
      const answer = await act({ id, query: queryOf(request), body: request.body as Call['body'] });
      if (!isFile(answer)) response.json(answer ?? {});
      else await pipeline(Readable.from(answer.pieces), response.attachment(answer.name));
    });
  }
  app.use(({ method, path }, response) => {
    response.status(404).json({ problem: `There is no ${method} ${path} here.` });
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    // Express throws errors with a status for requests that it cannot read.
    const status = fields(error)?.['status'];
    const problem = status === 413 ? 'The request is larger than 4 MiB. Shorten the pack.' : messageOf(error);
    const isTheirs = error instanceof UsageError || error instanceof PackError || status !== undefined;
    response.status(isTheirs ? 422 : 500).json({ problem: redactor.text(problem) });
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
