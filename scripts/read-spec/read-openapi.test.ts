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
const ONE_CLOCK = '/__admin/accounts/{accountId}/clock';
const read = (document: object) => readOpenApi(JSON.stringify(document, null, 1), 'a.yaml');

const oneAccount = { does: 'reset', accounts: 'one' };
const lost = { properties: { a: { $ref: '#/components/schemas/Nothing' } } };
const property = { properties: { name: { type: 'string', maxLength: 3 } } };
it.each([
  ['keywords that the loaders understand', withSchema({ type: 'object', ...property })],
  ['an effect on all accounts', withEffect({ does: 'plant-fault', accounts: 'all' })],
  ['an effect on one account', withEffect({ does: 'move-clock', accounts: 'one', clock: '' }, ONE_CLOCK)],
])('an OpenAPI document may have %s', (_, document) => {
  expect(read(document)).toEqual(document);
});

it.each([
  ['an unknown keyword', withSchema({ contains: {} }), 'a.yaml:8: components/schemas/Thing/contains is no'],
  ['a misspelt keyword', withSchema({ maxLenght: 1 }), 'Thing/maxLenght is not a known field; did you mean'],
  ['a pattern without a message', withSchema({ pattern: '^a' }), 'must have property x-message when'],
  ['an unknown extension', withOperation({ 'x-speed': 1 }), 'paths//a/post/x-speed is not a known field'],
  ['an operation without responses', withOperation({ responses: undefined }), 'post/responses is required'],
  ['a reference without a target', withSchema(lost), 'Thing/properties/a is wrong: the reference #/comp'],
  ['no effect', withOperation({}, '/__admin/a'), 'x-kit-effect is required; say what the call changes'],
  ['an unknown effect', withEffect({ does: 'plants-fault' }), 'x-kit-effect/does must be one of: read, '],
  ['the name of an inherited property', withEffect({ does: 'constructor' }), 'must be one of: read, '],
  ['a missing member', withEffect({ does: 'reset' }), 'x-kit-effect/accounts is required'],
  ['a foreign member', withEffect({ does: 'read', accounts: 'all' }), 'belongs to effects that change'],
  ['one account on a path of all', withEffect(oneAccount), 'effect/accounts must be all, as in the path'],
  ['a clock that is not a pointer', withEffect({ does: 'read', clock: 'clock' }), 'must be a JSON Pointer'],
  [
    'an unknown change of an account',
    withEffect({ does: 'change-account', accounts: 'all', changes: ['credits', 'color'] }),
    'x-kit-effect/changes/1 must be one of: credits, ',
  ],
])('readOpenApi refuses %s, and says where and how to fix it', (_, document, message) => {
  expect(() => read(document)).toThrow(message);
});
