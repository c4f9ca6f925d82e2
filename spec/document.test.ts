import { describe, expect, it } from 'vitest';
import { checkDocument, DocumentError, type JsonObject } from './document.js';

const withSchema = (schema: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: {},
  paths: {},
  components: { schemas: { Thing: schema } },
});

describe('checkDocument', () => {
  it('accepts the keywords that it understands', () => {
    expect(() =>
      checkDocument(withSchema({ type: 'object', properties: { name: { type: 'string', maxLength: 3 } } })),
    ).not.toThrow();
  });

  it('refuses a schema keyword by name and place', () => {
    expect(() => checkDocument(withSchema({ type: 'array', contains: { const: 1 } }))).toThrow(
      new DocumentError(
        '#/components/schemas/Thing: the loader does not understand the schema keyword "contains"',
      ),
    );
  });

  it('refuses a pattern without the words for a value that does not fit it', () => {
    expect(() => checkDocument(withSchema({ type: 'string', pattern: '^a' }))).toThrow(
      '#/components/schemas/Thing: the pattern lacks an x-message',
    );
  });

  it('refuses an unknown extension on an operation', () => {
    const document = { ...withSchema({}), paths: { '/a': { get: { 'x-speed': 1, responses: {} } } } };
    expect(() => checkDocument(document)).toThrow(
      'the loader does not understand the operation keyword "x-speed"',
    );
  });

  it('refuses a reference that leads nowhere', () => {
    expect(() =>
      checkDocument(withSchema({ properties: { a: { $ref: '#/components/schemas/Nothing' } } })),
    ).toThrow('#/components/schemas/Nothing leads nowhere');
  });
});
