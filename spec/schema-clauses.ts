/** Which clause the contract states at a place of an answer: `x-kit-clause` and `x-kit-clauses` in `openapi.yaml`. */
import type { ClauseId } from './generated/ids.js';
import { entries, list, resolve, type Json, type JsonObject } from './document.js';
import type { Issue } from './validators.js';

/** The clause that an issue breaks: the nearest one at its place or above; null if there is none. */
export function clauseOfIssue(
  document: JsonObject,
  schema: Json,
  { loc, type }: Pick<Issue, 'loc' | 'type'>,
): ClauseId | null {
  const places = loc.slice(1);
  let forms = formsOf(document, schema);
  let clause = clauseAt(forms);
  places.forEach((place, i) => {
    const isMissing = type === 'missing' && i === places.length - 1;
    const ofMembers = clauseOfMembers(forms, isMissing ? 'missing' : 'wrong');
    forms = forms.flatMap((form) => {
      const member = typeof place === 'number' ? form['items'] : propertiesOf(form)[place];
      return member === undefined ? [] : formsOf(document, member);
    });
    clause = (isMissing ? ofMembers : null) ?? clauseAt(forms) ?? ofMembers ?? clause;
  });
  return clause;
}

/** A path of names to a member of an object, through lists: `locations`, `address_line1`. */
export type Path = readonly string[];

/** The members of an object with a clause of their own, by clause. */
export function pathsByClause(document: JsonObject, schema: Json): ReadonlyMap<ClauseId, readonly Path[]> {
  const paths = new Map<ClauseId, Path[]>();
  const walk = (forms: readonly JsonObject[], path: Path): void => {
    for (const form of forms) {
      if (form['items'] !== undefined) walk(formsOf(document, form['items']), path);
      for (const [name, member] of entries(form['properties'])) {
        const inner = formsOf(document, member);
        const clause = clauseAt(inner);
        const here = [...path, name];
        if (clause !== null) paths.set(clause, [...(paths.get(clause) ?? []), here]);
        walk(inner, here);
      }
    }
  };
  walk(formsOf(document, schema), []);
  return paths;
}

/** Every clause that a document states at a schema or at an answer. */
export function clausesStatedIn(value: Json): ClauseId[] {
  if (typeof value !== 'object' || value === null) return [];
  const { 'x-kit-clause': own, 'x-kit-clauses': ofMembers } = value as JsonObject;
  const stated = [own, ...Object.values(ofMembers ?? {})].filter((clause) => clause !== undefined);
  return [...new Set([...(stated as ClauseId[]), ...Object.values(value).flatMap(clausesStatedIn)])];
}

/** The schema, the schema that its `$ref` names, and its alternatives. */
function formsOf(document: JsonObject, schema: Json): JsonObject[] {
  const own = schema as JsonObject;
  const named = own['$ref'] === undefined ? [] : formsOf(document, resolve(document, own));
  const alternatives = list(own['oneOf']).flatMap((form) => formsOf(document, form));
  return [own, ...named, ...alternatives];
}

function propertiesOf(form: JsonObject): JsonObject {
  return (form['properties'] ?? {}) as JsonObject;
}

function clauseAt(forms: readonly JsonObject[]): ClauseId | null {
  const found = forms.find((form) => form['x-kit-clause'] !== undefined);
  return (found?.['x-kit-clause'] ?? null) as ClauseId | null;
}

function clauseOfMembers(forms: readonly JsonObject[], fault: 'missing' | 'wrong'): ClauseId | null {
  const found = forms.map((form) => (form['x-kit-clauses'] as JsonObject | undefined)?.[fault]);
  return (found.find((clause) => clause !== undefined) ?? null) as ClauseId | null;
}
