/** The members that bodies of an operation can have, by the schemas of its document. */
import { entries, list, operationsIn, resolve, type Json, type JsonObject } from '../../../spec/document.js';

/** True if some JSON answer of the operation can have the member. */
export function hasMember(document: JsonObject, operationId: string, parts: readonly string[]): boolean {
  return strayMember(document, operationId, parts) === null;
}

/**
 * The first part of the pointer that no answer of the operation can have, with the possible names at that place; null if an answer
 * can have all parts.
 */
export function strayMember(
  document: JsonObject,
  operationId: string,
  parts: readonly string[],
): { part: string; known: string[] } | null {
  let schemas = answersOf(document, operationId);
  for (const part of parts) {
    const next = membersOf(document, schemas, part);
    if (next.length === 0) {
      const holders = schemas.flatMap((schema) => joined(document, schema));
      return { part, known: holders.flatMap(({ properties }) => Object.keys(properties ?? {})) };
    }
    schemas = next;
  }
  return null;
}

function answersOf(document: JsonObject, operationId: string): Json[] {
  for (const { operation } of operationsIn(document)) {
    if (operation['operationId'] !== operationId) continue;
    return entries(operation['responses']).flatMap(([, response]) =>
      entries(resolve(document, response)['content']).flatMap(([type, media]) =>
        type === 'application/json' ? [media['schema'] ?? {}] : [],
      ),
    );
  }
  return [];
}

function membersOf(document: JsonObject, schemas: readonly Json[], part: string): Json[] {
  return schemas.flatMap((schema) => joined(document, schema).flatMap((each) => memberOf(each, part)));
}

/** The schema and its parts by `oneOf`, `anyOf` and `allOf`. */
function joined(document: JsonObject, schema: Json): JsonObject[] {
  if (typeof schema !== 'object' || schema === null) return schema === false ? [] : [{}];
  const known = resolve(document, schema);
  const parts = [...list(known['oneOf']), ...list(known['anyOf']), ...list(known['allOf'])];
  return parts.length === 0 ? [known] : [known, ...parts.flatMap((part) => joined(document, part))];
}

/** The schema of a member; a schema without members and items allows anything. */
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
