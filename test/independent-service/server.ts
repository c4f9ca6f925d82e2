/**
 * An independent server of the service, written from the source alone. A seed decides its postings, and everything that the
 * source leaves open. It shares no code with the mock, so that a misreading of the source does not hide in both.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ENDPOINTS, FREE_PATHS, Refusal, type Endpoint, type Service } from './service.js';
import { CREDITS, KEYS } from './generated/accounts.js';
import type { Habits } from './habits.js';
import { lookUp } from './lookups.js';
import { createMarket, type Accepted } from './postings.js';
import { bodyValidator } from './read-search.js';
import { createRandom } from './random.js';
import { countRequest, monthOf, openAccount, spendAsOther, type Account } from './accounts.js';
import { madeKey, performSearch, written } from './perform-search.js';

interface Options {
  seed: number;
  habits: Habits;
  accepted: Accepted;
  now(): number;
}

const OPERATION_KEY = 'Idempotency-Key';

/** Approximate time that an answer takes to arrive. */
const TRANSFER_MS = 1;

interface Answer {
  status: number;
  body: string;
  type: 'application/json' | 'text/plain' | 'text/html';
  headers: Record<string, string>;
}

export async function startServer({ seed, habits, accepted, now }: Options) {
  const random = createRandom(seed + 1);
  const market = createMarket(habits, random, accepted, now());
  const roles = Object.entries(CREDITS) as [keyof typeof CREDITS, number][];
  const accounts = new Map(roles.map(([role, credits]) => [KEYS[role], openAccount(credits)]));
  const validate = bodyValidator(habits, accepted);
  const service: Service = { habits, accounts, market, random, accepted, validate, now, searches: 0 };
  const server = createServer((request, response) => void respond(request, response, service));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: KEYS,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  const { habits, random } = service;
  const began = performance.now();
  const { status, body, type, headers } = await answerTo(request, await textOf(request), service);
  if (habits.tenTimesSlower) await sleep(9 * (performance.now() - began) + 9 * TRANSFER_MS);
  response.sendDate = false;
  if (habits.dateHeader) headers['Date'] = new Date(service.now()).toUTCString();
  if (habits.closes) headers['Connection'] = 'close';
  const isPlain = habits.mediaType === 'plain' || (habits.mediaType === 'either' && random.chance(0.5));
  headers['Content-Type'] = type === 'application/json' && isPlain ? type : `${type}; charset=utf-8`;
  const isZipped = habits.gzip && /gzip/.test(String(request.headers['accept-encoding'] ?? ''));
  if (isZipped) headers['Content-Encoding'] = 'gzip';
  const bytes = isZipped ? gzipSync(body) : Buffer.from(body);
  headers['Content-Length'] = String(bytes.length);
  const cased = (name: string): string =>
    ({ usual: name, small: name.toLowerCase(), capitals: name.toUpperCase() })[habits.headerNames];
  const named = Object.entries(headers).map(([name, value]) => [cased(name), value]);
  response.writeHead(status, Object.fromEntries(named) as Answer['headers']).end(bytes);
}

function failure(headers: Answer['headers']): Answer {
  return { status: 500, body: 'Internal Server Error', type: 'text/plain', headers };
}

/** The error page of a gateway between caller and service. */
const GATEWAY = { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };

async function answerTo(request: IncomingMessage, text: string, service: Service): Promise<Answer> {
  const { habits, random } = service;
  const url = new URL(request.url ?? '/', 'http://server');
  const endpoint = Object.hasOwn(ENDPOINTS, url.pathname) ? ENDPOINTS[url.pathname]! : null;
  if (habits.passingFailures && endpoint !== null && random.chance(1 / 80))
    return { ...GATEWAY, type: 'text/html', headers: {} };
  const unique = randomUUID();
  const headers: Record<string, string> = { 'X-Request-ID': unique };
  try {
    if (habits.failing && random.chance(0.01)) throw new Refusal(503, 'service_unavailable: try again');
    if (habits.failing && random.chance(0.01)) return failure(headers);
    const body = await bodyFor({ request, url, text, endpoint, headers }, service);
    return { status: 200, body, type: 'application/json', headers };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      console.error(error);
      return failure({ 'X-Request-ID': unique });
    }
    if (!habits.keyOnErrors) delete headers[OPERATION_KEY];
    Object.assign(headers, error.answer.headers);
    const body = written(errorBody(error.answer, endpoint), service);
    return { status: error.answer.status, body, type: 'application/json', headers };
  }
}

