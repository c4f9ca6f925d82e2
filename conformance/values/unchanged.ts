/**
 * Lists that go back as they came. A cursor is passed back unchanged (§4.1), and a number of JavaScript does not hold every
 * digit of one: 1795149420713054721 would go back as 1795149420713054700, and 1795149420.0 as 1795149420.
 */
import { follow } from './pointers.js';
import { detached } from './text.js';

const texts = new WeakMap<object, string>();

/** Remembers the text of the list that the path leads to in a JSON text, where a number in it would be written otherwise. */
export function keepText(
  json: { readonly value: unknown; readonly text: string },
  path: readonly string[],
): void {
  const list = follow(json.value, path);
  if (!Array.isArray(list)) return;
  if (!list.some((each) => typeof each === 'number')) return;
  const came = textAt(json.text, path);
  if (came !== JSON.stringify(list)) texts.set(list, detached(came));
}

/** A value as JSON; lists whose text is remembered stand in it as they came. */
export function asJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const text = texts.get(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return `[${value.map(asJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${asJson(member)}`).join(',')}}`;
}

/** The path leads through objects, and somewhere. Of members with one name the last counts, as for JSON.parse. */
function textAt(text: string, path: readonly string[]): string {
  let at = begin(text, 0);
  for (const name of path) {
    let found = at;
    let next = begin(text, at + 1);
    while (text[next] === '"') {
      const end = endOf(text, next);
      const value = begin(text, begin(text, end) + 1);
      if (JSON.parse(text.slice(next, end)) === name) found = value;
      next = begin(text, endOf(text, value));
      if (text[next] === ',') next = begin(text, next + 1);
    }
    at = found;
  }
  return text.slice(at, endOf(text, at));
}

const SPACE = /\s*/y;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{[]|[}\]]|[^\s,:{}[\]"]+|[\s,:]+/y;

/** Where the next sign stands that is no white space. */
function begin(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** Where the value ends that begins there. */
function endOf(text: string, from: number): number {
  TOKEN.lastIndex = from;
  let depth = 0;
  do {
    const token = TOKEN.exec(text)?.[0];
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  } while (depth > 0);
  return TOKEN.lastIndex;
}
