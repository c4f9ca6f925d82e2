/** The workbench over HTTP: its page and the page's calls. Only on loopback; `common/browser/guard.ts` refuses other sites. */
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  BASE_MODULES,
  browserFiles,
  EDITOR_MODULES,
  sendFile,
  sendPieces,
} from '../../common/browser/serve.js';
import { refusalOf } from '../../common/browser/guard.js';
import { GUIDE_TYPES, guidePages, GUIDES_PATH } from '../../common/browser/guides.js';
import { BASE_STYLES, htmlPage, pageBar, styles, textPage } from '../../common/browser/html.js';
import type { Redactor } from '../../common/redact.js';
import { PackError } from '../pack/model/source-file.js';
import { fields, type Fields } from '../values/fields.js';
import { parsedJson } from '../values/json.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import type { SavedFile, WorkbenchApi } from './api.js';
import { streamRuns } from './run-events.js';

const MOST_BODY_BYTES = 4 << 20;

/** Starts the server. Throws UsageError if the port cannot be used. */
export async function startWorkbench(api: WorkbenchApi, redactor: Redactor, port: number) {
  const files = browserFiles(['conformance/workbench', 'conformance/reports'], {
    ...BASE_MODULES,
    ...EDITOR_MODULES,
  });
  const server = createServer((request, response) => {
    void handle(request, response, api, files).catch((error: unknown) =>
      sendProblem(response, error, redactor),
    );
  });
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

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  api: WorkbenchApi,
  files: ReturnType<typeof browserFiles>,
): Promise<void> {
  response.setHeader('Content-Security-Policy', files.policy);
  const refusal = refusalOf(request);
  if (refusal !== null)
    return sendJson(request, response, 403, {
      problem:
        refusal === 'host'
          ? 'The workbench answers to the names of this machine only: use http://127.0.0.1 or http://localhost.'
          : 'The workbench takes no requests from other sites.',
    });
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!pathname.startsWith('/api/')) {
    const file = isReading ? files.at(pathname) : null;
    if (file !== null) return sendFile(request, response, file);
    const guide = isReading ? guides.find(([path]) => path === pathname) : undefined;
    if (guide !== undefined)
      return sendFile(request, response, { type: GUIDE_TYPES[guide[1]], bytes: await guide[2]() });
    if (isReading && pathname === '/')
      return sendFile(request, response, { type: GUIDE_TYPES.html, bytes: page(files.importMap) });
    return sendJson(request, response, 404, { problem: `There is no ${pathname} here.` });
  }
  if (isReading && pathname === '/api/events') return streamRuns(response, api.runs);
  const call = `${isReading ? 'GET' : request.method} ${pathname.replace(/^\/api\/runs\/[^/]+/, '/api/runs/*')}`;
  if (call === 'POST /api/files')
    return sendJson(request, response, 200, await receiveFile(request, searchParams.get('name') ?? '', api));
  const act = api.calls[call];
  if (act === undefined) return sendJson(request, response, 404, { problem: `There is no ${call} here.` });
  const body = isReading ? {} : await readBody(request);
  const answer = await act({ id: pathname.split('/')[3] ?? '', query: searchParams, body });
  if (!isFile(answer)) return sendJson(request, response, 200, answer ?? {});
  response.setHeader('Content-Disposition', `attachment; filename="${answer.name}"`);
  return sendPieces(request, response, answer.type, answer.pieces);
}

const isFile = (answer: unknown): answer is SavedFile => fields(answer)?.['pieces'] !== undefined;

async function readBody(request: IncomingMessage): Promise<Fields> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new UsageError('The workbench takes JSON.');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BODY_BYTES) throw new UsageError('The request is larger than 4 MiB.');
    chunks.push(chunk);
  }
  const body = fields(parsedJson(Buffer.concat(chunks).toString('utf8')));
  if (body === null) throw new UsageError('The request is not a JSON object.');
  return body;
}

/** Opens a file that the page sends: a run, a HAR file or a history of traffic. The file is deleted after it is read. */
async function receiveFile(request: IncomingMessage, name: string, api: WorkbenchApi): Promise<object> {
  // A form of another page cannot send this type.
  if (request.headers['content-type'] !== 'application/octet-stream')
    throw new UsageError('The workbench takes files as application/octet-stream.');
  const folder = mkdtempSync(join(tmpdir(), 'job-search-workbench-'));
  try {
    const path = join(folder, basename(name) || 'file');
    await pipeline(request, createWriteStream(path));
    return { id: api.openFile(path, basename(name)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status;
  sendFile(request, response, { type: 'application/json; charset=utf-8', bytes: JSON.stringify(value) });
}

function sendProblem(response: ServerResponse, error: unknown, redactor: Redactor): void {
  if (response.headersSent) return void response.destroy();
  const isTheirs = error instanceof UsageError || error instanceof PackError;
  response.statusCode = isTheirs ? 422 : 500;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ problem: redactor.text(messageOf(error)) }));
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
