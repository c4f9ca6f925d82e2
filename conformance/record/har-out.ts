/** Writes a history of traffic as HAR 1.2, which browsers and proxies show. */
import type { TrafficExchange, TrafficHistory } from './traffic.js';

export interface Har {
  log: { version: '1.2'; creator: { name: string; version: string }; entries: object[] };
}

/** `base` is the address of the service, for a history that holds only paths. */
export function harOf(history: TrafficHistory, base?: string): Har {
  return { log: { ...logOf(history), entries: history.exchanges.map((each) => entryOf(each, base)) } };
}

/** HAR as JSON, in pieces that are no larger than an exchange. */
export function* harPieces(history: TrafficHistory, base?: string): Generator<string> {
  yield `{"log":${JSON.stringify(logOf(history)).slice(0, -1)},"entries":[`;
  for (const [i, each] of history.exchanges.entries())
    yield `${i === 0 ? '' : ','}\n${JSON.stringify(entryOf(each, base))}`;
  yield '\n]}}\n';
}

function logOf({ kitVersion }: TrafficHistory): Omit<Har['log'], 'entries'> {
  return { version: '1.2', creator: { name: 'job-search-kit', version: kitVersion } };
}

function entryOf(exchange: TrafficExchange, base = 'http://127.0.0.1:4010'): object {
  const { arrivedAt = 0, endedAt = arrivedAt, connection, account } = exchange;
  return {
    startedDateTime: new Date(exchange.at ?? arrivedAt).toISOString(),
    time: endedAt - arrivedAt,
    request: requestOf(exchange, base),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: endedAt - arrivedAt, receive: 0 },
    ...(connection === undefined ? {} : { connection }),
    // Members of this kit; other tools ignore them.
    ...(typeof account === 'string' ? { _account: account } : {}),
    _sent: exchange.sent,
  };
}

function requestOf({ request, account }: TrafficExchange, base: string): object {
  const { method, url, query, headers = {}, bodyText, bodyBytes } = request;
  const told: Record<string, string | null> = { ...headers };
  // The alias identifies the key.
  if (typeof account === 'string' && 'authorization' in told) told['authorization'] = `Bearer [${account}]`;
  return {
    method,
    url: /^[a-z]+:\/\//i.test(url) ? url : base + url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fieldsOf(told),
    queryString: fieldsOf(query),
    ...(typeof bodyText === 'string'
      ? { postData: { mimeType: told['content-type'] ?? 'application/json', text: bodyText } }
      : {}),
    headersSize: -1,
    bodySize: bodyBytes ?? -1,
  };
}

/** HAR has status 0 for a response that never arrived. */
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
      ...(typeof bodyText === 'string' && sent === 'whole' ? { text: bodyText } : {}),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: sent === 'cut' ? -1 : bodyBytes,
    ...(came === null ? { _error: 'the connection was closed before an answer' } : {}),
  };
}

/** Withheld values are empty. */
function fieldsOf(values: Readonly<Record<string, string | null>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: value ?? '' }));
}
