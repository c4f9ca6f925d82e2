/** Converts a history of traffic to HAR 1.2, which browsers and proxies can show. */
import type { TrafficExchange, TrafficHistory } from './traffic.js';

export function harOf(history: TrafficHistory) {
  return { log: { ...logOf(history), entries: history.exchanges.map((each) => entryOf(each, history)) } };
}

/** Yields HAR as JSON, in pieces no larger than an exchange. */
export function* harPieces(history: TrafficHistory): Generator<string> {
  yield `{"log":${JSON.stringify(logOf(history)).slice(0, -1)},"entries":[`;
  for (const [i, each] of history.exchanges.entries())
    yield `${i === 0 ? '' : ','}\n${JSON.stringify(entryOf(each, history))}`;
  yield '\n]}}\n';
}

function logOf({ kitVersion }: TrafficHistory) {
  return { version: '1.2', creator: { name: 'job-search-kit', version: kitVersion } };
}

function entryOf(exchange: TrafficExchange, { source }: TrafficHistory): object {
  const { at, arrivedAt = 0, endedAt = arrivedAt, connection, account } = exchange;
  const time = endedAt - arrivedAt;
  // A proxy's clock is more precise than the dates of responses. The mock's `arrivedAt` is monotonic and has no date; its `at` is
  // the time at the end of the exchange.
  const started = source === 'proxy' || at === undefined ? arrivedAt : at - time;
  return {
    startedDateTime: new Date(started).toISOString(),
    time,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    connection,
    // Members of this kit; other tools ignore them.
    _account: account ?? undefined,
    _sent: exchange.sent,
  };
}

/** Prefix of paths that a mock records, since HAR requires absolute addresses. */
const BASE = 'http://127.0.0.1:4010';

export function absoluteUrl(url: string): string {
  return /^[a-z]+:\/\//i.test(url) ? url : BASE + url;
}

function requestOf({ request, account }: TrafficExchange): object {
  const { method, url, query, headers = {}, bodyText, bodyBytes } = request;
  const shown: Record<string, string | null> = { ...headers };
  // Replace the key by its alias.
  if (typeof account === 'string' && 'authorization' in shown)
    shown['authorization'] = `Bearer [key ${account}]`;
  return {
    method,
    url: absoluteUrl(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fieldsOf(shown),
    queryString: fieldsOf(query),
    postData:
      typeof bodyText === 'string'
        ? { mimeType: shown['content-type'] ?? 'application/json', text: bodyText }
        : undefined,
    headersSize: -1,
    bodySize: bodyBytes ?? -1,
  };
}

/** In HAR, status 0 means that no response arrived. */
function responseOf({ response, sent }: TrafficExchange): object {
  const came = response && sent !== 'never' ? response : null;
  const { status = 0, headers = {}, bodyText, bodyBytes = -1 } = came ?? {};
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fieldsOf(headers),
    content: {
      size: bodyBytes,
      mimeType: headers['content-type'] ?? 'application/json',
      text: sent === 'whole' ? (bodyText ?? undefined) : undefined,
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: sent === 'cut' ? -1 : bodyBytes,
    _error: came === null ? 'the connection was closed before an answer' : undefined,
  };
}

/** Returns a list of names and values. Withheld values are empty. */
function fieldsOf(values: Readonly<Record<string, string | null>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: value ?? '' }));
}
