/** Answers requests that are not part of the contract: the admin API and the pages. */

import { inspect } from 'node:util';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { adminRouter } from './admin/router.js';
import type { GuardOptions } from './admin/guard.js';
import { pageProblem, renderProblem } from './domain/problems.js';
import { pagesRouter } from './pages/router.js';
import { sendProblem } from './request/answer.js';
import { Call } from './request/call.js';
import { commonHeaders } from './request/common-headers.js';
import { noSuchPath } from './request/find-operation.js';
import type { World } from './state/world.js';
import { terminal } from '../common/terminal.js';

export interface OtherOptions extends GuardOptions {
  /** Whether the admin API is served. */
  admin: boolean;
}

/** Contract requests bypass Express, because it changes their prototypes, which makes later work on them several times slower. */
export function otherRequests(world: World, { admin, ...guard }: OtherOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Headers of every response.
  app.use((_req, res, next) => {
    const headers = commonHeaders(world, world.newId());
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!);
    next();
  });
  if (admin) app.use(adminRouter(world, guard));
  app.use(pagesRouter(world, { admin, adminToken: guard.token !== null }));
  app.use((req, res) => {
    res.removeHeader('X-Request-ID');
    const call = new Call(world, req, res);
    sendProblem(call, noSuchPath(call));
  });
  // Send errors without their stack traces.
  const answerError: ErrorRequestHandler = (error, _req, res, _next) => {
    if (res.headersSent) return void res.destroy();
    const problem = pageProblem(error);
    if (problem.status >= 500) terminal.err(`${world.secrets.text(inspect(error))}\n`);
    const { contentType, body } = renderProblem(problem);
    res.status(problem.status).setHeader('Content-Type', contentType);
    res.end(body);
  };
  app.use(answerError);
  return app;
}
