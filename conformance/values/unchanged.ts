/**
 * Preserves the digits of lists of numbers. A cursor must be sent back unchanged (§4.1), but in JavaScript
 * 1795149420713054721 would become 1795149420713054700, and 1795149420.0 would become 1795149420.
 */
import { splitJson } from './split-json.js';
import { follow } from './pointers.js';
import { detached } from './text.js';

const texts = new WeakMap<object, string>();

/** Remembers the text of the list at a path, if `JSON.stringify` would write a number in it differently. */
export function keepText(
  json: { readonly value: unknown; readonly text: string },
  path: readonly string[],
): void {
  const list = follow(json.value, path);
  if (!Array.isArray(list) || !list.some((each) => typeof each === 'number')) return;
  const items: string[] = [];
  splitJson([Buffer.from(json.text)], [path.join('.')], ({ text }) => items.push(text!));
  // If a member occurs twice, JSON.parse uses the last one.
  const written = `[${items.slice(-list.length).join(',')}]`;
  if (written !== JSON.stringify(list)) texts.set(list, detached(written));
}

/** Returns a value as JSON, with the remembered texts of lists. */
export function asJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const text = texts.get(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return `[${value.map(asJson).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${asJson(member)}`).join(',')}}`;
}
