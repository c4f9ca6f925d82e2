import type { OperationId } from '../../spec/index.js';
import type { Mock } from '../index.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; undefined where the body is none. */
  // Tests look into bodies of many forms; the contract check has looked at them before.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

export interface Client {
  readonly key: string;
  /** A search, with a body and perhaps an operation key. */
  post(operation: OperationId, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(operation: OperationId, query?: string, headers?: Record<string, string>): Promise<Answer>;
  search(body?: unknown, operationKey?: string): Promise<Answer>;
  balance(): Promise<number>;
}

/** Calls several mocks that share their state, in turn, with one API key. */
export function spreadClientOf(mocks: readonly Mock[], key: string): Client {
  let calls = 0;
  const { world } = mocks[0]!;
  return clientOf(
    {
      world,
      get url() {
        return mocks[calls++ % mocks.length]!.url;
      },
    },
    key,
  );
}

/** Calls a mock with one API key. */
export function clientOf(mock: Pick<Mock, 'url' | 'world'>, key: string): Client {
  const { contract } = mock.world;
  async function send(operation: OperationId, query: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(mock.url + contract.operation(operation).path + query, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }
  const client: Client = {
    key,
    post: (operation, body = {}, headers = {}) =>
      send(operation, '', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    get: (operation, query = '', headers = {}) => send(operation, query, { headers }),
    search: (body, operationKey) =>
      client.post('searchJobs', body, operationKey === undefined ? {} : { 'idempotency-key': operationKey }),
    balance: async () => (await client.get('getCreditBalance')).body.credits_remaining as number,
  };
  return client;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
