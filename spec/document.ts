/** An OpenAPI document of the kit. `npm run generate` checks it and writes it as JSON, which programs read. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** A reference that leads nowhere. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Reads a generated document. */
export function readDocument(url: URL): JsonObject {
  return JSON.parse(readFileSync(url, 'utf8')) as JsonObject;
}

export interface OperationSource {
  /** In capital letters. */
  method: string;
  path: string;
  operation: JsonObject;
}

export function operationsIn(document: JsonObject): OperationSource[] {
  return entries(document['paths']).flatMap(([path, { parameters: _, ...methods }]) =>
    entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The object itself, or the one its `$ref` leads to. Throws DocumentError if it leads nowhere. */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  const { $ref: reference } = value as JsonObject;
  if (typeof reference !== 'string') return value as JsonObject;
  let found: Json | undefined = document;
  for (const part of reference.replace('#/', '').split('/'))
    found = (found as JsonObject | undefined)?.[part];
  if (found === undefined) throw new DocumentError(`the reference ${reference} leads nowhere`);
  return found as JsonObject;
}

/** The members of an object of objects; none if it is missing. */
export function entries(value: Json | undefined): [string, JsonObject][] {
  return Object.entries((value ?? {}) as { [name: string]: JsonObject });
}

export function list(value: Json | undefined): Json[] {
  return (value ?? []) as Json[];
}
