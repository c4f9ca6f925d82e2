/** A server of the admin API over a small world. Checks every answer against the admin document. */
import express from 'express';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { loadAdminContract } from '../../spec/admin.js';
import { loadClauses, loadContract } from '../../spec/index.js';
import { makeDataset } from '../../fixtures/index.js';
import { chooseReadings } from '../../mock-server/domain/readings.js';
import type { GuardOptions } from '../../mock-server/admin/guard.js';
import { adminRouter } from '../../mock-server/admin/router.js';
import type { SearchIndex } from '../../mock-server/search/index.js';
import { Clock } from '../../mock-server/state/clock.js';
import { World } from '../../mock-server/state/world.js';
import { listen } from '../servers/listen.js';
import type { Answer } from './client.js';

export const START = Date.UTC(2026, 2, 1, 12);

const contract = loadContract();
const admin = loadAdminContract();
const { readings } = loadClauses();
const dataset = makeDataset({ seed: 1, jobs: 20, now: START });

/** A world without an index, since the admin API never searches. Its machine clock is frozen at START. */
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

export interface Reply extends Omit<Answer, 'headers'> {
  headers: IncomingHttpHeaders;
}

export type AdminServer = Awaited<ReturnType<typeof serveAdmin>>;

export async function serveAdmin(options: Partial<GuardOptions> = {}, world = smallWorld()) {
  const app = express();
  app.use(adminRouter(world, { loopback: true, token: null, ...options }));
  app.use((_request, response) => void response.status(418).end('not the admin API'));
  const server = await listen(createServer(app));
  const { port } = server;
  return {
    ...server,
    world,
    /** Sends a text as it is, and any other body as JSON. */
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const sent = httpRequest({ host: '127.0.0.1', port, agent: false, method, path, headers });
      sent.end(text);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const received = await textOf(response);
      const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
      const reply: Reply = {
        status: response.statusCode!,
        headers: response.headers,
        text: received,
        body: isJson && received !== '' ? (JSON.parse(received) as unknown) : undefined,
      };
      checkReply(method, path, reply);
      return reply;
    },
    async close() {
      world.close();
      await server.close();
    },
  };
}

/** Throws if the document does not define the answer for the operation. */
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
