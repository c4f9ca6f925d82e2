import type { OperationId } from '../../spec/index.js';
import type { Mock } from '../../mock-server/index.js';
import { parsedJson } from '../../conformance/values/json.js';
import type { Attempt } from './one-order.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Undefined if the body is not JSON. */
  // Any, because bodies have many forms, which `watchResponses` and `checkReply` check.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export type Client = ReturnType<typeof clientOf>;

/** Returns a client that sends its requests to several mocks in turn, and adds each to `attempts`. */
export function spreadClientOf(mocks: readonly Mock[], key: string, attempts: Attempt[] = []): Client {
  let calls = 0;
  const turns = Object.defineProperty({ ...mocks[0]! }, 'url', {
    get: () => mocks[calls++ % mocks.length]!.url,
  });
  return clientOf(turns, key, attempts);
}

export async function callAdmin(
  mock: Pick<Mock, 'url'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${mock.url}/__admin${path}`, init);
  return answerOf(answer, await answer.text());
}

const answerOf = ({ status, headers }: Response, text: string): Answer => ({
  status,
  headers,
  text,
  body: parsedJson(text),
});

export function clientOf(mock: Pick<Mock, 'url' | 'world'>, key: string, attempts: Attempt[] = []) {
  const { contract } = mock.world;
  async function send(operation: OperationId, query: string, init: RequestInit): Promise<Answer> {
    const { kind, path } = contract.operation(operation);
    const headers = new Headers(init.headers);
    headers.set('authorization', headers.get('authorization') ?? `Bearer ${key}`);
    const search = kind === 'search' ? { operationKey: headers.get('idempotency-key') } : null;
    const { answer, text } = await attempted(attempts, search, () =>
      fetch(mock.url + path + query, { ...init, headers }),
    );
    return answerOf(answer, text);
  }
  /** Sends a search. */
  const post = (operation: OperationId, body: unknown = {}, headers: Record<string, string> = {}) =>
    send(operation, '', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const get = (operation: OperationId, query = '', headers: Record<string, string> = {}) =>
    send(operation, query, { headers });
  return {
    key,
    post,
    get,
    search: (body?: unknown, operationKey?: string) =>
      post('searchJobs', body, operationKey === undefined ? {} : { 'idempotency-key': operationKey }),
    balance: async () => (await get('getCreditBalance')).body.credits_remaining as number,
  };
}

/** Sends a request, and adds an attempt with its outcome to `attempts`. */
export async function attempted(
  attempts: Attempt[],
  search: Attempt['search'],
  send: () => Promise<Response>,
): Promise<{ answer: Response; text: string }> {
  const attempt: Attempt = {
    search,
    from: performance.now(),
    to: Infinity,
    status: null,
    requestId: null,
    answerKey: null,
    text: '',
  };
  attempts.push(attempt);
  try {
    const answer = await send();
    attempt.text = await answer.text();
    attempt.status = answer.status;
    attempt.requestId = answer.headers.get('x-request-id');
    attempt.answerKey = answer.headers.get('idempotency-key');
    return { answer, text: attempt.text };
  } finally {
    attempt.to = performance.now();
  }
}
