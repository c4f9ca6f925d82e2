/** A request and a response as text, shortened to a size that a person reads. */
import type { ExchangeBodies, ShownExchange } from './view.js';

const MAX_TEXT = 6_000;
const MAX_STRING = 240;
const MAX_ITEMS = 3;
const MAX_MEMBERS = 60;

/** Start line, headers and body of both messages. */
export function renderExchange(
  { method, url, status }: ShownExchange,
  { request, response, failure }: ExchangeBodies,
): { request: string; response: string } {
  const cut = response?.bodyCut === undefined ? '' : `\n… (the beginning of ${response.bodyCut} bytes)`;
  return {
    request: block(`${method} ${url}`, request.headers, request.bodyText),
    response:
      response === null
        ? `no response: ${(failure ?? 'unknown').replace(': ', '\n')}`.trimEnd()
        : block(`HTTP ${status}`, response.headers, response.bodyText) + cut,
  };
}

function block(start: string, headers: Record<string, string>, text: string | null): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return (text === null || text === '' ? lines : [...lines, '', clip(pretty(text))]).join('\n');
}

/** JSON on several lines, in which long lists and texts end with the number of missing items; other text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(shorten(JSON.parse(text), 0), null, 2);
  } catch {
    return text;
  }
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_STRING
      ? `${value.slice(0, MAX_STRING)}… (${value.length - MAX_STRING} more characters)`
      : value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (depth > 12) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `… ${value.length - MAX_ITEMS} more`] : shown;
  }
  const members = Object.entries(value);
  const shown = members.slice(0, MAX_MEMBERS).map(([name, member]) => [name, shorten(member, depth + 1)]);
  if (members.length > MAX_MEMBERS) shown.push(['…', `${members.length - MAX_MEMBERS} more`]);
  return Object.fromEntries(shown) as unknown;
}

function clip(text: string): string {
  return text.length > MAX_TEXT
    ? `${text.slice(0, MAX_TEXT)}\n… (${text.length - MAX_TEXT} more characters)`
    : text;
}
