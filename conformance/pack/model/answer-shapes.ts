/** Finds out from schemas which members responses of an operation can have. */
import { entries, list, operationsIn, resolve, type Json, type JsonObject } from '../../../spec/document.js';

/**
 * Returns the first part of a pointer that no response of the operation can have, and the possible names in its place; null if
 * a response can have all parts.
 */
export function strayMember(
  document: JsonObject,
  operationId: string,
  parts: readonly string[],
): { part: string; known: string[] } | null {
  let schemas = answersOf(document, operationId).flatMap((schema) => joined(document, schema));
  for (const part of parts) {
    const next = schemas.flatMap((schema) => memberOf(schema, part));
    if (next.length === 0)
      return { part, known: schemas.flatMap(({ properties }) => Object.keys(properties ?? {})) };
    schemas = next.flatMap((schema) => joined(document, schema));
  }
  return null;
}

function answersOf(document: JsonObject, operationId: string): Json[] {
  const found = operationsIn(document).find(({ operation }) => operation['operationId'] === operationId);
  return entries(found?.operation['responses']).flatMap(([, response]) =>
    entries(resolve(document, response)['content']).flatMap(([type, media]) =>
      type === 'application/json' ? [media['schema'] ?? {}] : [],
    ),
  );
}

/** Returns a schema and its parts in `oneOf`, `anyOf` and `allOf`. */
function joined(document: JsonObject, schema: Json): JsonObject[] {
  if (typeof schema !== 'object' || schema === null) return schema === false ? [] : [{}];
  const known = resolve(document, schema);
  const parts = [...list(known['oneOf']), ...list(known['anyOf']), ...list(known['allOf'])];
  return parts.length === 0 ? [known] : [known, ...parts.flatMap((part) => joined(document, part))];
}

/** Returns the schema of a member, or none. A schema without members and items allows any member. */
function memberOf(schema: JsonObject, part: string): Json[] {
  const { properties, items, type } = schema;
  const types = [type].flat();
  if (part === 'length' && (types.includes('array') || types.includes('string')))
    return [{ type: 'integer' }];
  if (/^\d+$/.test(part) && items !== undefined) return [items];
  const member = (properties as JsonObject | undefined)?.[part];
  if (member !== undefined) return [member];
  const isJoint = ['oneOf', 'anyOf', 'allOf', '$ref'].some((name) => name in schema);
  const isOpen = type === undefined || types.includes('object') || types.includes('array');
  return properties === undefined && items === undefined && !isJoint && isOpen ? [{}] : [];
}
