/** Converts a history of traffic to HAR 1.2, which browsers and proxies can show. */
import type { TrafficExchange, TrafficHistory } from './traffic.js';

export function harOf(history: TrafficHistory) {
  const zero = zeroOf(history);
  return { log: { ...logOf(history), entries: history.exchanges.map((each) => entryOf(each, zero)) } };
}

/** Yields HAR as JSON, in pieces no larger than an exchange. */
export function* harPieces(history: TrafficHistory): Generator<string> {
  const zero = zeroOf(history);
  yield `{"log":${JSON.stringify(logOf(history)).slice(0, -1)},"entries":[`;
  for (const [i, each] of history.exchanges.entries())
    yield `${i === 0 ? '' : ','}\n${JSON.stringify(entryOf(each, zero))}`;
  yield '\n]}}\n';
}

function logOf({ kitVersion }: TrafficHistory) {
  return { version: '1.2', creator: { name: 'job-search-kit', version: kitVersion } };
}

/**
 * Returns the date at which the times of a history are 0. A proxy's times are dates. Those of a mock are monotonic; its clock, which
 * it reads at the end of an exchange, gives the first one a date. Later it may be frozen or move, and then shows neither order nor
 * waits.
 */
function zeroOf({ source, exchanges }: TrafficHistory): number {
  const dated = source === 'proxy' ? undefined : exchanges.find(({ at }) => at !== undefined);
  return dated === undefined ? 0 : dated.at! - (dated.endedAt ?? 0);
}

function entryOf(exchange: TrafficExchange, zero: number): object {
  const { arrivedAt = 0, endedAt = arrivedAt, connection, account } = exchange;
  const time = endedAt - arrivedAt;
  return {
    startedDateTime: new Date(zero + arrivedAt).toISOString(),
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

/** Returns an absolute address, which HAR requires. A mock records only paths. */
export function absoluteUrl(url: string, host = '127.0.0.1:4010'): string {
  return /^[a-z]+:\/\//i.test(url) ? url : `http://${host}${url}`;
}

function requestOf({ request, account }: TrafficExchange): object {
  const { method, url, query, headers = {}, bodyText, bodyBytes } = request;
  const shown: Record<string, string | null> = { ...headers };
  // Replace the key by its alias.
  if (typeof account === 'string' && 'authorization' in shown)
    shown['authorization'] = `Bearer [key ${account}]`;
  return {
    method,
    url: absoluteUrl(url, headers['host'] ?? undefined),
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
function responseOf({ response, sent, aborted }: TrafficExchange): object {
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
    _error: came === null ? `${aborted === true ? 'aborted' : 'closed'} before an answer` : undefined,
  };
}

/** Returns a list of names and values. Withheld values are empty. */
function fieldsOf(values: Readonly<Record<string, string | null>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: value ?? '' }));
}
