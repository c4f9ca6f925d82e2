/**
 * Converts the journal to a history of traffic without secrets, and finds rules for clients that callers of the mock break. Judges
 * on demand, and never while a request waits.
 */

import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { judgeClients } from '../../conformance/clients/rules/index.js';
import type { AdminSchemas } from '../../spec/admin.js';
import { clientRulePath, loadClientRules } from '../../spec/index.js';
import type { Account } from '../state/account.js';
import type { World } from '../state/world.js';
import {
  leaksOf,
  madeHistory,
  SHOWN_HEADERS,
  type JUDGED_RESPONSE_HEADERS,
  type TrafficExchange,
  type TrafficHistory,
  type TrafficRequest,
  type TrafficResponse,
} from '../../conformance/record/traffic.js';
import { mapped, pick } from '../../conformance/values/fields.js';
import { parsedJson } from '../../conformance/values/json.js';
import { foldedHeaders, pairsIn } from '../../conformance/values/http.js';
import { renderPage } from '../endpoints/search-result.js';
import type { Recorded } from '../state/journal.js';
import { BETWEEN_LINES, type Trace } from '../state/trace.js';

export type ClientFinding = AdminSchemas['ClientFinding'];

/** Returns the broken rules in an account's journal, by the journal id of the last request that shows each. */
export async function findingsByRequest(
  world: World,
  account: Account,
): Promise<Map<number, ClientFinding[]>> {
  const found = new Map<number, ClientFinding[]>();
  const { rules } = loadClientRules();
  const history = await historyOf(world, account);
  const situation = { contract: world.contract, askedOnce: false };
  for (const { rule, verdict, exchanges, actual, credits } of judgeClients(history, situation)) {
    if (verdict !== 'fail' && verdict !== 'warn') continue;
    const { level, title } = rules.find(({ id }) => id === rule)!;
    const cost = credits ? `; paid ${credits} ${credits === 1 ? 'credit' : 'credits'} too many` : '';
    const text = world.secrets.text(`${title}: ${actual}${cost}`);
    const shown = level === 'should' && verdict === 'fail' ? 'not-followed' : verdict;
    const docs = clientRulePath(rule);
    const finding: ClientFinding = { rule, verdict: shown, text, requests: exchanges, credits, docs };
    const id = exchanges.at(-1)!;
    found.set(id, [...(found.get(id) ?? []), finding]);
  }
  return found;
}

/** A history contains only the job URLs and the length of longer responses. */
const MOST_PAGE_BYTES = 16 * 1024;

/** Redacting all bodies takes long. After this many milliseconds it yields to other requests. */
const TURN_MS = 5;

