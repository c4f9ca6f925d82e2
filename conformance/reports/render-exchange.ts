/** A request and a response as text, with long lists and texts shortened. */
import { parsedJson } from '../values/json.js';
import type { ExchangeBodies, ShownExchange } from './view.js';

const MAX_STRING = 240;
const MAX_ITEMS = 3;

/** Start line, headers and body of both messages. */
export function renderExchange(
  { method, url, status, failure: loss }: ShownExchange,
  { request, response, failure }: ExchangeBodies,
): { request: string; response: string } {
  const cut = response?.bodyCut === undefined ? '' : `\n… (the beginning of ${response.bodyCut} bytes)`;
  return {
    request: block(`${method} ${url}`, request.headers, request.bodyText),
    response:
      response === null
        ? `no response: ${(failure ?? 'unknown').replace(': ', '\n')}`.trimEnd()
        : block(`HTTP ${status ?? `response, ${loss}`}`, response.headers, response.bodyText) + cut,
  };
}

/** JSON on several lines; other text as it is. */
function block(start: string, headers: Record<string, string>, text: string | null): string {
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return (text ? [...lines, '', JSON.stringify(parsedJson(text), shortened, 2) ?? text] : lines).join('\n');
}

/** Long lists and texts end with the number of missing items. */
function shortened(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_STRING)
    return `${value.slice(0, MAX_STRING)}… (${value.length - MAX_STRING} more characters)`;
  if (Array.isArray(value) && value.length > MAX_ITEMS)
    return [...(value as unknown[]).slice(0, MAX_ITEMS), `… ${value.length - MAX_ITEMS} more`];
  return value;
}
