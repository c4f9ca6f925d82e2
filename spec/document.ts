/** Reads an OpenAPI document of the kit and refuses, by name, what the loader would not act on. */
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** An OpenAPI document with a keyword, reference or extension that the kit does not understand. */
export class DocumentError extends Error {
  override name = 'DocumentError';
}

const KEYWORDS = {
  document: ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components'],
  components: [
    'securitySchemes',
    'parameters',
    'headers',
    'responses',
    'schemas',
    'requestBodies',
    'examples',
  ],
  pathItem: ['get', 'post', 'put', 'patch', 'delete', 'parameters'],
  operation: [
    'operationId',
    'tags',
    'summary',
    'description',
    'deprecated',
    'security',
    'parameters',
    'requestBody',
    'responses',
    'x-section',
    'x-kind',
    'x-error-form',
    'x-credit-cost',
    'x-rate-limit',
    'x-search-window',
    'x-kit-effect',
  ],
  parameter: ['name', 'in', 'description', 'required', 'allowEmptyValue', 'schema', 'example'],
  requestBody: ['description', 'required', 'content'],
  response: ['description', 'headers', 'content', 'x-stated'],
  header: ['description', 'required', 'schema', 'example'],
  mediaType: ['schema', 'examples', 'example'],
  schema: [
    '$ref',
    'type',
    'format',
    'description',
    'title',
    'default',
    'enum',
    'const',
    'examples',
    'properties',
    'required',
    'additionalProperties',
    'minProperties',
    'propertyNames',
    'items',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'anyOf',
    'oneOf',
    'allOf',
    'x-message',
    'x-unstated',
    'x-least-accepted',
  ],
} as const;

/** Reads a generated document. */
export function readDocument(url: URL): JsonObject {
  return JSON.parse(readFileSync(url, 'utf8')) as JsonObject;
}

/** Throws DocumentError for a keyword that the loader does not understand or a reference that leads nowhere. */
export function checkDocument(document: JsonObject): void {
  known('document', document, '#');
  const components = object(document['components'], '#/components');
  known('components', components, '#/components');
  for (const [method, operation, where] of operationObjects(document)) {
    known('operation', operation, where);
    list(operation['parameters']).forEach((each, i) =>
      checkParameter(document, each, `${where}/parameters/${i}`),
    );
    if (operation['requestBody'] !== undefined) {
      const body = resolve(document, operation['requestBody'], `${where}/requestBody`);
      known('requestBody', body, `${where}/requestBody`);
      checkContent(document, body['content'], `${where}/requestBody`);
    }
    if (operation['responses'] === undefined) throw new DocumentError(`${where}: ${method} has no responses`);
    for (const [status, response] of entries(operation['responses']))
      checkResponse(document, response, `${where}/responses/${status}`);
  }
  for (const [name, schema] of entries(components['schemas']))
    checkSchema(document, schema, `#/components/schemas/${name}`);
}

/** Every operation object of the document with its method, its place and its path. */
export function* operationObjects(
  document: JsonObject,
): Generator<[method: string, operation: JsonObject, where: string, path: string]> {
  for (const [path, item] of entries(document['paths'])) {
    const where = `#/paths/${path}`;
    known('pathItem', object(item, where), where);
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

function checkParameter(document: JsonObject, value: Json, where: string): void {
  const parameter = resolve(document, value, where);
  known('parameter', parameter, where);
  checkSchema(document, parameter['schema'], `${where}/schema`);
}

function checkResponse(document: JsonObject, value: Json, where: string): void {
  const response = resolve(document, value, where);
  known('response', response, where);
  checkContent(document, response['content'], where);
  for (const [name, each] of entries(response['headers'])) {
    const header = resolve(document, each, `${where}/headers/${name}`);
    known('header', header, `${where}/headers/${name}`);
    checkSchema(document, header['schema'], `${where}/headers/${name}/schema`);
  }
}

function checkContent(document: JsonObject, content: Json | undefined, where: string): void {
  for (const [media, value] of entries(content)) {
    known('mediaType', object(value, where), `${where}/content/${media}`);
    checkSchema(document, object(value, where)['schema'], `${where}/content/${media}/schema`);
  }
}

function checkSchema(document: JsonObject, value: Json | undefined, where: string): void {
  if (typeof value === 'boolean') return;
  const schema = object(value, where);
  known('schema', schema, where);
  if (schema['pattern'] !== undefined && schema['x-message'] === undefined)
    throw new DocumentError(`${where}: the pattern lacks an x-message, which tells a caller what is wanted`);
  if (schema['$ref'] !== undefined) resolve(document, schema, where);
  for (const [name, property] of entries(schema['properties']))
    checkSchema(document, property, `${where}/properties/${name}`);
  for (const keyword of ['items', 'additionalProperties', 'propertyNames'])
    if (schema[keyword] !== undefined) checkSchema(document, schema[keyword], `${where}/${keyword}`);
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    list(schema[keyword]).forEach((each, i) => checkSchema(document, each, `${where}/${keyword}/${i}`));
}

function known(kind: keyof typeof KEYWORDS, value: JsonObject, where: string): void {
  const allowed: readonly string[] = KEYWORDS[kind];
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name))
      throw new DocumentError(`${where}: the loader does not understand the ${kind} keyword "${name}"`);
  }
}

function object(value: Json | undefined, where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DocumentError(`${where}: expected an object`);
  return value;
}
