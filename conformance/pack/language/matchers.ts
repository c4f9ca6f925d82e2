/** Matchers compare a value with what an expectation asks for: `at-least: 3`, `null: false`, `contains-any: [..]`. */
import { canonical, sameJson } from '../../values/json.js';
import { alike } from '../../values/names.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import type { JsonSchema } from './json-schema.js';
import { finds } from './patterns.js';

interface Matcher {
  /** Its meaning, for the editor and INTERPRETING.md. */
  says: string;
  /** The schema of the wanted value; anything by default. */
  schema?: JsonSchema;
  /** Words before the wanted value, such as `equal to`, or a function that returns the whole phrase. */
  words: string | ((wanted: unknown) => string);
  /** `fold` is true under `ignoring-case`. Then both values are in lower case, except a pattern. */
  matches(value: unknown, wanted: unknown, fold: boolean): boolean;
}

type Arguments = Readonly<Record<string, unknown>>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** In the order of evaluation. */
export const MATCHERS: Readonly<Record<string, Matcher>> = {
  equals: { says: 'equal as JSON', words: 'equal to', matches: sameJson },
  not: {
    says: 'present, and not equal',
    words: 'other than',
    matches: (value, wanted) => value !== undefined && !sameJson(value, wanted),
  },
  in: { says: 'equal to one of the list', words: 'one of', matches: isIn },
  'not-in': {
    says: 'present, and equal to none of the list',
    words: 'none of',
    matches: (value, wanted) => value !== undefined && !isIn(value, wanted),
  },
  null: {
    says: '`true`: null; `false`: present, and not null',
    schema: { type: 'boolean' },
    words: (wanted) => (wanted === true ? 'null' : 'not null'),
    matches: (value, wanted) => value !== undefined && (value === null) === wanted,
  },
  'no-name-of': {
    says: 'a name of another company: its words, initials and spelling do not match that name',
    words: 'no other name of',
    matches: (value, wanted) =>
      typeof value === 'string' && typeof wanted === 'string' && !alike(value, wanted),
  },
  match: {
    says: 'a text that the regular expression finds (ECMAScript, `u`)',
    schema: { type: 'string', format: 'regex' },
    words: 'a text matching',
    matches: (value, wanted, fold) => typeof value === 'string' && finds(String(wanted), value, fold),
  },
  type: {
    says: TYPES.join(', '),
    schema: { enum: TYPES },
    words: 'of type',
    matches: (value, wanted) =>
      typeOf(value) === wanted || (wanted === 'number' && typeof value === 'number'),
  },
  'at-least': { says: '≥; numbers, or dates as text', words: 'at least', matches: ordered((a, b) => a >= b) },
  'at-most': { says: '≤', words: 'at most', matches: ordered((a, b) => a <= b) },
  'more-than': { says: '>', words: 'more than', matches: ordered((a, b) => a > b) },
  'less-than': { says: '<', words: 'less than', matches: ordered((a, b) => a < b) },
  'length-at-least': {
    says: 'a list or text of that length or longer',
    words: 'of length at least',
    matches: (value, wanted) => hasLength(value) && value.length >= Number(wanted),
  },
  'length-at-most': {
    says: 'a list or text of that length or shorter',
    words: 'of length at most',
    matches: (value, wanted) => hasLength(value) && value.length <= Number(wanted),
  },
  contains: {
    says: 'a list that holds the item, a text that holds the part, an object that has the member; of several, all',
    words: 'holding',
    matches: (value, wanted) => asList(wanted).every((each) => holds(value, each) === true),
  },
  'contains-any': {
    says: 'holds at least one of them',
    words: 'holding any of',
    matches: (value, wanted) => asList(wanted).some((each) => holds(value, each) === true),
  },
  lacks: { says: 'a list, text or object that does not hold it', words: 'lacking', matches: lacks },
  'lacks-any': { says: 'holds none of them', words: 'lacking all of', matches: lacks },
  unique: {
    says: '`true`: a list without two equal items',
    schema: { const: true },
    words: () => 'free of equal items',
    matches: (value) =>
      Array.isArray(value) && new Set(value.map((each) => canonical(each))).size === value.length,
  },
};

/** Options of all matchers. */
export const MODIFIERS: Readonly<Record<string, { says: string; schema: JsonSchema }>> = {
  'ignoring-case': { says: '`true`: text compares without regard to case', schema: { const: true } },
  'or-null': { says: '`true`: null passes', schema: { const: true } },
};

/** The matchers of an expectation as a phrase after a noun: `of type "integer" and more than 2`. */
export function askedOf(wanted: Arguments): string {
  const parts = Object.entries(MATCHERS).flatMap(([name, matcher]) =>
    name in wanted ? [wordsOf(matcher, wanted[name])] : [],
  );
  const anyCase = wanted['ignoring-case'] === true ? ', in any case' : '';
  return `${parts.join(' and ')}${anyCase}${wanted['or-null'] === true ? ', or null' : ''}`;
}

function wordsOf({ words }: Matcher, wanted: unknown): string {
  return typeof words === 'function' ? words(wanted) : `${words} ${shown(wanted)}`;
}

/** Null if the value matches, else what it should be. */
export function mismatch(value: unknown, wanted: Arguments): string | null {
  if (value === null && wanted['or-null'] === true) return null;
  const fold = wanted['ignoring-case'] === true;
  for (const [name, matcher] of Object.entries(MATCHERS)) {
    if (!(name in wanted)) continue;
    const asked = folded(wanted[name], fold && name !== 'match');
    if (!matcher.matches(folded(value, fold), asked, fold)) return wordsOf(matcher, wanted[name]);
  }
  return null;
}

/**
 * Null if the item meets the condition, else why not. A condition is `{ field, …matchers }` and can join others by `any-of`,
 * `all-of` and `none-of`. A field is the exact name of a member, or a JSON Pointer that begins with `/`.
 */
export function itemMismatch(item: unknown, wanted: Arguments): string | null {
  const field = wanted['field'];
  if (typeof field === 'string' || Object.keys(MATCHERS).some((name) => name in wanted)) {
    const value = typeof field === 'string' ? fieldOf(item, field) : item;
    const wrong = mismatch(value, wanted);
    if (wrong !== null)
      return `${typeof field === 'string' ? field : 'the item'} should be ${wrong}, is ${shown(value)}`;
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

/** The value of a member, by name or pointer; undefined without one. */
export function fieldOf(item: unknown, field: string): unknown {
  return follow(item, field.startsWith('/') ? parsePointer(field) : [field]);
}

function isIn(value: unknown, wanted: unknown): boolean {
  return asList(wanted).some((each) => sameJson(value, each));
}

function lacks(value: unknown, wanted: unknown): boolean {
  return holds(value, undefined) !== null && !asList(wanted).some((each) => holds(value, each));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function ordered(
  test: (a: number | string, b: number | string) => boolean,
): (value: unknown, wanted: unknown) => boolean {
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return test(a, b);
    return typeof a === 'string' && typeof b === 'string' && test(a, b);
  };
}

function hasLength(value: unknown): value is string | unknown[] {
  return typeof value === 'string' || Array.isArray(value);
}

/** Whether a text has the part, a list the item, or an object a member of that name. Null for other values. */
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
