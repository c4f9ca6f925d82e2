/**
 * `npm run opinions -- express`: all packs against the mock, and every exchange of that run through Express apps guarded by
 * express-openapi-validator, which reads the same document with a validator of its own. It must take every lawful request
 * and every response.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { runConformance, type Exchange } from '../../conformance/index.js';
import { startMock } from '../../mock-server/index.js';
import { installPeers } from '../install-peers.js';
import { isLawful } from './lawful.js';

/** What is used of express-openapi-validator. */
interface Validator {
  middleware(options: { apiSpec: string; validateSecurity: false } & Side): RequestHandler[];
}

/** Which side of the exchanges an app judges. */
type Side =
  | { validateRequests: { allowUnknownQueryParameters: true }; validateResponses: false }
  | { validateRequests: false; validateResponses: true };

/** What the contract does not name is ignored (reading `unknown-field`). */
const REQUESTS: Side = { validateRequests: { allowUnknownQueryParameters: true }, validateResponses: false };
const RESPONSES: Side = { validateRequests: false, validateResponses: true };

/** The number of the exchange that a request plays again. */
const EXCHANGE = 'x-exchange';

/** Runs everything and returns what the validator holds against it, one line each. */
export async function askExpress(): Promise<{ requests: number; responses: number; complaints: string[] }> {
  installPeers('scripts/opinions');
  const exchanges = await recordedExchanges();
  const requests = exchanges.filter(isLawful);
  const responses = exchanges.filter(isJudged);
  const refusedRequests = await playThrough(requests, REQUESTS);
  const refusedResponses = await playThrough(responses, RESPONSES);
  return {
    requests: requests.length,
    responses: responses.length,
    complaints: [
      ...refusedRequests.map((each) => `request of ${each}`),
      ...refusedResponses.map((each) => `response of ${each}`),
    ],
  };
}

async function recordedExchanges(): Promise<Exchange[]> {
  await using mock = await startMock({ seed: 1 });
  const report = await runConformance({ target: mock.url, adminUrl: mock.url, apiKey: 'key_demo' });
  return report.exchanges.filter(({ channel, operation }) => channel === 'contract' && operation !== null);
}

/** It looks at JSON alone and passes over every status from 500 on; the 503s are Prism's to judge. */
function isJudged({ response }: Exchange): boolean {
  return response !== null && response.status < 500 && response.body !== undefined;
}

/** Sends each exchange to an app that answers as it was answered then, and returns why the validator stepped in. */
async function playThrough(exchanges: readonly Exchange[], side: Side): Promise<string[]> {
  const complaints: string[] = [];
  const server = createServer(appOf(exchanges, side, complaints)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [number, { request }] of exchanges.entries()) {
    const { search } = new URL(request.url);
    const answer = await fetch(`http://127.0.0.1:${port}${request.path}${search}`, {
      method: request.method,
      headers: { ...kept(request.headers), [EXCHANGE]: String(number) },
      // The body of a refused request may be no JSON, which the app would refuse in turn.
      body: side.validateRequests ? request.bodyText : null,
    });
    await answer.arrayBuffer();
  }
  server.close();
  server.closeAllConnections();
  return complaints;
}

/** The headers that the document speaks of. */
function kept(headers: Readonly<Record<string, string>>): Record<string, string> {
  const names = ['content-type', 'idempotency-key'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

function appOf(exchanges: readonly Exchange[], side: Side, complaints: string[]): express.Express {
  const validator = createRequire(import.meta.url)('express-openapi-validator') as Validator;
  const apiSpec = join(import.meta.dirname, '../../spec/openapi.yaml');
  const app = express();
  app.use(express.json({ limit: '4mb' }));
  app.use(validator.middleware({ apiSpec, validateSecurity: false, ...side }));
  app.use((req, res) => {
    const { status, body } = exchanges[Number(req.headers[EXCHANGE])]!.response!;
    res.status(status).json(body);
  });
  const refuse: ErrorRequestHandler = (error: Error, req, res, _next) => {
    const { scenario, step } = exchanges[Number(req.headers[EXCHANGE])]!;
    complaints.push(`${scenario} ${step}: ${error.message}`);
    res.status(500).end();
  };
  app.use(refuse);
  return app;
}
