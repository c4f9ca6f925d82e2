/** Compiles the schemas of a document with ajv, each on its first use. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { entries, list, resolve, type Json, type JsonObject } from './document.js';
import { nearest } from '../common/nearest.js';

/** A mistake in a value. `loc` is its path, which starts with `body`, `query` or `header`. */
export interface Issue {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export type Validator = (value: unknown) => Issue[];

/** The most issues in a response. A malicious body could cause a million. */
export const MOST_ISSUES = 20;
const MOST_VALUES_NAMED = 16;

/**
 * Compiles a schema; `place` is the first part of every `loc`. With `statedOnly` the validator ignores the keywords listed
 * in `x-unstated`, which are limits of the kit and not of the source.
 */
export type Compile = (schema: Json, place: string, statedOnly?: boolean) => Validator;

/** Returns a function that compiles schemas of the document. */
export function schemaCompiler(document: JsonObject): Compile {
  const ajvs: { first?: Ajv2020; all?: Ajv2020 } = {};
  const compile: Compile = (schema, place, statedOnly) => {
    const counts = ({ keyword, parentSchema }: ErrorObject): boolean =>
      !statedOnly || !((parentSchema?.['x-unstated'] ?? []) as string[]).includes(keyword);
    const compiled: { first?: ValidateFunction; all?: ValidateFunction } = {};
    const validatorOf = (which: 'first' | 'all'): ValidateFunction => {
      ajvs[which] ??= createAjv(document, which === 'all');
      compiled[which] ??= ajvs[which].compile(byName(schema));
      return compiled[which];
    };
    return (value) => {
      try {
        const isValid = validatorOf('first');
        if (isValid(value)) return [];
        const part = beginningOf(value);
        const explain = validatorOf('all');
        const errors = part === null || explain(part) ? isValid.errors : explain.errors;
        return issuesOf((errors ?? []).filter(counts), place);
      } catch (error) {
        // Keyword groups are recursive, so a deeply nested body can overflow the stack.
        if (error instanceof RangeError)
          return [{ loc: [place], msg: 'is nested too deeply', type: 'nesting' }];
        throw error;
      }
    };
  };
  return (schema, place, statedOnly) => {
    const forms = list(resolve(document, schema)['oneOf']).map((form) => compile(form, place, statedOnly));
    return forms.length > 0 ? eitherOf(forms) : compile(schema, place, statedOnly);
  };
}

/** ajv takes quadratic time to collect all mistakes, so it checks at most this many items of lists. */
const MOST_ITEMS = 2000;
/** Items of each further list: enough to satisfy `minItems`. */
const FEW_ITEMS = 2;

function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, each) => sum + itemsIn(each), own);
}

/** Returns the value with only the first items of its lists; null if even this is too large. */
function beginningOf(value: unknown): unknown {
  if (itemsIn(value) <= MOST_ITEMS) return value;
  let items = 0;
  const walk = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (!Array.isArray(each))
      return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, walk(member)]));
    const kept = each.slice(0, Math.max(FEW_ITEMS, MOST_ITEMS - items));
    items += kept.length;
    return items > 2 * MOST_ITEMS ? kept : kept.map(walk);
  };
  const part = walk(value);
  return items > 2 * MOST_ITEMS ? null : part;
}

/** If a value matches none of several forms, returns only the issues of the intended form, whose `const` matches. */
function eitherOf(forms: Validator[]): Validator {
  return (value) => {
    const found = forms.map((form) => form(value));
    if (found.some((issues) => issues.length === 0)) return [];
    return found.find((issues) => issues.every(({ type }) => type !== 'const')) ?? found[0]!;
  };
}

/** The kit's own keywords, which ajv ignores. */
const EXTENSIONS = [
  'x-message',
  'x-unstated',
  'x-least-accepted',
  'x-flag',
  'x-kit-clause',
  'x-kit-clauses',
  'x-kit-refused',
  'x-kit-accepted',
];

function createAjv(document: JsonObject, allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    allowUnionTypes: true,
    strictRequired: false,
    meta: false,
    validateSchema: false,
    // Adds the schema, and therefore its `x-message`, to each error.
    verbose: true,
  });
  addFormats.default(ajv, ['date', 'date-time', 'uuid']);
  for (const name of EXTENSIONS) ajv.addKeyword(name);
  const schemas = (document['components'] as JsonObject)['schemas'];
  for (const [name, schema] of entries(schemas)) ajv.addSchema(byName(schema), name);
  return ajv;
}

