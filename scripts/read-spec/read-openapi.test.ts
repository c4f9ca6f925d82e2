import { expect, it } from 'vitest';
import type { Json } from '../../spec/document.js';
import { casesOf } from '../../test/support/cases.js';
import { readOpenApi } from './read-openapi.js';

interface Part {
  schema?: Json;
  operation?: object;
  effect?: object;
  path?: string;
}

const cases = casesOf<{
  refused: [what: string, part: Part, message: string][];
  valid: [what: string, part: Part][];
}>(import.meta.filename);

const withSchema = (schema: Json) => ({
  openapi: '3.1.0',
  info: {},
  paths: {},
  components: { schemas: { Thing: schema } },
});
const withOperation = (operation: object, path = '/a') => ({
  ...withSchema({}),
  paths: { [path]: { post: { responses: {}, ...operation } } },
});
/** Returns a valid document except for this part. */
function documentWith({ schema, operation, effect, path }: Part): object {
  if (schema !== undefined) return withSchema(schema);
  if (effect === undefined) return withOperation(operation!, path);
  return withOperation({ 'x-kit-effect': effect }, path ?? '/__admin/faults');
}
const read = (document: object) => readOpenApi(JSON.stringify(document, null, 1), 'a.yaml');

it.each(cases.valid)('an OpenAPI document may have %s', (_, part) => {
  const document = documentWith(part);
  expect(read(document)).toEqual(document);
});

it.each(cases.refused)('readOpenApi refuses %s, and says where and how to fix it', (_, part, message) => {
  expect(() => read(documentWith(part))).toThrow(message);
});

it('readOpenApi refuses an operation without responses', () => {
  expect(() => read(withOperation({ responses: undefined }))).toThrow('post/responses is required');
});
