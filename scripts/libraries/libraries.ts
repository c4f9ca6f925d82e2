/** HTTP libraries as clients use them: as they come, and set up by somebody who knows the rules. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Failure, type Answer, type Outgoing } from '../../test/bad-clients/client.js';

/** Sends one request of a client; rejects with a Failure where no whole answer comes. */
export type Send = (url: string, request: Outgoing) => Promise<Answer>;

export interface Library {
  name: string;
  /** As it comes: nothing is set. */
  defaults(): Promise<Send>;
  /** Set up for this service. */
  careful(): Promise<Send>;
  /** Attempts by the client itself, where the careful setting leaves them to it. */
  carefulAttempts: number;
}

const TIMEOUT_MS = 2_500;
const ATTEMPTS = 4;
const LONGEST_WAIT_S = 3;
const PASSING = [429, 500, 503];

/** They are installed here alone, so that nothing of them is known to the compiler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
type Loose = any;

const require = createRequire(import.meta.url);

async function load(name: string): Promise<Loose> {
  return import(pathToFileURL(require.resolve(name)).href);
}

function answerOf(status: number, header: (name: string) => unknown, text: string): Answer {
  const id = header('x-request-id');
  return {
    status,
    requestId: typeof id === 'string' ? id : null,
    retryAfter: Number(header('retry-after') ?? 0),
    text,
  };
}

async function ofResponse(response: Response): Promise<Answer> {
  return answerOf(response.status, (name) => response.headers.get(name), await response.text());
}

/** What a library throws is a loss, unless it holds the answer. */
function lossy(send: Send, answerIn: (error: Loose) => Answer | Promise<Answer> | null = () => null): Send {
  return async (url, request) => {
    try {
      return await send(url, request);
    } catch (error) {
      const answer = await answerIn(error);
      if (answer !== null) return answer;
      throw new Failure(String(error));
    }
  };
}

/** Aborts when the time for one attempt is over. */
function lateSignal(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('Timeout')), TIMEOUT_MS);
  return controller.signal;
}

const backoff = (attempt: number): number => 100 * 2 ** attempt * (1 + Math.random() / 5);

const got = async (options: object): Promise<Send> => {
  const { default: client } = await load('got');
  const answered = ({ statusCode, headers, body }: Loose): Answer =>
    answerOf(statusCode, (name) => headers[name], body);
  return lossy(
    async (url, { method, path, headers, body }) =>
      answered(await client(`${url}${path}`, { method, headers, ...(body && { json: body }), ...options })),
    ({ response }) =>
      response?.complete === true && typeof response.body === 'string' ? answered(response) : null,
  );
};

const ky = async (options: () => object): Promise<Send> => {
  const { default: client } = await load('ky');
  return lossy(
    async (url, { method, path, headers, body }) =>
      ofResponse(
        await client(`${url}${path}`, { method, headers, ...(body && { json: body }), ...options() }),
      ),
    ({ response }) => (response === undefined ? null : ofResponse(response)),
  );
};

const axios = async (options: object, retry: object | null): Promise<Send> => {
  const { default: library } = await load('axios');
  const client = library.create(options);
  if (retry !== null) (await load('axios-retry')).default(client, retry);
  const answered = ({ status, headers, data }: Loose): Answer =>
    answerOf(status, (name) => headers[name], typeof data === 'string' ? data : JSON.stringify(data));
  return lossy(
    async (url, { method, path, headers, body }) =>
      answered(await client.request({ url: `${url}${path}`, method, headers, ...(body && { data: body }) })),
    // An answer that broke off has no data.
    ({ response }) => (response?.data === undefined ? null : answered(response)),
  );
};

const openapiFetch = async (options: () => object): Promise<Send> => {
  const { default: createClient } = await load('openapi-fetch');
  return lossy(async (url, { method, path, headers, body }) => {
    const client = createClient({ baseUrl: url });
    const { response, data, error } = await client[method](path, {
      headers,
      parseAs: 'text',
      ...(body && { body }),
      ...options(),
    });
    const told = response.ok ? data : error;
    const text = typeof told === 'string' ? told : JSON.stringify(told);
    return answerOf(response.status, (name) => response.headers.get(name), text);
  });
};

const undici = async (makeAgent: (library: Loose) => unknown): Promise<Send> => {
  const library = await load('undici');
  const dispatcher = makeAgent(library);
  return lossy(
    async (url, { method, path, headers, body }) => {
      const {
        statusCode,
        headers: told,
        body: stream,
      } = await library.request(`${url}${path}`, {
        method,
        headers,
        dispatcher,
        ...(body && { body: JSON.stringify(body) }),
      });
      return answerOf(statusCode, (name) => told[name], await stream.text());
    },
    ({ statusCode, headers }) =>
      statusCode > 200 ? answerOf(statusCode, (name) => headers?.[name], '') : null,
  );
};

/** Waits as told, and not at all for what is no use. */
function waitOf(attempt: number, retryAfter: unknown, text: unknown): number {
  const seconds = Number(retryAfter ?? 0);
  if (attempt >= ATTEMPTS || seconds > LONGEST_WAIT_S || String(text).includes('invalid_result')) return 0;
  return Math.max(seconds * 1_020, backoff(attempt));
}

export const libraries: readonly Library[] = [
  {
    name: 'got',
    defaults: () => got({}),
    careful: () =>
      got({
        timeout: { request: TIMEOUT_MS },
        retry: {
          limit: ATTEMPTS - 1,
          methods: ['GET', 'POST'],
          statusCodes: PASSING,
          calculateDelay: ({ attemptCount, computedValue, error }: Loose) =>
            computedValue === 0
              ? 0
              : waitOf(attemptCount, error.response?.headers['retry-after'], error.response?.body),
        },
      }),
    carefulAttempts: 1,
  },
  {
    name: 'ky',
    defaults: () => ky(() => ({})),
    // Its own timeout ends with the headers, and AbortSignal.timeout() can be lost on the way through it (Node 20).
    careful: () => ky(() => ({ retry: 0, timeout: false, signal: lateSignal() })),
    carefulAttempts: ATTEMPTS,
  },
  {
    name: 'axios',
    defaults: () => axios({}, null),
    careful: () => axios({ timeout: TIMEOUT_MS }, null),
    carefulAttempts: ATTEMPTS,
  },
  {
    name: 'axios with axios-retry',
    defaults: () => axios({}, {}),
    careful: () =>
      axios(
        { timeout: TIMEOUT_MS },
        {
          retries: ATTEMPTS - 1,
          shouldResetTimeout: true,
          retryCondition: ({ response }: Loose) =>
            response === undefined ||
            (PASSING.includes(response.status) &&
              waitOf(1, response.headers['retry-after'], JSON.stringify(response.data)) > 0),
          retryDelay: (attempt: number, { response }: Loose) =>
            Math.max(Number(response?.headers['retry-after'] ?? 0) * 1_020, backoff(attempt)),
        },
      ),
    carefulAttempts: 1,
  },
  {
    name: 'openapi-fetch',
    defaults: () => openapiFetch(() => ({})),
    careful: () => openapiFetch(() => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })),
    carefulAttempts: ATTEMPTS,
  },
  {
    name: 'undici with RetryAgent',
    defaults: () => undici(({ RetryAgent, Agent }) => new RetryAgent(new Agent())),
    careful: () => undici(({ Agent }) => new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })),
    carefulAttempts: ATTEMPTS,
  },
];