interface Asked {
  request: IncomingMessage;
  url: URL;
  text: string;
  endpoint: Endpoint | null;
  /** Of the answer. */
  headers: Answer['headers'];
}

/** Adds the operation key to the headers of the answer as soon as it is known. Throws Refusal. */
async function bodyFor({ request, url, text, endpoint, headers }: Asked, service: Service): Promise<string> {
  const { habits } = service;
  const { pathname: path, searchParams: query } = url;
  const free = Object.hasOwn(FREE_PATHS, path) ? FREE_PATHS[path]! : null;
  if (endpoint === null && free === null)
    throw new Refusal(habits.otherPaths, 'Not Found', undefined, { Location: '/docs' });
  const allowed = endpoint === null ? 'GET' : 'POST';
  if (request.method !== allowed) throw new Refusal(405, 'Method Not Allowed', undefined, { Allow: allowed });
  const account = authenticate(request.headers.authorization, endpoint, service);
  spendAsOther(account, service);
  countRequest(account, path, endpoint?.rate ?? habits.unlistedLimit, service);
  if (free === 'balance') return written(balanceBody(account, service), service);
  if (free !== null) return written(lookUp(free, query, service), service);
  const given = request.headers['idempotency-key'] as string | undefined;
  const isKeyed = !endpoint!.isLegacy || habits.legacyKeys === 'as others';
  if (isKeyed && given !== undefined && !/^use_v1_[A-Za-z0-9_-]{1,121}$/.test(given))
    throw new Refusal(400, 'The Idempotency-Key is not valid.');
  const key = isKeyed ? (given ?? madeKey(path, text, headers['X-Request-ID']!, service)) : null;
  if (key !== null) headers[OPERATION_KEY] = key;
  return performSearch({ endpoint: endpoint!, text, key }, account, service);
}

function balanceBody({ credits }: Account, { habits, now }: Service): object {
  if (habits.balance === 'flat') return { credits_remaining: credits };
  if (habits.balance === 'nested') return { account: { credit_balance: credits }, plan: 'pro' };
  return { credits, cycle_start: `${monthOf(now())}-01T00:00:00Z`, cycle_days: 30 };
}

function authenticate(
  header: string | undefined,
  endpoint: Endpoint | null,
  { habits, accounts }: Service,
): Account {
  const key = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const account = accounts.get(key);
  if (account !== undefined) return account;
  const isInactive = key === KEYS.inactive;
  const [legacyStatus, form] = habits.invalidLegacyKey.split(' ');
  const invalid = endpoint === null ? habits.invalidLookupKey : habits.invalidKey;
  const status = isInactive ? 403 : endpoint?.isLegacy ? Number(legacyStatus) : invalid;
  const isCoded = endpoint?.isLegacy ? form === 'envelope' : endpoint !== null && status === 401;
  const message = 'The API key is missing, invalid or inactive.';
  throw new Refusal(status, message, isCoded ? 'unauthorized' : undefined);
}

const LEGACY_CODES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
};

function errorBody({ status, detail, code }: Refusal['answer'], endpoint: Endpoint | null): object {
  const own = endpoint?.isLegacy ? (code ?? LEGACY_CODES[status]) : status === 401 ? code : undefined;
  if (own === undefined) return { detail };
  const words =
    typeof detail === 'string'
      ? { message: detail, details: [] }
      : { message: 'Validation failed', details: detail };
  return { success: false, data: null, error: { code: own, ...words } };
}
