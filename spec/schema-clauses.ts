/** Reads clauses from schemas: `x-kit-clause(s)` of responses, `x-kit-refused` and `x-kit-accepted` of requests. */
import type { ClauseId, readingChoices } from './generated/ids.js';
import { entries, list, resolve, type Json, type JsonObject } from './document.js';
import type { Issue } from './validators.js';

/** Returns the clause that an issue breaks: that of its place or of the nearest place above; null if there is none. */
export function clauseOfIssue(
  document: JsonObject,
  schema: Json,
  { loc, type }: Pick<Issue, 'loc' | 'type'>,
): ClauseId | null {
  const [root, ...members] = formsAlong(document, schema, loc.slice(1));
  let [clause, around] = [clauseAt(root!), root!];
  members.forEach((forms, i) => {
    const isMissing = type === 'missing' && i === members.length - 1;
    const ofMembers = clauseOfMembers(around, isMissing ? 'missing' : 'wrong');
    clause = (isMissing ? ofMembers : null) ?? clauseAt(forms) ?? ofMembers ?? clause;
    around = forms;
  });
  return clause;
}

/** How a deployment must refuse an invalid value of a request. */
export interface Refusal {
  /** The clause that requires the refusal; null if a reading allows accepting the value. */
  clause: ClauseId | null;
  reading: keyof typeof readingChoices | null;
  statuses: readonly number[];
  /** The field of the body that is invalid or missing. */
  field: string;
  value: unknown;
  /** A description of the value, with the placeholders `{field}` and `{value}`. */
  what: string;
}

/** Returns the first rule of `x-kit-refused` for an issue, at its place or the nearest above; null if there is none. */
export function refusalOf(
  document: JsonObject,
  schema: Json,
  { loc, type }: Issue,
  body: unknown,
): Refusal | null {
  const places = loc.slice(1);
  const values = [body];
  for (const place of places) values.push((values.at(-1) as Record<string, unknown> | undefined)?.[place]);
  for (const [i, forms] of [...formsAlong(document, schema, places).entries()].reverse()) {
    const value = values[i];
    for (const form of forms) {
      const rules = list(form['x-kit-refused']) as JsonObject[];
      const rule = rules.find(
        (each) => [undefined, type].includes(each['issue'] as string) && isOf(each, value, form),
      );
      if (rule === undefined) continue;
      const { clause = null, reading = null, what = '{field} {value}' } = rule as Partial<Refusal>;
      const statuses = (rule['statuses'] as number[] | undefined) ?? (reading === null ? [422] : [400, 422]);
      return { clause, reading, statuses, field: String(places[0]), value, what };
    }
  }
  return null;
}

/** Whether a rule applies to this value. */
function isOf({ value: kind, like = '' }: JsonObject, value: unknown, form: JsonObject): boolean {
  if (like !== '') return typeof value === 'string' && new RegExp(String(like)).test(value);
  if (kind === 'null') return value === null;
  if (kind === 'list-of-several') return Array.isArray(value) && value.length !== 1;
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  const isAccepted = (name: Json): boolean => String(name).toLowerCase() === String(value).toLowerCase();
  if (kind === 'another-case') return typeof value === 'string' && list(form['enum']).some(isAccepted);
  return kind === undefined || typeof value === kind;
}

/** Returns the clauses of `x-kit-accepted`, by property. */
export function acceptedBy(document: JsonObject, properties: JsonObject): ReadonlyMap<string, ClauseId> {
  return new Map(
    entries(properties).flatMap(([name, schema]) => {
      const form = formsOf(document, schema).find((each) => each['x-kit-accepted'] !== undefined);
      return form === undefined ? [] : [[name, form['x-kit-accepted'] as ClauseId] as const];
    }),
  );
}

/** The names that lead to a member, without positions in lists: `locations`, `address_line1`. */
export type Path = readonly string[];

/** Returns, by clause, the members at any depth of a value that the schema assigns to the clause. */
export function pathsByClause(document: JsonObject, schema: Json): ReadonlyMap<ClauseId, readonly Path[]> {
  const paths = new Map<ClauseId, Map<string, Path>>();
  const walk = (forms: readonly JsonObject[], path: Path): void => {
    for (const form of forms) {
      if (form['items'] !== undefined) walk(formsOf(document, form['items']), path);
      for (const [name, member] of entries(form['properties'])) {
        const inner = formsOf(document, member);
        const clause = clauseAt(inner) ?? clauseOfMembers([form], 'wrong');
        const here = [...path, name];
        // Alternatives have members in common.
        if (clause !== null) paths.set(clause, (paths.get(clause) ?? new Map()).set(here.join(), here));
        walk(inner, here);
      }
    }
  };
  walk(formsOf(document, schema), []);
  return new Map([...paths].map(([clause, some]) => [clause, [...some.values()]]));
}

/** Returns all values below a keyword in a document, such as ids of clauses and readings. */
export function statedIn(value: Json, keyword: string): ReadonlySet<unknown> {
  const texts = new Set<unknown>();
  const walk = (each: Json, isStated: boolean): void => {
    if (typeof each === 'object' && each !== null)
      for (const [name, member] of Object.entries(each)) walk(member, isStated || name.startsWith(keyword));
    else if (isStated) texts.add(each);
  };
  walk(value, false);
  return texts;
}

/** Returns the forms (`formsOf`) of a schema, and of each member on the way to a place in a value. */
function formsAlong(
  document: JsonObject,
  schema: Json,
  places: readonly (string | number)[],
): JsonObject[][] {
  const along = [formsOf(document, schema)];
  for (const place of places) {
    const members = along
      .at(-1)!
      .map((form) =>
        typeof place === 'number' ? form['items'] : (form['properties'] as JsonObject | undefined)?.[place],
      );
    along.push(members.flatMap((member) => (member === undefined ? [] : formsOf(document, member))));
  }
  return along;
}

const formsKnown = new WeakMap<JsonObject, JsonObject[]>();

/** Returns a schema, the target of its `$ref`, and its alternatives (`oneOf`). */
function formsOf(document: JsonObject, schema: Json): JsonObject[] {
  const own = schema as JsonObject;
  const known = formsKnown.get(own);
  if (known !== undefined) return known;
  const named = own['$ref'] === undefined ? [] : formsOf(document, resolve(document, own));
  const alternatives = list(own['oneOf']).flatMap((form) => formsOf(document, form));
  const forms = [own, ...named, ...alternatives];
  formsKnown.set(own, forms);
  return forms;
}

function clauseAt(forms: readonly JsonObject[]): ClauseId | null {
  const found = forms.find((form) => form['x-kit-clause'] !== undefined);
  return (found?.['x-kit-clause'] ?? null) as ClauseId | null;
}

function clauseOfMembers(forms: readonly JsonObject[], fault: 'missing' | 'wrong'): ClauseId | null {
  const found = forms.map((form) => (form['x-kit-clauses'] as JsonObject | undefined)?.[fault]);
  return (found.find((clause) => clause !== undefined) ?? null) as ClauseId | null;
}
