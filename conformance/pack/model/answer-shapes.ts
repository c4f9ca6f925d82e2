/** What the bodies of an operation can hold, by the schemas of its document. */
import {
  entries,
  list,
  operationObjects,
  resolve,
  type Json,
  type JsonObject,
} from '../../../spec/document.js';

/** True where some JSON answer of the operation can have the member that the pointer's parts lead to. */
export function hasMember(document: JsonObject, operationId: string, parts: readonly string[]): boolean {
  return answersOf(document, operationId).some((schema) => leadsOn(document, schema, parts));
}

/** The schemas of the operation's JSON answers. */
function answersOf(document: JsonObject, operationId: string): Json[] {
  for (const [, operation, where] of operationObjects(document)) {
    if (operation['operationId'] !== operationId) continue;
    return entries(operation['responses']).flatMap(([, response]) =>
      entries(resolve(document, response, where)['content']).flatMap(([type, media]) =>
        type === 'application/json' ? [(media as JsonObject)['schema'] ?? {}] : [],
      ),
    );
  }
  return [];
}

/** A schema that names no members or items holds anything. */
function leadsOn(document: JsonObject, schema: Json, parts: readonly string[]): boolean {
  const [part, ...rest] = parts;
  if (part === undefined) return true;
  if (typeof schema !== 'object' || schema === null) return schema !== false;
  const known = resolve(document, schema, 'a response');
  const joined = [...list(known['oneOf']), ...list(known['anyOf']), ...list(known['allOf'])];
  if (joined.some((each) => leadsOn(document, each, parts))) return true;
  const types = [known['type']].flat();
  if (part === 'length' && (types.includes('array') || types.includes('string'))) return rest.length === 0;
  if (/^\d+$/.test(part) && known['items'] !== undefined) return leadsOn(document, known['items'], rest);
  const members = known['properties'] as JsonObject | undefined;
  if (members?.[part] !== undefined) return leadsOn(document, members[part], rest);
  return members === undefined && joined.length === 0 && known['items'] === undefined && isOpen(known);
}

function isOpen({ type }: JsonObject): boolean {
  return type === undefined || [type].flat().some((each) => each === 'object' || each === 'array');
}
