import { expect, it } from 'vitest';
import type { Json } from '../../spec/document.js';
import { readOpenApi } from './read-openapi.js';

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
const withEffect = (effect: object, path = '/__admin/faults') =>
  withOperation({ 'x-kit-effect': effect }, path);
const read = (document: object) => readOpenApi(JSON.stringify(document, null, 1), 'a.yaml');

const property = { properties: { name: { type: 'string', maxLength: 3 } } };
it.each([
  ['keywords that the loaders understand', withSchema({ type: 'object', ...property })],
  ['an effect on all accounts', withEffect({ does: 'plant-fault', accounts: 'all' })],
  [
    'an effect on one account',
    withEffect({ does: 'move-clock', accounts: 'one', clock: '' }, '/__admin/accounts/{accountId}/clock'),
  ],
])('an OpenAPI document may have %s', (_, document) => {
  expect(read(document)).toEqual(document);
});

it.each([
  [
    'an unknown keyword of a schema',
    withSchema({ type: 'array', contains: { const: 1 } }),
    'a.yaml:9: components/schemas/Thing/contains is not a known field',
  ],
  [
    'a misspelt keyword',
    withSchema({ maxLenght: 1 }),
    'components/schemas/Thing/maxLenght is not a known field; did you mean "maxLength"?',
  ],
  [
    'a pattern without a message for values that do not match',
    withSchema({ type: 'string', pattern: '^a' }),
    'components/schemas/Thing must have property x-message when property pattern is present',
  ],
  ['an unknown extension', withOperation({ 'x-speed': 1 }), 'paths//a/post/x-speed is not a known field'],
  ['an operation without responses', withOperation({ responses: undefined }), 'post/responses is required'],
  [
    'a reference without a target',
    withSchema({ properties: { a: { $ref: '#/components/schemas/Nothing' } } }),
    'Thing/properties/a is wrong: the reference #/components/schemas/Nothing leads nowhere',
  ],
  ['no effect', withOperation({}, '/__admin/a'), 'x-kit-effect is required; say what the call changes'],
  ['an unknown effect', withEffect({ does: 'plants-fault' }), 'x-kit-effect/does must be one of: read, '],
  ['the name of an inherited property', withEffect({ does: 'constructor' }), 'must be one of: read, '],
  ['a missing member', withEffect({ does: 'reset' }), 'x-kit-effect/accounts is required'],
  [
    'a member of another effect',
    withEffect({ does: 'read', accounts: 'all' }),
    'x-kit-effect/accounts belongs to effects that change accounts',
  ],
  [
    'an effect on one account on a path without an account',
    withEffect({ does: 'reset', accounts: 'one' }),
    'x-kit-effect/accounts must be all, as in the path',
  ],
  ['a clock that is not a pointer', withEffect({ does: 'read', clock: 'clock' }), 'must be a JSON Pointer'],
  [
    'an unknown change of an account',
    withEffect({ does: 'change-account', accounts: 'all', changes: ['credits', 'color'] }),
    'x-kit-effect/changes/1 must be one of: credits, ',
  ],
])('readOpenApi refuses %s, and says where and how to fix it', (_, document, message) => {
  expect(() => read(document)).toThrow(message);
});
