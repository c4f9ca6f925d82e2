/** The fastest possible Express app for comparison: it parses the body, and sends prepared pages in turn. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';

const pages = (JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as string[]).map((page) =>
  Buffer.from(page),
);
let sent = 0;
const app = express();
app.disable('x-powered-by');
// The mock computes no ETag for a page, either.
app.disable('etag');
app.use(express.json());
app.post('/api/v1/jobs-search/search', (_request, response) => {
  response.set('Content-Type', 'application/json; charset=utf-8').send(pages[sent++ % pages.length]);
});
const server = app.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.address() as AddressInfo).port }),
);