/** Replaces references by the names under which ajv stores the schemas. */
function byName(schema: Json): JsonObject {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === '$ref' && typeof value === 'string'
      ? value.replace(/^#\/(components\/schemas|\$defs)\//, '')
      : value,
  ) as JsonObject;
}

function issuesOf(errors: ErrorObject[], place: string): Issue[] {
  const faulty = placesOf(errors);
  const reasons = errors.filter(
    (error) => error.keyword !== 'anyOf' && error.keyword !== 'oneOf' && !isOfAnotherForm(error, faulty),
  );
  const issues = new Map<string, Issue>();
  // If no error is a reason, report that no form matches.
  for (const error of reasons.length > 0 ? reasons : errors) {
    const issue = issueOf(error, place);
    const key = issue.loc.join('\0');
    const before = issues.get(key);
    if (before === undefined) issues.set(key, issue);
    else if (before.type === 'type' && issue.type === 'type' && before.msg !== issue.msg)
      // Join messages about types: `must be string or number`.
      before.msg += issue.msg.replace(/^must be/, ' or');
    if (issues.size === MOST_ISSUES) break;
  }
  return [...issues.values()];
}

/** True if the value has the wrong type for this alternative, but fits another one except for a mistake further inside. */
function isOfAnotherForm(error: ErrorObject, faulty: ReadonlySet<string>): boolean {
  return (
    ['type', 'enum', 'const'].includes(error.keyword) &&
    /\/(anyOf|oneOf)\/\d+\/\w+$/.test(error.schemaPath) &&
    faulty.has(error.instancePath)
  );
}

/** Returns each place with a mistake inside. Visits each place once, because a malicious body has thousands. */
function placesOf(errors: readonly ErrorObject[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { instancePath, propertyName, keyword } of errors) {
    if (propertyName !== undefined || keyword === 'required' || keyword === 'additionalProperties')
      places.add(instancePath);
    let end = instancePath.lastIndexOf('/');
    for (; end >= 0; end = instancePath.lastIndexOf('/', end - 1)) {
      const place = instancePath.slice(0, end);
      if (places.has(place)) break;
      places.add(place);
      if (end === 0) break;
    }
  }
  return places;
}

function issueOf(error: ErrorObject, place: string): Issue {
  const loc: (string | number)[] = [place];
  for (const part of error.instancePath.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    loc.push(/^\d+$/.test(name) ? Number(name) : name);
  }
  if (error.keyword === 'required') {
    loc.push(String(error.params['missingProperty']));
    return { loc, msg: 'is required', type: 'missing' };
  }
  if (error.keyword === 'additionalProperties') {
    loc.push(String(error.params['additionalProperty']));
    const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
    return { loc, msg: `is not a known field${meant(loc.at(-1), known)}`, type: 'unknown' };
  }
  const name = error.propertyName ?? (error.params['propertyName'] as string | undefined);
  if (name !== undefined) loc.push(name);
  return { loc, msg: wording(error), type: error.keyword };
}

/** Returns `; did you mean "credits"?` if a known name is similar, else an empty text. */
function meant(name: unknown, known: readonly string[]): string {
  const found = typeof name === 'string' ? nearest(name, known) : undefined;
  return found === undefined ? '' : `; did you mean "${found}"?`;
}

function wording(error: ErrorObject): string {
  const { keyword, params, parentSchema } = error;
  const message: unknown = parentSchema?.['x-message'];
  const values = (params['allowedValues'] ?? []) as unknown[];
  const hint = keyword === 'enum' ? meant(error.data, values.map(String)) : '';
  if (message !== undefined) return String(message) + hint;
  if (keyword === 'enum') {
    const said =
      values.length > MOST_VALUES_NAMED ? 'is not an accepted value' : `must be one of: ${values.join(', ')}`;
    return said + hint;
  }
  if (keyword === 'type') {
    const type: unknown = params['type'];
    return `must be ${(Array.isArray(type) ? type : [type]).join(' or ')}`;
  }
  if (keyword === 'maxLength') return `must have at most ${params['limit']} characters`;
  if (keyword === 'minLength')
    return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`;
  if (keyword === 'maxItems') return `must have at most ${params['limit']} items`;
  if (keyword === 'format') return `must be a valid ${String(params['format'])}`;
  if (keyword === 'anyOf' || keyword === 'oneOf') return 'has none of the accepted forms';
  return error.message ?? keyword;
}
