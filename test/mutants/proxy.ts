/** A reverse proxy that lets one rule rewrite the traffic of the contract. Admin calls pass unchanged. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from '../../spec/contract.js';
import { listen } from '../servers/listen.js';
import {
  ConnectionLost,
  copyOf,
  jsonOf,
  type Call,
  type ForwardedAnswer,
  type ForwardedRequest,
  type Rule,
} from './mutant.js';

export type MutatingProxy = Awaited<ReturnType<typeof startProxy>>;

/** Headers of a single connection. Each side of the proxy writes its own. */
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length|host|expect|upgrade)$/;

/** Listens on a free loopback port. `target` is a URL such as `http://127.0.0.1:4010`; `now` returns its time. */
export async function startProxy(
  contract: Contract,
  target: string,
  rule: Rule,
  now: () => number = Date.now,
) {
  /** Number of requests and answers that the rule has changed. If it is 0, the run proves nothing. */
  let fired = 0;
  /** Errors of the rule itself. If there are any, the run proves nothing. */
  const faults: string[] = [];
  const noticed = noticing(rule, () => void (fired += 1));

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: unknown) => {
      // Drops the connection if the target did. Other errors are faults of the rule, with a status that no target uses.
      if (error instanceof ConnectionLost) incoming.socket.destroy();
      else {
        faults.push(String(error));
        outgoing.writeHead(599, { 'content-type': 'text/plain' }).end(String(error));
      }
    });
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // Forwards the target's Date header, and adds none.
    outgoing.sendDate = false;
    const url = new URL(incoming.url ?? '/', 'http://proxy');
    const asked: ForwardedRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: ownHeaders(incoming),
      body: await bytesOf(incoming),
    };
    if (asked.path.startsWith('/__admin')) return answer(outgoing, await forward(target, asked));

    const request: ForwardedRequest = { ...copyOf(asked), query: new URLSearchParams(asked.query) };
    const match = contract.match(asked.method, asked.path);
    const call: Call = {
      operation: match !== null && 'operation' in match ? match.operation : null,
      key: /^Bearer (.*)$/i.exec(asked.headers['authorization'] ?? '')?.[1] ?? '',
      request,
      now: now(),
      json: () => jsonOf(request),
      send: (other = request) => forward(target, other),
    };
    answer(outgoing, await noticed(call));
  }

  return { ...(await listen(server)), fired: () => fired, faults: () => faults };
}

/** Calls `onChange` for each request or answer that the rule does not pass on unchanged. */
export function noticing(rule: Rule, onChange: () => void): Rule {
  return async (call) => {
    const asked = comparable(copyOf(call.request));
    const passed: ForwardedAnswer[] = [];
    let isUnchanged = true;
    const send = async (request = call.request): Promise<ForwardedAnswer> => {
      // Compares before sending, since inner rules change the same request.
      isUnchanged &&= isDeepStrictEqual(asked, comparable(request));
      const received = await call.send(request === call.request ? undefined : request);
      passed.push(received);
      return copyOf(received);
    };
    const given = await rule({ ...call, send }).catch((error: unknown) => {
      if (error instanceof ConnectionLost && passed.length > 0) onChange();
      throw error;
    });
    if (!(isUnchanged && passed.length === 1 && isDeepStrictEqual(passed[0], given))) onChange();
    return given;
  };
}

/** The request with its query as a text, because `isDeepStrictEqual` does not compare the parameters of `URLSearchParams`. */
function comparable(request: ForwardedRequest): object {
  return { ...request, query: request.query.toString() };
}

function forward(target: string, request: ForwardedRequest): Promise<ForwardedAnswer> {
  const query = request.query.toString();
  const length = request.body.length > 0 ? { 'content-length': String(request.body.length) } : {};
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(
      new URL(`${request.path}${query === '' ? '' : `?${query}`}`, target),
      { method: request.method, headers: { ...request.headers, ...length } },
      (incoming) => {
        bytesOf(incoming).then(
          (body) => resolve({ status: incoming.statusCode ?? 0, headers: ownHeaders(incoming), body }),
          reject,
        );
      },
    );
    outgoing.on('error', (error) => reject(new ConnectionLost(error.message)));
    outgoing.end(request.body);
  });
}

function answer(outgoing: ServerResponse, { status, headers, body, isCut }: ForwardedAnswer): void {
  if (isCut === true) {
    outgoing.writeHead(status, { ...headers, 'content-length': String(body.length + 1) }).write(body);
    outgoing.socket!.destroySoon();
    return;
  }
  // With a transfer encoding, the body is sent in chunks; otherwise with its length.
  const length = headers['transfer-encoding'] === undefined ? { 'content-length': String(body.length) } : {};
  outgoing.writeHead(status, { ...headers, ...length }).end(body);
}

function ownHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers)
      .filter(([name]) => !HOP_BY_HOP.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

function bytesOf(message: IncomingMessage): Promise<Buffer> {
  return buffer(message).catch((error: unknown) => Promise.reject(new ConnectionLost(String(error))));
}
