/**
 * The opinion of express-openapi-validator on the contract. It has its own validator, as middleware of an Express app that
 * repeats recorded exchanges. It must accept every lawful request and every response.
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
  middleware(options: Record<string, unknown>): RequestHandler[];
}

export async function askExpress({ exchanges }: RecordedRun): Promise<Opinion> {
  const asked = exchanges.filter((each) => isLawful(each) || isRead(each));
  const complaints: string[] = [];
  const server = await listen(createServer(appOf(asked, complaints)));
  for (const [index, exchange] of asked.entries()) {
    const { method, url, path, headers, bodyText } = exchange.request;
    const { 'content-type': type, 'idempotency-key': operationKey } = headers;
    const answer = await fetch(`${server.url}${path}${new URL(url).search}`, {
      method,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(operationKey === undefined ? {} : { 'idempotency-key': operationKey }),
        'x-exchange': String(index),
      },
      // The body of a refused request may be invalid JSON, which the app would refuse.
      body: isLawful(exchange) ? bodyText : null,
    });
    await answer.arrayBuffer();
  }
  await server.close();
  const [requests, responses] = [isLawful, isRead].map((test) => asked.filter(test).length);
  return { summary: [`validated ${requests} requests and ${responses} responses`], complaints };
}

/** The validator reads JSON alone and ignores every status from 500 on; Prism validates those. */
function isRead({ response }: Exchange): boolean {
  return response !== null && response.status < 500 && response.body !== undefined;
}

/** An app that sends the recorded response of the exchange that a request names, and adds the validator's complaints to a list. */
function appOf(exchanges: readonly Exchange[], complaints: string[]): express.Express {
  const validator = createRequire(import.meta.url)('express-openapi-validator') as Validator;
  const apiSpec = join(import.meta.dirname, '../../spec/openapi.yaml');
  const exchangeOf = (req: express.Request): Exchange => exchanges[Number(req.headers['x-exchange'])]!;
  const checking = (validateRequests: unknown): RequestHandler => {
    const options = { apiSpec, validateSecurity: false, validateRequests, validateResponses: true };
    return express.Router().use(validator.middleware(options));
  };
  // The service ignores members that the contract does not name (reading `unknown-field`).
  const [both, onlyResponses] = [checking({ allowUnknownQueryParameters: true }), checking(false)];
  const app = express();
  app.use(express.json({ limit: '4mb' }));
  app.use((req, res, next) => (isLawful(exchangeOf(req)) ? both : onlyResponses)(req, res, next));
  app.use((req, res) => {
    const exchange = exchangeOf(req);
    const { status, body } = exchange.response!;
    if (isRead(exchange)) res.status(status).json(body);
    else res.end();
  });
  const refuse: ErrorRequestHandler = (error: Error, req, res, _next) => {
    const { scenario, step } = exchangeOf(req);
    complaints.push(`${scenario} ${step}: ${error.message}`);
    res.status(500).end();
  };
  app.use(refuse);
  return app;
}
