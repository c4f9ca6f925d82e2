/** Matchers: what a value must be, as an expectation spells it (`at-least: 3`, `null: false`, `contains-any: [..]`). */
import { sameJson } from '../values/json.js';
import { shown } from '../values/text.js';
import { follow, parsePointer } from '../values/pointers.js';
import { canonical } from '../values/json.js';

const MATCHERS = [
  ...(['equals', 'not', 'in', 'not-in', 'null', 'match', 'type'] as const),
  ...(['at-least', 'at-most', 'more-than', 'less-than', 'length-at-least', 'length-at-most'] as const),
  ...(['contains', 'contains-any', 'lacks', 'lacks-any', 'unique'] as const),
] as const;

type Arguments = Readonly<Record<string, unknown>>;

/** Null when the value is as the arguments ask, else what it should have been. */
export function mismatch(value: unknown, wanted: Arguments): string | null {
  if (value === null && wanted['or-null'] === true) return null;
  const fold = wanted['ignoring-case'] === true;
  for (const name of MATCHERS) {
    if (!(name in wanted)) continue;
    if (!matches(name, folded(value, fold), folded(wanted[name], fold && name !== 'match'), fold))
      return `${name.replaceAll('-', ' ')} ${shown(wanted[name])}`;
  }
  return null;
}

/**
 * Null when the item fits, else why not. A condition is `{ field, …matchers }` and may join others with `any-of`,
 * `all-of`, `none-of`. A field is a member's exact name, or a JSON Pointer where it begins with `/`.
 */
export function itemMismatch(item: unknown, wanted: Arguments): string | null {
  const field = wanted['field'];
  if (typeof field === 'string' || MATCHERS.some((name) => name in wanted)) {
    const value = typeof field === 'string' ? fieldOf(item, field) : item;
    const wrong = mismatch(value, wanted);
    if (wrong !== null)
      return `${typeof field === 'string' ? field : 'the item'} ${wrong}, is ${shown(value)}`;
  }
  const group = (name: string): Arguments[] => (wanted[name] ?? []) as Arguments[];
  for (const each of group('all-of')) {
    const wrong = itemMismatch(item, each);
    if (wrong !== null) return wrong;
  }
  const any = group('any-of').map((each) => itemMismatch(item, each));
  if (any.length > 0 && !any.includes(null)) return any.join('; ');
  const none = group('none-of').find((each) => itemMismatch(item, each) === null);
  return none === undefined ? null : `none of ${shown(none)}, but it is so`;
}

/** The named member, or what a pointer leads to; undefined where there is none. */
export function fieldOf(item: unknown, field: string): unknown {
  return follow(item, field.startsWith('/') ? parsePointer(field) : [field]);
}

function matches(name: (typeof MATCHERS)[number], value: unknown, wanted: unknown, fold: boolean): boolean {
  switch (name) {
    case 'equals':
      return sameJson(value, wanted);
    case 'not':
      return value !== undefined && !sameJson(value, wanted);
    case 'in':
      return asList(wanted).some((each) => sameJson(value, each));
    case 'not-in':
      return value !== undefined && !asList(wanted).some((each) => sameJson(value, each));
    case 'null':
      return value !== undefined && (value === null) === wanted;
    case 'match':
      return typeof value === 'string' && new RegExp(String(wanted), fold ? 'iu' : 'u').test(value);
    case 'type':
      return typeOf(value) === wanted || (wanted === 'number' && typeof value === 'number');
    case 'at-least':
      return ordered(value, wanted, (a, b) => a >= b);
    case 'at-most':
      return ordered(value, wanted, (a, b) => a <= b);
    case 'more-than':
      return ordered(value, wanted, (a, b) => a > b);
    case 'less-than':
      return ordered(value, wanted, (a, b) => a < b);
    case 'contains':
      return asList(wanted).every((each) => holds(value, each) === true);
    case 'contains-any':
      return asList(wanted).some((each) => holds(value, each) === true);
    case 'lacks':
    case 'lacks-any':
      return holds(value, undefined) !== null && !asList(wanted).some((each) => holds(value, each));
    case 'length-at-least':
      return isHolder(value) && value.length >= Number(wanted);
    case 'length-at-most':
      return isHolder(value) && value.length <= Number(wanted);
    case 'unique':
      return Array.isArray(value) && new Set(value.map((each) => canonical(each))).size === value.length;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function ordered(
  a: unknown,
  b: unknown,
  holds: (a: number | string, b: number | string) => boolean,
): boolean {
  if (typeof a === 'number' && typeof b === 'number') return holds(a, b);
  return typeof a === 'string' && typeof b === 'string' && holds(a, b);
}

function isHolder(value: unknown): value is string | unknown[] {
  return typeof value === 'string' || Array.isArray(value);
}

/** A text holds its parts, a list its items, an object the names of its members; null for what can hold nothing. */
function holds(value: unknown, part: unknown): boolean | null {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
  if (Array.isArray(value)) return value.some((each) => sameJson(each, part));
  if (typeof value !== 'object' || value === null) return null;
  return typeof part === 'string' && Object.hasOwn(value, part);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

function folded(value: unknown, fold: boolean): unknown {
  if (!fold) return value;
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map((each) => folded(each, fold)) : value;
}
