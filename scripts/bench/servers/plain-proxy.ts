/** The least that a reverse proxy in Node can be: what comes is piped on, and what is answered piped back. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerUsage } from '../usage.js';

const target = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true });

const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const asked = request({ host: '127.0.0.1', port: target, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(asked);
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
answerUsage();
