import { hash } from 'node:crypto';

/** Whether two JSON values are equal, ignoring the order of members. A missing value is not equal to null. */
export function sameJson(a: unknown, b: unknown): boolean {
  return typeof a === typeof b && canonical(a) === canonical(b);
}

/** Returns a text that is equal only for equal JSON values. Ignores members that are undefined. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = membersOf(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** Returns a digest, which identifies a long text with little memory. */
export function digestOf(data: Buffer | string): string {
  return hash('sha256', data, 'base64url');
}

/** Returns a digest that is equal only for equal JSON values. */
export function digestOfJson(value: unknown): string {
  return digestOf(canonical(value));
}

const membersOf = (value: object): [name: string, member: unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

/** The most levels of nesting. The contract needs fewer, and deeper bodies would slow down every recursive step. */
const DEEPEST = 200;

/** Parses a text; undefined if it is not JSON or is nested deeper than `DEEPEST`. */
export function parsedJson(text: string | null): unknown {
  if (text === null || text === '' || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads the text before it is parsed: 16 MB of brackets take a second or more and 700 MB to parse. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charCodeAt(i);
    if (quoted) {
      if (sign === 0x5c) i += 1;
      else if (sign === 0x22) quoted = false;
    } else if (sign === 0x22) quoted = true;
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return false;
}
