/** A request and a response as text, cut to a size that a person reads. */
import type { Exchange } from '../record/exchange.js';

const MAX_TEXT = 6_000;
const MAX_STRING = 240;
const MAX_ITEMS = 3;
const MAX_MEMBERS = 60;

export interface RenderedExchange {
  request: string;
  response: string;
}

/** Start line, headers and body of both halves, as they went over the wire but for the shortening. */
export function renderExchange(exchange: Exchange): RenderedExchange {
  const { request, response, failure } = exchange;
  return {
    request: block(`${request.method} ${request.url}`, request.headers, request.bodyText, request.body),
    response:
      response === null
        ? `no response: ${failure?.kind ?? 'unknown'}\n${failure?.message ?? ''}`.trimEnd()
        : block(`HTTP ${response.status}`, response.headers, response.bodyText, response.body) +
          (response.bodyCut === undefined ? '' : `\n… (the beginning of ${response.bodyCut} bytes)`),
  };
}

function block(start: string, headers: Record<string, string>, text: string | null, body: unknown): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  if (text !== null && text !== '') lines.push('', clip(body === undefined ? text : pretty(body)));
  return lines.join('\n');
}

/** JSON on several lines, long lists and texts shortened with a remark of how much is missing. */
export function pretty(value: unknown): string {
  return JSON.stringify(shorten(value, 0), null, 2) ?? String(value);
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
