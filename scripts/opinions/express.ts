/**
 * The opinion of express-openapi-validator on the contract. It has its own validator, as middleware of Express apps that
 * repeat all recorded exchanges. It must accept every lawful request and every response.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Exchange } from '../../conformance/index.js';
import { listen } from '../../test/servers/listen.js';
import { isLawful, type Opinion, type RecordedRun } from './recorded-run.js';

/** The part of express-openapi-validator that we use. */
interface Validator {
  middleware(options: { apiSpec: string; validateSecurity: false } & Side): RequestHandler[];
}

interface Side {
  validateRequests: false | { allowUnknownQueryParameters: true };
  validateResponses: boolean;
}

/** The service ignores members that the contract does not name (reading `unknown-field`). */
const REQUESTS: Side = { validateRequests: { allowUnknownQueryParameters: true }, validateResponses: false };
const RESPONSES: Side = { validateRequests: false, validateResponses: true };

/** The index of the exchange that a request repeats. */
const EXCHANGE = 'x-exchange';

export async function askExpress({ exchanges }: RecordedRun): Promise<Opinion> {
  const requests = exchanges.filter(isLawful);
  // The validator reads JSON alone and ignores every status from 500 on; Prism validates those.
  const responses = exchanges.filter(
    ({ response }) => response !== null && response.status < 500 && response.body !== undefined,
  );
  const refused = [
    ...(await playThrough(requests, REQUESTS)).map((each) => `request of ${each}`),
    ...(await playThrough(responses, RESPONSES)).map((each) => `response of ${each}`),
  ];
  return {
    summary: [`validated ${requests.length} requests and ${responses.length} responses`],
    complaints: refused,
  };
}

/** Sends each exchange to an app that repeats the recorded response. Returns the validator's complaints. */
async function playThrough(exchanges: readonly Exchange[], side: Side): Promise<string[]> {
  const complaints: string[] = [];
  const server = await listen(createServer(appOf(exchanges, side, complaints)));
  for (const [index, { request }] of exchanges.entries()) {
    const { search } = new URL(request.url);
    const { 'content-type': type, 'idempotency-key': operationKey } = request.headers;
    const answer = await fetch(`${server.url}${request.path}${search}`, {
      method: request.method,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(operationKey === undefined ? {} : { 'idempotency-key': operationKey }),
        [EXCHANGE]: String(index),
      },
      // The body of a refused request may be invalid JSON, which the app would refuse.
      body: side.validateRequests ? request.bodyText : null,
    });
    await answer.arrayBuffer();
  }
  await server.close();
  return complaints;
}

function appOf(exchanges: readonly Exchange[], side: Side, complaints: string[]): express.Express {
  const validator = createRequire(import.meta.url)('express-openapi-validator') as Validator;
  const apiSpec = join(import.meta.dirname, '../../spec/openapi.yaml');
  const exchangeOf = (req: express.Request): Exchange => exchanges[Number(req.headers[EXCHANGE])]!;
  const app = express();
  app.use(express.json({ limit: '4mb' }));
  app.use(validator.middleware({ apiSpec, validateSecurity: false, ...side }));
  app.use((req, res) => {
    const { status, body } = exchangeOf(req).response!;
    res.status(status).json(body);
  });
  const refuse: ErrorRequestHandler = (error: Error, req, res, _next) => {
    const { scenario, step } = exchangeOf(req);
    complaints.push(`${scenario} ${step}: ${error.message}`);
    res.status(500).end();
  };
  app.use(refuse);
  return app;
}
