/** Reads the kit's OpenAPI documents and schemas as JSON, which `npm run generate` checks and writes. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

export function readDocument(url: URL): JsonObject {
  return JSON.parse(readFileSync(url, 'utf8')) as JsonObject;
}

export interface OperationSource {
  /** In upper case. */
  method: string;
  path: string;
  operation: JsonObject;
}

export function operationsIn(document: JsonObject): OperationSource[] {
  return entries(document['paths']).flatMap(([path, { parameters: _, ...methods }]) =>
    entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Follows the `$ref` of an object, if it has one. Throws an Error if its target does not exist. */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref: reference } = value as JsonObject;
  if (typeof reference !== 'string') return value as JsonObject;
  let found: Json | undefined = document;
  for (const part of reference.replace('#/', '').split('/'))
    found = (found as JsonObject | undefined)?.[part];
  if (found === undefined) throw new Error(`the reference ${reference} leads nowhere`);
  return found as JsonObject;
}

/** Returns the members of an object of objects; none if the value is missing. */
export function entries(value: Json | undefined): [string, JsonObject][] {
  return Object.entries((value ?? {}) as { [name: string]: JsonObject });
}

export function list(value: Json | undefined): Json[] {
  return (value ?? []) as Json[];
}
