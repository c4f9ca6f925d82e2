/** The mock's HTTP interface. `contractRequests` handles a request in the order of its steps. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { Problem, serviceUnavailable } from './domain/problems.js';
import { endEmpty, sendAnswer, sendProblem } from './request/answer.js';
import { authenticate } from './request/authenticate.js';
import { Call, isSearch, type Authenticated, type Located } from './request/call.js';
import { preflightHeaders } from './request/common-headers.js';
import { findOperation } from './request/find-operation.js';
import { findFault, keepFault, meetFault } from './request/hit-fault.js';
import { limitRate } from './request/limit-rate.js';
import { noteRefusal } from './request/note-attempt.js';
import { checkOperationKey, readOperationKey } from './request/read-operation-key.js';
import { bytesOf, keepBody, readBody, readQuery } from './request/read-input.js';
import { getCreditBalance, lookups } from './endpoints/lookups.js';
import { answerSearch } from './endpoints/search.js';
import type { OtherOptions } from './other-requests.js';
import type { Account } from './state/account.js';
import { AccountReplaced, StateUnavailable } from './state/keeper.js';
import type { World } from './state/world.js';
import { terminal } from '../common/terminal.js';

/** Returns a listener that answers requests under `/api/` as the contract says, and all others by the admin API and the pages. */
export function createListener(world: World, options: OtherOptions): RequestListener {
  const answer = contractRequests(world);
  let others: Promise<RequestListener> | undefined;
  return (req, res) => {
    if (isContractTarget(req.url!)) return answer(req, res);
    // Loaded on demand, because Express and the rules for clients would delay the start.
    others ??= import('./other-requests.js').then(({ otherRequests }) => otherRequests(world, options));
    others
      .then((answerOther) => answerOther(req, res))
      .catch((error) => {
        terminal.err(`${world.secrets.text(inspect(error))}\n`);
        res.destroy();
      });
  };
}

function contractRequests(world: World): (req: IncomingMessage, res: ServerResponse) => void {
  const lookupHandlers = lookups(world);

  async function handle(arrived: Call): Promise<void> {
    try {
      // A browser's preflight has no key and is not part of the contract.
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
      // Refuse an operation key of the wrong form only now: 400.
      checkOperationKey(call);
      // Further steps of a search: validate, replay or conflict, plan, search, settle.
      if (isSearch(call)) {
        const body = readBody(call, await bytesOf(call));
        return await sendAnswer(call, await answerSearch(call, body));
      }
      // Lookups and balance need no search.
      const query = readQuery(call);
      const { operation, account } = call;
      const answer =
        operation.kind === 'lookup' ? lookupHandlers[operation.id](query) : getCreditBalance(account);
      await sendAnswer(call, answer);
    } catch (error) {
      // The rules for clients also judge refused requests, so keep the body.
      await keepBody(arrived);
      // `arrived` has the fault, because each step extends the same object.
      await keepFault(arrived);
      await noteRefusal(arrived, error);
      sendProblem(arrived, await refusalOf(arrived, error));
    }
  }

  return (req, res) => {
    const call = new Call(world, req, res);
    world.connections.of(req.socket).start(() => handle(call));
  };
}

function admit(located: Located): Authenticated {
  const call = authenticate(located);
  void limitRate(call);
  return call;
}

/** Like `admit`, if other mocks change the state, too. It reloads an account before it refuses a key that may be outdated. */
async function admitShared(located: Located): Promise<Authenticated> {
  const { keeper } = located.world;
  // The first reload may only find a new account, as it was created. A second one then reads its changes.
  for (let reloaded: Account | null | undefined; ; reloaded = located.account) {
    try {
      const call = authenticate(located);
      await limitRate(call);
      return call;
    } catch (error) {
      const isOutdated =
        error instanceof AccountReplaced || (error instanceof Problem && !located.account?.active);
      if (reloaded === located.account || !isOutdated) throw error;
      await keeper.refresh(located.account);
    }
  }
}

/** Waits until the state is stored, because a refusal depends on it. Returns the error to send: 503 if it cannot be stored. */
async function refusalOf(call: Call, error: unknown): Promise<unknown> {
  let refusal = error;
  try {
    await call.world.keeper.settled(call.account);
  } catch (unavailable) {
    refusal = unavailable;
  }
  if (!(refusal instanceof StateUnavailable) || call.operation === null) return refusal;
  // Nothing was charged, and the same request can be sent again.
  call.forgetAnswer();
  await keepFault(call);
  return serviceUnavailable(call.operation, { reason: refusal.message });
}

/** Whether the path is under `/api/`. A request line may contain a whole URL, of which Express and the contract use the path. */
function isContractTarget(url: string): boolean {
  return url.startsWith('/api/') || /^[a-z]+:\/\/[^/]*\/api\//i.test(url);
}

/** Answers preflights, or returns false. Includes unknown paths, since a page would otherwise get a CORS error, not a 404. */
function answerPreflight(call: Call): boolean {
  const match = call.world.contract.match('OPTIONS', call.path);
  if (match === null && call.header('access-control-request-method') === undefined) return false;
  endEmpty(call, preflightHeaders(call, match && 'allow' in match ? match.allow : null));
  return true;
}
