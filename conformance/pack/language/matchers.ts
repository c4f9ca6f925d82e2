/** The matchers of `matchers.yaml`, such as `at-least: 3`, `null: false`, `contains-any: [..]`. */
import { entryOf, mapped } from '../../values/fields.js';
import { canonical, sameJson } from '../../values/json.js';
import { alike } from '../../values/names.js';
import { follow, parsePointer } from '../../values/pointers.js';
import { shown } from '../../values/text.js';
import { inOrder } from './conditions.js';
import { MATCHERS as STATED } from './generated/matchers.js';
import { finds } from './patterns.js';

type Arguments = Readonly<Record<string, unknown>>;

interface Matcher {
  words: string | Readonly<Record<string, string>>;
  /** `fold` is true with `ignoring-case`. Then both values are in lower case, except patterns. */
  matches(value: unknown, wanted: unknown, fold: boolean): boolean;
}

const MATCHES: Readonly<Record<keyof typeof STATED, Matcher['matches']>> = {
  equals: sameJson,
  not: (value, wanted) => value !== undefined && !sameJson(value, wanted),
  in: isIn,
  'not-in': (value, wanted) => value !== undefined && !isIn(value, wanted),
  null: (value, wanted) => value !== undefined && (value === null) === wanted,
  'no-name-of': (value, wanted) =>
    typeof value === 'string' && typeof wanted === 'string' && !alike(value, wanted),
  match: (value, wanted, fold) => typeof value === 'string' && finds(String(wanted), value, fold),
  type: (value, wanted) => typeOf(value) === wanted || (wanted === 'number' && typeof value === 'number'),
  'at-least': (value, wanted) => inOrder(value, '>=', wanted),
  'at-most': (value, wanted) => inOrder(value, '<=', wanted),
  'more-than': (value, wanted) => inOrder(value, '>', wanted),
  'less-than': (value, wanted) => inOrder(value, '<', wanted),
  'length-at-least': (value, wanted) => hasLength(value) && value.length >= Number(wanted),
  'length-at-most': (value, wanted) => hasLength(value) && value.length <= Number(wanted),
  contains: (value, wanted) => asList(wanted).every((each) => holds(value, each) === true),
  'contains-any': (value, wanted) => asList(wanted).some((each) => holds(value, each) === true),
  lacks,
  'lacks-any': lacks,
  unique: (value) =>
    Array.isArray(value) && new Set(value.map((each) => canonical(each))).size === value.length,
};

/** All matchers, in the order of evaluation. */
export const MATCHERS: Readonly<Record<string, Matcher>> = mapped(STATED, (stated, name) => ({
  ...stated,
  matches: MATCHES[name as keyof typeof STATED],
}));

/** Describes the matchers of an expectation as a phrase after a noun: `of type "integer" and more than 2`. */
export function askedOf(wanted: Arguments): string {
  const parts = Object.entries(MATCHERS).flatMap(([name, matcher]) =>
    name in wanted ? [wordsOf(matcher, wanted[name])] : [],
  );
  const anyCase = wanted['ignoring-case'] === true ? ', in any case' : '';
  const space = wanted['trimmed'] === true ? ', without white space around it' : '';
  return `${parts.join(' and ')}${anyCase}${space}${wanted['or-null'] === true ? ', or null' : ''}`;
}

function wordsOf({ words }: Matcher, wanted: unknown): string {
  return typeof words === 'string' ? words.replace('{}', () => shown(wanted)) : words[String(wanted)]!;
}

/** Returns null if the value matches, else a description of what it should be. */
export function mismatch(value: unknown, wanted: Arguments): string | null {
  if (value === null && wanted['or-null'] === true) return null;
  const fold = wanted['ignoring-case'] === true;
  for (const [name, matcher] of Object.entries(MATCHERS)) {
    if (!(name in wanted)) continue;
    const plain = wanted['trimmed'] === true ? inTexts(wanted[name], (text) => text.trim()) : wanted[name];
    const asked = folded(plain, fold && name !== 'match');
    if (!matcher.matches(folded(value, fold), asked, fold)) return wordsOf(matcher, wanted[name]);
  }
  return null;
}

/**
 * Returns null if an item meets a condition, else why not. A condition is `{ field, …matchers }`, and can combine others by
 * `any-of`, `all-of` and `none-of`. A field is the exact name of a member, or a JSON Pointer that starts with `/`.
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

/** Describes a condition: `Is Remote equal to true`, or its JSON if it combines others. */
export function conditionText(wanted: Arguments): string {
  const isCombined = ['any-of', 'all-of', 'none-of'].some((name) => name in wanted);
  const { field } = wanted;
  return isCombined || typeof field !== 'string' ? shown(wanted, 300) : `${field} ${askedOf(wanted)}`;
}

/** Returns the value of a member by name or pointer; undefined if it does not exist. */
export function fieldOf(item: unknown, field: string): unknown {
  return follow(item, field.startsWith('/') ? parsePointer(field) : [field]);
}

function isIn(value: unknown, wanted: unknown): boolean {
  return asList(wanted).some((each) => sameJson(entryOf(value), entryOf(each)));
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

function hasLength(value: unknown): value is string | unknown[] {
  return typeof value === 'string' || Array.isArray(value);
}

/** Whether a text contains the part, a list the item, or an object a member with this name. Null for other values. */
function holds(value: unknown, part: unknown): boolean | null {
  if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
  if (Array.isArray(value)) return value.some((each) => sameJson(each, part));
  if (typeof value !== 'object' || value === null) return null;
  return typeof part === 'string' && Object.hasOwn(value, part);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Applies `of` to a text, or to the texts of a list. */
function inTexts(value: unknown, of: (text: string) => string): unknown {
  if (typeof value === 'string') return of(value);
  return Array.isArray(value) ? value.map((each) => inTexts(each, of)) : value;
}

function folded(value: unknown, fold: boolean): unknown {
  return fold ? inTexts(value, (text) => text.toLowerCase()) : value;
}
