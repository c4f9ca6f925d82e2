/** Serves the admin API under `/__admin`, as spec/admin.openapi.yaml describes it. */
import { promisify } from 'node:util';
import { raw, Router, type Request, type Response } from 'express';
import { loadAdminContract } from '../../spec/admin.js';
import { accountHandlers } from './account-handlers.js';
import type { AdminCall, Handlers } from './admin-call.js';
import { clockHandlers } from './clock-handlers.js';
import { eventStreams } from './event-streams.js';
import { faultHandlers } from './fault-handlers.js';
import { checkCaller, type GuardOptions } from './guard.js';
import { journalHandlers } from './journal-handlers.js';
import { metricsOf } from './metrics-text.js';
import { mockHandlers } from './mock-handlers.js';
import { answerOf, invalidInput } from './problems.js';
import { sendHandlers } from './send-handlers.js';
import { refused } from '../state/errors.js';
import type { World } from '../state/world.js';

const handlers: Handlers = {
  ...mockHandlers,
  ...clockHandlers,
  ...accountHandlers,
  ...faultHandlers,
  ...journalHandlers,
  ...sendHandlers,
};

/** Limit of all bodies except snapshots, which are large on a busy mock. */
const MOST_BYTES = 1 << 20;
const MOST_SNAPSHOT_BYTES = 256 << 20;

const JSON_TYPE = 'application/json; charset=utf-8';
/** The text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Mount it at the root, or at `/__admin`. */
export function adminRouter(world: World, options: GuardOptions): Router {
  const openStream = eventStreams();
  const metricsText = metricsOf(world);

  async function handle(request: Request, response: Response, path: string): Promise<void> {
    checkCaller(request, options);
    const match = loadAdminContract().match(request.method, path);
    if (match === null) throw refused('unknown-call', { path });
    if ('allow' in match) {
      const allow = match.allow.join(', ');
      throw refused('method-not-allowed', { path, allow }, { Allow: allow });
    }
    const { operation } = match;
    const parameters = decoded(match.parameters, path);
    const queryIssues = operation.validateQuery(request.query);
    if (queryIssues.length > 0) throw invalidInput(queryIssues);
    const query = request.query as Record<string, string | undefined>;
    if (operation.id === 'streamEvents') return openStream(response, world, query['account']);

    let sent: unknown;
    if (operation.takesBody) {
      const isSnapshot = operation.id === 'importState';
      sent = await readBody(request, response, isSnapshot ? MOST_SNAPSHOT_BYTES : MOST_BYTES);
      if (sent === undefined && operation.requiresBody) throw refused('body-missing', {});
      // The document describes only snapshots of this version, and importState reports another version more clearly.
      const issues = sent === undefined || isSnapshot ? [] : operation.validateBody(sent);
      if (issues.length > 0) throw invalidInput(issues);
    }
    const { keeper } = world;
    const isRead = operation.effect.does === 'read';
    if (keeper.trouble !== null && !isRead) throw refused('unavailable', { why: keeper.trouble });
    // Metrics count this process only; other mocks with the same state have their own.
    if (operation.id !== 'getMetrics') await keeper.refresh('all');
    const { localAddress = '127.0.0.1', localPort = 0 } = request.socket;
    const headers: Record<string, string> = {};
    const call: AdminCall = {
      world,
      parameters,
      query,
      body: sent as AdminCall['body'],
      metricsText,
      reached: { host: localAddress, port: localPort },
      accountKey: request.get('x-account-key'),
      headers,
    };
    const body = await (handlers[operation.id] as (call: AdminCall) => unknown)(call);
    // Wait until the changes are stored before sending the response.
    await keeper.settled();
    const [status] = operation.responses.keys();
    send(response, { status: status!, headers, body });
  }

  const router = Router();
  router.use(async (request, response, next) => {
    const path = request.baseUrl + (request.path === '/' && request.baseUrl !== '' ? '' : request.path);
    if (path !== '/__admin' && !path.startsWith('/__admin/')) return next();
    try {
      await handle(request, response, path);
    } catch (error) {
      const refusal = answerOf(error);
      if (refusal === null) throw error;
      send(response, { ...refusal, body: world.secrets.value(refusal.body) });
    }
  });
  return router;
}

/** Returns the parsed body, or undefined without one. Rejects with a StateError if it cannot be read. */
async function readBody(request: Request, response: Response, limit: number): Promise<unknown> {
  const read = promisify(raw({ type: () => true, limit }));
  await read(request, response).catch(({ type }: { type?: string }) => {
    if (type === 'entity.too.large') throw refused('body-too-large', { mebibytes: limit >> 20 });
    throw refused('body-unreadable', {});
  });
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw refused('body-not-json', {});
  }
}

function decoded(parameters: Record<string, string>, path: string): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw refused('unknown-call', { path });
  }
}

interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** An object (sent as JSON), the text of the metrics, or undefined. */
  body: unknown;
}

/** Does not use Express's `json()`, because it adds an ETag: a caller that polls would get a 304. */
function send(response: Response, { status, headers, body }: Answer): void {
  response.status(status).setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const isText = typeof body === 'string';
  if (body !== undefined) response.setHeader('Content-Type', isText ? METRICS_TYPE : JSON_TYPE);
  response.end(isText ? body : JSON.stringify(body));
}
