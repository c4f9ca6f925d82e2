/** What the bodies of an operation can hold, by the contract's schemas. */
import type { Contract, Operation } from '../../../spec/contract.js';
import {
  entries,
  list,
  operationObjects,
  resolve,
  type Json,
  type JsonObject,
} from '../../../spec/document.js';

/** True where some body of the operation's answers can have the member that the pointer's parts lead to. */
export function hasMember(contract: Contract, operation: Operation, parts: readonly string[]): boolean {
  return answersOf(contract, operation.id).some((schema) => leadsOn(contract.document, schema, parts));
}

/** The schemas of the operation's JSON answers. */
function answersOf({ document }: Contract, id: string): Json[] {
  for (const [, operation, where] of operationObjects(document)) {
    if (operation['operationId'] !== id) continue;
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
  if (/^(\d+|length)$/.test(part) && known['items'] !== undefined)
    return part === 'length' ? rest.length === 0 : leadsOn(document, known['items'], rest);
  const members = known['properties'] as JsonObject | undefined;
  if (members?.[part] !== undefined) return leadsOn(document, members[part], rest);
  return members === undefined && joined.length === 0 && known['items'] === undefined && isOpen(known);
}

function isOpen({ type }: JsonObject): boolean {
  return type === undefined || [type].flat().some((each) => each === 'object' || each === 'array');
}
