/** Checks that the documents use only forms that generators and validators of other teams interpret as we do. */
import { describe, expect, it } from 'vitest';
import { loadAdminContract } from './admin.js';
import { loadContract } from './contract.js';
import { entries, list, type Json, type JsonObject } from './document.js';

describe.each([
  ['openapi.yaml', loadContract().document],
  ['admin.openapi.yaml', loadAdminContract().document],
])('%s', (_name, document) => {
  const components = document['components'] as JsonObject;

  it('gives each component a unique name, even across kinds, because some generators use one namespace', () => {
    const kinds = ['parameters', 'headers', 'responses', 'schemas', 'requestBodies', 'examples'];
    const names = kinds.flatMap((kind) => entries(components[kind]).map(([name]) => name));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('writes successful responses inline, so that every generator finds their media type', () => {
    const referred = entries(document['paths']).flatMap(([path, item]) =>
      entries(item).flatMap(([method, operation]) =>
        entries(operation['responses'])
          .filter(([status, response]) => status < '300' && '$ref' in response)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
    expect(referred).toEqual([]);
  });

  it('gives each constant a type and an enum of one value, for generators that ignore const', () => {
    const bare = schemasIn(document).filter(
      ({ schema }) => 'const' in schema && !('type' in schema && list(schema['enum'])[0] === schema['const']),
    );
    expect(bare.map(({ where }) => where)).toEqual([]);
  });

  it('lists two types only to allow null, and uses anyOf for other types', () => {
    const mixed = schemasIn(document).filter(
      ({ schema }) =>
        Array.isArray(schema['type']) && schema['type'].filter((one) => one !== 'null').length > 1,
    );
    expect(mixed.map(({ where }) => where)).toEqual([]);
  });

  it('gives variables of servers no description, which swagger-parser rejects', () => {
    const variables = list(document['servers']).flatMap((server) =>
      entries((server as JsonObject)['variables']),
    );
    expect(variables.filter(([, variable]) => 'description' in variable)).toEqual([]);
  });
});

/** Every object of the document that may be a schema; examples are data. */
function schemasIn(value: Json, where = '#'): { where: string; schema: JsonObject }[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value)
    .filter(([name]) => name !== 'example' && name !== 'examples')
    .flatMap(([name, each]) => schemasIn(each as Json, `${where}/${name}`));
  return Array.isArray(value) ? below : [{ where, schema: value }, ...below];
}
