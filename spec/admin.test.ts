import { describe, expect, it } from 'vitest';
import { loadAdminContract, type AdminOperationId } from './admin.js';
import { bodySchema, operationIds } from './contract.js';
import { entries, list, operationsIn, resolve, type JsonObject } from './document.js';
import { schemaCompiler } from './validators.js';
import { casesOf } from '../test/support/cases.js';

const cases = casesOf<{ limits: [body: object, issues: string[]][] }>(import.meta.filename);
const admin = loadAdminContract();

describe('the admin document', () => {
  it('lists the operations of the contract, in the same order', () => {
    const { schemas } = admin.document['components'] as { schemas: Record<string, JsonObject> };
    expect(schemas['OperationId']!['enum']).toEqual([...operationIds]);
  });

  it('gives every operation a unique name', () => {
    const ids = admin.operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a Clock in the answer of each operation whose effect names a clock', () => {
    for (const { id, effect, successSchemaAt } of operationsWithAnswers())
      if (effect.clock !== null) expect([id, successSchemaAt(effect.clock)]).toEqual([id, 'Clock']);
  });

  it('has a CreatedAccount in the answer of each operation that creates an account', () => {
    for (const { id, effect, successSchemaAt } of operationsWithAnswers())
      if (effect.does === 'create-account')
        expect([id, successSchemaAt(effect.account)]).toEqual([id, 'CreatedAccount']);
  });

  it('says that GET changes nothing, and that every other method does', () => {
    for (const { id, method, effect } of admin.operations)
      expect([id, effect.does === 'read']).toEqual([id, method === 'GET']);
  });

  it('has examples that are valid against their own schemas', () => {
    const { document } = admin;
    const compile = schemaCompiler(document);
    const contents = operationsIn(document).flatMap(
      ({ path, operation: { requestBody, responses, parameters } }) => {
        return [
          ...[...(requestBody ? [requestBody] : []), ...entries(responses).map(([, each]) => each)].flatMap(
            (holder) => entries(resolve(document, holder)['content']).map(([, each]) => ({ path, ...each })),
          ),
          ...list(parameters).map((each) => ({ example: null, ...resolve(document, each), path })),
        ] as (JsonObject & { path: string })[];
      },
    );
    const values = contents.flatMap(({ path, schema, example, examples }) =>
      [
        ...(example === undefined ? [] : [example]),
        ...entries(examples).map(([, each]) => resolve(document, each)['value']!),
      ].map((value) => ({ path, schema: schema!, value })),
    );
    expect(values.length).toBeGreaterThan(100);
    for (const { path, schema, value } of values) expect(compile(schema, path)(value)).toEqual([]);
  });
});

it.each(cases.limits)('a new account may have the limits %j, or is refused', (body, issues) => {
  const found = admin.operation('createAccount').validateBody(body);
  expect(found.map(({ loc, msg }) => `${loc.join('.')} ${msg}`)).toEqual(issues);
});

/** Each operation with a function that returns the schema name at a pointer into its successful answer. */
function operationsWithAnswers() {
  const { document } = admin;
  return operationsIn(document).map(({ operation }) => ({
    id: operation['operationId'] as AdminOperationId,
    effect: admin.operation(operation['operationId'] as AdminOperationId).effect,
    successSchemaAt(pointer: string): string | undefined {
      const [, success] = entries(operation['responses']).find(([status]) => status.startsWith('2'))!;
      let schema = bodySchema(document, success)!;
      for (const name of pointer.split('/').slice(1))
        schema = (resolve(document, schema)['properties'] as JsonObject)[name]!;
      return String((schema as JsonObject)['$ref'])
        .split('/')
        .at(-1);
    },
  }));
}
