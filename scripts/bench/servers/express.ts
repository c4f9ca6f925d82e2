/** The peer that does least: an Express app that parses the body and sends the same bytes every time. */
import { readFileSync } from 'node:fs';
import express from 'express';

const bytes = readFileSync(process.argv[2]!);
const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.post('/api/v1/jobs-search/search', (_request, response) => {
  response.set('Content-Type', 'application/json; charset=utf-8').send(bytes);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!({ port: typeof address === 'object' ? address?.port : null });
});
process.on('message', () => process.send!({ cpu: process.cpuUsage(), rss: process.memoryUsage().rss }));
