/** The peer that does least: an Express app that parses the body and sends the mock's pages in turn, as they are. */
import { readFileSync } from 'node:fs';
import express from 'express';

const pages = (JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as string[]).map((page) =>
  Buffer.from(page),
);
let sent = 0;
const app = express();
app.disable('x-powered-by');
// A digest of every page would be work that the mock does not do.
app.disable('etag');
app.use(express.json());
app.post('/api/v1/jobs-search/search', (_request, response) => {
  response.set('Content-Type', 'application/json; charset=utf-8').send(pages[sent++ % pages.length]);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!({ port: typeof address === 'object' ? address?.port : null });
});
