/** Commands that show a failure again. Keys stand in them as shell variables, never as values. */
import type { Exchange } from '../record/exchange.js';

const MOST_BODY = 8 * 1024;

/** Header values that a shell variable replaces. */
export type VariableFor = (exchange: Exchange) => string | null;

/** One curl line that sends the same request; null where a command line cannot carry it. */
export function curlOf(exchange: Exchange, variableFor: VariableFor): string | null {
  const { method, url, headers, bodyText } = exchange.request;
  if (bodyText !== null && (bodyText.length > MOST_BODY || bodyText.includes('\0'))) return null;
  const parts = ['curl -i'];
  if (method !== (bodyText === null ? 'GET' : 'POST')) parts.push(`-X ${method}`);
  parts.push(quoted(url));
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'user-agent' || (name === 'accept' && value === '*/*')) continue;
    const variable = name === 'authorization' ? variableFor(exchange) : null;
    parts.push(
      variable === null ? `-H ${quoted(`${name}: ${value}`)}` : `-H "authorization: Bearer $${variable}"`,
    );
  }
  if (bodyText !== null) parts.push(`--data-binary ${quoted(bodyText)}`);
  return parts.join(' ');
}

/** The text in single quotes for a POSIX shell. */
export function quoted(text: string): string {
  return /^[A-Za-z0-9_./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