/** Returns the history of one account; without `account`, of all accounts and of requests without one. Sorted by arrival. */
export async function historyOf(world: World, account?: Account): Promise<TrafficHistory> {
  const accounts = account === undefined ? world.accounts.list() : [account];
  const journals = account === undefined ? world.journals : [account.journal];
  const all = journals
    .flatMap((journal) => journal.recorded)
    .filter(({ entry }) => entry.method !== 'OPTIONS')
    .sort((a, b) => a.trace.arrivedAt - b.trace.arrivedAt);
  const takenAt = performance.now();
  const dropped = journals.reduce((sum, journal) => sum + journal.dropped, 0);
  const exchanges: TrafficExchange[] = [];
  let since = takenAt;
  for (const recorded of all) {
    exchanges.push(exchangeWithBodies(world, recorded));
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  const known = accounts.map(({ id, journal, changes }) => {
    return { alias: id, isComplete: journal.isComplete, changes: [...changes] };
  });
  return { ...madeHistory('mock', [], exchanges, dropped), accounts: known, takenAt };
}

/** Returns an exchange with the jobs that it delivered, and with their page unless it is longer than `mostPageBytes`. */
export function exchangeWithBodies(
  world: World,
  recorded: Recorded,
  mostPageBytes = MOST_PAGE_BYTES,
): TrafficExchange {
  const exchange = exchangeOf(world, recorded);
  const { page } = recorded.trace;
  const { response } = exchange;
  if (page === null || page.ordinals === null) return exchange;
  const ordinals = Array.from(page.ordinals);
  exchange.delivered!.jobs = ordinals.map((ordinal) => world.index.posting(ordinal).job['Job URL']);
  const operation = world.contract.operations.find(({ id }) => id === exchange.operation);
  const isPage = response?.status === 200 && recorded.trace.answerBytes <= mostPageBytes;
  if (!isPage || operation?.kind !== 'search') return exchange;
  const text = renderPage(world, operation, { ...page, ordinals }).toString();
  response.bodyText = world.secrets.text(text);
  response.body = parsedJson(response.bodyText);
  return exchange;
}

/** The parts of an exchange that judging needs. */
function exchangeOf(world: World, { entry, trace }: Recorded): TrafficExchange {
  const account = entry.account === null ? undefined : world.accounts.find(entry.account);
  return {
    id: entry.id,
    // Requests with an unknown key and requests without one both have no account.
    ...(entry.account === null ? {} : { account: entry.account }),
    operation: entry.operation,
    request: requestOf(world, entry, trace, account?.key),
    response: trace.status === null ? null : responseOf(world, entry, trace),
    ...pick(trace, 'sent', 'aborted', 'arrivedAt', 'endedAt', 'served', 'cycle'),
    connection: String(trace.connection),
    at: entry.at,
    ...(trace.page === null ? {} : { delivered: { cursor: trace.page.cursor, credits: entry.creditsUsed } }),
    ...(entry.fault === null ? {} : { fault: true }),
  };
}

function requestOf(
  { secrets }: World,
  { method, path }: Recorded['entry'],
  { target, headers, key, digest, body, bodyBytes }: Trace,
  apiKey: string | undefined,
): TrafficRequest {
  const given = foldedHeaders(pairsIn(headers === '' ? [] : headers.split(BETWEEN_LINES)));
  const shown = mapped(given, (value, name) => (SHOWN_HEADERS.has(name) ? value : null));
  const url = secrets.text(target);
  const mark = url.indexOf('?');
  const bodyText = body ? secrets.text(body) : null;
  const wasKept = bodyBytes === null || body !== null;
  return {
    method,
    url,
    path,
    query: Object.fromEntries(new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))),
    headers: secrets.value(shown),
    key: toldKey(secrets, key),
    // The mock did not read the body of a request that it refused earlier, so its form is unknown.
    ...(bodyBytes === null && method !== 'GET' ? {} : wasKept ? { bodyText } : {}),
    ...(bodyBytes === null ? {} : { bodyBytes }),
    ...(digest === null ? {} : { digests: { canonical: digest } }),
    ...(bodyText === null ? {} : { body: parsedJson(bodyText) }),
    leaks:
      apiKey === undefined
        ? undefined
        : leaksOf(apiKey, target.replace(/^[^?]*/, ''), Object.entries(given), body, secrets),
  };
}

/** Returns a key as shown. If a part was redacted, a hash keeps different keys distinct. */
function toldKey(secrets: World['secrets'], key: string | null): string | null {
  const shown = key && secrets.text(key);
  return key === null || key === shown ? key : `${shown}~${hash('sha256', key, 'base64url').slice(0, 6)}`;
}

function responseOf(
  { secrets }: World,
  { requestId }: Recorded['entry'],
  { status, answer, answerBytes, answerType, answerKey, retryAfter }: Trace,
): TrafficResponse {
  const text = answer === null ? null : secrets.text(answer.toString());
  const key = toldKey(secrets, answerKey);
  const headers: Record<(typeof JUDGED_RESPONSE_HEADERS)[number], string | null> = {
    'x-request-id': requestId,
    'idempotency-key': key,
    'retry-after': retryAfter === null ? null : String(retryAfter),
    'content-type': answerType,
  };
  return {
    status: status!,
    key,
    retryAfter,
    requestId,
    headers: Object.fromEntries(Object.entries(headers).filter((each) => each[1] !== null)),
    bodyBytes: answerBytes,
    ...(text === null ? {} : { bodyText: text, body: parsedJson(text) }),
  };
}
