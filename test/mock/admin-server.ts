/** An admin API over a small world on a free port; every answer is checked against the admin document. */
import express from 'express';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadAdminContract } from '../../spec/admin.js';
import { loadClauses, loadContract } from '../../spec/index.js';
import { makeDataset } from '../../fixtures/index.js';
import { chooseReadings } from '../../mock-server/domain/readings.js';
import type { GuardOptions } from '../../mock-server/admin/guard.js';
import { adminRouter } from '../../mock-server/admin/router.js';
import type { SearchIndex } from '../../mock-server/search/index.js';
import { Clock } from '../../mock-server/state/clock.js';
import { World } from '../../mock-server/state/world.js';

export const START = Date.UTC(2026, 2, 1, 12);

const contract = loadContract();
const admin = loadAdminContract();
const { readings } = loadClauses();
const dataset = makeDataset({ seed: 1, jobs: 20, now: START });

/** The admin API never searches, so the index is left out. The clock of the machine stands still at START. */
export function smallWorld(): World {
  let ids = 0;
  return new World({
    version: '0.0.0',
    contract,
    knownReadings: readings,
    readings: chooseReadings(readings),
    dataset,
    index: {} as SearchIndex,
    clock: new Clock(() => START),
    machineNow: () => START,
    seeds: [
      { id: 'acc_demo', key: 'key_demo', credits: 100_000 },
      { id: 'acc_small', key: 'key_small', credits: 3, anchorDay: 15 },
    ],
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
  });
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // A test knows what it asked for; the document has checked the shape.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface AdminServer {
  world: World;
  port: number;
  /** `body` goes as it is when it is text, else as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export async function serveAdmin(
  options: Partial<GuardOptions> = {},
  world = smallWorld(),
): Promise<AdminServer> {
  const app = express();
  app.use(adminRouter(world, { loopback: true, token: null, ...options }));
  app.use((_request, response) => void response.status(418).end('not the admin API'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    world,
    port,
    async call(method, path, body, headers = {}) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const reply = await exchange({ port, method, path, headers }, text);
      checkReply(method, path, reply);
      return reply;
    },
    async close() {
      world.close();
      server.close();
      await once(server, 'close');
    },
  };
}

async function exchange(
  options: { port: number; method: string; path: string; headers: Record<string, string> },
  body: string | undefined,
): Promise<Reply> {
  const sent = httpRequest({ host: '127.0.0.1', agent: false, ...options });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
  return {
    status: response.statusCode!,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  };
}

/** Throws when an answer is not one that the document lists for the operation. */
function checkReply(method: string, path: string, reply: Reply): void {
  const match = admin.match(method, path.split('?')[0]!);
  if (match === null || 'allow' in match) return;
  const { operation } = match;
  const described = operation.responses.get(reply.status);
  if (!described)
    throw new Error(`${operation.id} answered ${reply.status}, which its document does not list`);
  if (reply.status === 204) {
    if (reply.text !== '') throw new Error(`${operation.id} answered 204 with a body`);
    return;
  }
  const issues = described.validateBody(reply.body ?? reply.text);
  if (issues.length > 0)
    throw new Error(`${operation.id} ${reply.status}: ${JSON.stringify(issues)} ${reply.text}`);
}
