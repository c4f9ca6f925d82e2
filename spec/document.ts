/** Reads a generated OpenAPI document. `npm run generate` has checked it. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** A part of an OpenAPI document that is missing or is not an object. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

/** Reads a generated document. */
export function readDocument(url: URL): JsonObject {
  return JSON.parse(readFileSync(url, 'utf8')) as JsonObject;
}

/** Every operation object of the document with its method, its place and its path. */
export function* operationObjects(
  document: JsonObject,
): Generator<[method: string, operation: JsonObject, where: string, path: string]> {
  for (const [path, item] of entries(document['paths'])) {
    const where = `#/paths/${path}`;
    for (const [method, operation] of entries(item)) {
      if (method !== 'parameters')
        yield [method.toUpperCase(), object(operation, where), `${where}/${method}`, path];
    }
  }
}

/** The object itself, or the one its `$ref` leads to. Throws DocumentError when it leads nowhere. */
export function resolve(document: JsonObject, value: Json | undefined, where: string): JsonObject {
  const target = object(value, where);
  const ref = target['$ref'];
  if (typeof ref !== 'string') return target;
  let found: Json | undefined = document;
  for (const part of ref.replace('#/', '').split('/')) found = object(found, where)[part];
  if (found === undefined) throw new DocumentError(`${where}: ${ref} leads nowhere`);
  return object(found, where);
}

export function entries(value: Json | undefined): [string, Json][] {
  return Object.entries((value ?? {}) as JsonObject);
}

export function list(value: Json | undefined): Json[] {
  return (value ?? []) as Json[];
}

function object(value: Json | undefined, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DocumentError(`${where}: expected an object`);
  return value;
}
