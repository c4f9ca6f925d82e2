/** The mock over HTTP: the life of a request, from top to bottom. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { pageProblem, Problem, renderProblem, serviceUnavailable } from './domain/problems.js';
import { endEmpty, sendAnswer, sendProblem } from './request/answer.js';
import { authenticate } from './request/authenticate.js';
import { Call, isSearch, type Authenticated, type Located } from './request/call.js';
import { commonHeaders } from './request/common-headers.js';
import { preflightHeaders } from './request/cors.js';
import { findOperation, noSuchPath } from './request/find-operation.js';
import { findFault, keepFault, meetFault } from './request/hit-fault.js';
import { limitRate } from './request/limit-rate.js';
import { noteRefusal } from './request/note-attempt.js';
import { Pipelines } from './request/pipelines.js';
import { checkOperationKey, readOperationKey } from './request/read-operation-key.js';
import { keepBody, readBody, readQuery } from './request/read-input.js';
import { getCreditBalance } from './endpoints/balance.js';
import { lookups } from './endpoints/lookups.js';
import { answerSearch } from './endpoints/search.js';
import { AccountReplaced, StateUnavailable } from './state/keeper.js';
import type { World } from './state/world.js';
import { terminal } from '../common/terminal.js';

/** `others`: routers for everything beside the contract, which are tried in turn: the admin API, the pages. */
export function createContractApp(world: World, others: readonly RequestHandler[]) {
  const answer = contractRequests(world);
  /** Serves everything; can be mounted in another app or given to supertest. */
  const app: Express = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(function contractRequest(req, res, next) {
    if (isContractTarget(req.url)) answer(req, res);
    else next();
  });
  app.use(identify(world));
  for (const other of others) app.use(other);
  app.use(unknownRequests(world));
  app.use(handleError(world));
  // For a server of its own. Express changes the prototype of each request and response, which makes all later work on them
  // several times slower.
  const listener: RequestListener = (req, res) => {
    if (isContractTarget(req.url!)) answer(req, res);
    else app(req, res);
  };
  return { app, listener };
}

/** Answers a request under `/api/`, as the contract says. */
function contractRequests(world: World): (req: IncomingMessage, res: ServerResponse) => void {
  const lookupHandlers = lookups(world);

  async function live(arrived: Call): Promise<void> {
    try {
      // A browser's preflight carries no key and is not part of the contract.
      if (arrived.req.method === 'OPTIONS' && answerPreflight(arrived)) return;
      // Which operation is it? 404 for an unknown path, 405 for another method.
      const located = findOperation(arrived);
      // Read its operation key now, so that errors carry it too.
      readOperationKey(located);
      // Find the account of the key: 403, or 401 under a reading. Count the request: 429.
      const call = world.keeper.isShared ? await admitShared(located) : admit(located);
      // A test may have added a fault for this request.
      const fault = world.faults.list.length === 0 ? null : await findFault(call);
      if (fault !== null) await meetFault(call, fault);
      // An operation key of the wrong form is refused only now: 400.
      checkOperationKey(call);
      // A search goes on: validate, replay or conflict, plan, search, settle.
      if (isSearch(call)) {
        const body = await readBody(call);
        return await sendAnswer(call, await answerSearch(call, body));
      }
      // Lookups and balance need no search.
      const query = readQuery(call);
      const { operation, account } = call;
      const answer =
        operation.kind === 'lookup' ? lookupHandlers[operation.id](query) : getCreditBalance(account);
      await sendAnswer(call, answer);
    } catch (error) {
      // Callers are judged by refused requests, too, so keep the body.
      await keepBody(arrived);
      // The steps have filled in the very call that arrived.
      await keepFault(arrived);
      await noteRefusal(arrived, error);
      sendProblem(arrived, await refusalOf(arrived, error));
    }
  }

  const pipelines = new Pipelines();
  return (req, res) => {
    const call = new Call(world, req, res);
    pipelines.start(req.socket, () => live(call));
  };
}

function admit(located: Located): Authenticated {
  const call = authenticate(located);
  void limitRate(call);
  return call;
}

/** The same where other mocks change the state, too: what is known of an account here, or of none, may be out of date. */
async function admitShared(located: Located): Promise<Authenticated> {
  const { keeper } = located.world;
  for (let isFresh = false; ; isFresh = true) {
    try {
      const call = authenticate(located);
      await limitRate(call);
      return call;
    } catch (error) {
      const isOutdated =
        error instanceof AccountReplaced || (error instanceof Problem && !located.account?.active);
      if (isFresh || !isOutdated) throw error;
      await keeper.refresh(located.account);
    }
  }
}

/** A refusal depends on the state, too, so it waits until the state is stored. */
async function refusalOf(call: Call, error: unknown): Promise<unknown> {
  try {
    await call.world.keeper.settled(call.account);
  } catch (unavailable) {
    return await unkept(call, unavailable);
  }
  return await unkept(call, error);
}

/** 503 if the state cannot be stored: nothing was charged, and the same request can be sent again. */
async function unkept(call: Call, error: unknown): Promise<unknown> {
  if (!(error instanceof StateUnavailable) || call.operation === null) return error;
  call.forgetAnswer();
  await keepFault(call);
  return serviceUnavailable(call.operation, { reason: error.message });
}

/** A request line may hold a whole URL; Express routes by its path, and so does the contract. */
function isContractTarget(url: string): boolean {
  return url.startsWith('/api/') || /^[a-z]+:\/\/[^/]*\/api\//i.test(url);
}

/** For an unknown path too, or else a page would be shown an error of CORS in place of its 404. */
function answerPreflight(call: Call): boolean {
  const match = call.world.contract.match('OPTIONS', call.path);
  if (match === null && call.header('access-control-request-method') === undefined) return false;
  endEmpty(call, preflightHeaders(call, match && 'allow' in match ? match.allow : null));
  return true;
}

/** Sets the headers of every answer for everything beside the contract. */
function identify(world: World): RequestHandler {
  return function identifyRequest(_req, res, next) {
    const headers = commonHeaders(world, world.newId());
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i]!, headers[i + 1]!);
    next();
  };
}

function unknownRequests(world: World): RequestHandler {
  return function unknownRequest(req, res) {
    res.removeHeader('X-Request-ID');
    const call = new Call(world, req, res);
    sendProblem(call, noSuchPath(call));
  };
}

/** Answers an error beside the contract, without its stack trace. */
function handleError({ secrets }: World): ErrorRequestHandler {
  return function answerError(error, _req, res, _next) {
    if (res.headersSent) return void res.destroy();
    const problem = pageProblem(error);
    if (problem.status >= 500) terminal.err(`${secrets.text(inspect(error))}\n`);
    const { contentType, body } = renderProblem(problem);
    res.status(problem.status).setHeader('Content-Type', contentType);
    res.end(body);
  };
}
