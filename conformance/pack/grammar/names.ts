/** The names that packs use and the documents define: clauses, readings, operations, job fields, inputs. */
import type { Documents } from '../model/documents.js';
import { follow } from '../../values/pointers.js';
import { FACTS } from '../language/facts.js';
import { INPUTS, KEY_ROLES } from '../language/inputs.js';
import { listOf, shared, type JsonSchema } from '../language/json-schema.js';

/** A value of a table's row, which is put in before names are looked at. */
const ofRow: JsonSchema = { type: 'string', pattern: '^\\$each\\.' };

/** One of the names, shown with its meaning; `title` says what they name, for the message that refuses another. */
function oneOfNames(
  title: string,
  names: readonly [name: string, says: string][],
  other = ofRow,
): JsonSchema {
  return {
    title,
    anyOf: [{ enum: names.map(([name]) => name), enumDescriptions: names.map(([, says]) => says) }, other],
  };
}

/** Definitions of the pack schema that hold names of the documents. */
export function names({ contract, admin, clauses }: Documents): Readonly<Record<string, JsonSchema>> {
  const operations: [string, string][] = [
    ...contract.operations.map(({ id, method, path }): [string, string] => [id, `${method} ${path}`]),
    ...contract.operations.map(({ id, method, path }): [string, string] => [
      `$sourceDescriptions.contract.${id}`,
      `${method} ${path}`,
    ]),
    ...admin.operations.map(({ id, method, path }): [string, string] => [
      `$sourceDescriptions.admin.${id}`,
      `${method} ${path}`,
    ]),
  ];
  const fields = follow(contract.document, ['components', 'schemas', 'Job', 'properties']) as object;
  return {
    'clause-id': oneOfNames(
      'clause',
      clauses.clauses.map(({ id, level, text }) => [id, `${level}: ${text}`]),
    ),
    clauses: { ...listOf(shared('clause-id')), uniqueItems: true },
    'reading-id': oneOfNames(
      'reading',
      clauses.readings.map(({ id, question, choices }) => [
        id,
        `${question} ${choices.map((choice) => `${choice.id}: ${choice.text}`).join(' ')}`,
      ]),
    ),
    'operation-id': oneOfNames('operation', operations),
    'job-field': oneOfNames(
      'job field',
      Object.entries(fields).map(([name, schema]) => [name, String(follow(schema, ['description']) ?? '')]),
      { type: 'string', pattern: '^(/|\\$)' },
    ),
    requirement: oneOfNames(
      'requirement',
      [
        ['admin', 'The admin API of a mock.'],
        ['company', 'A known company with current postings.'],
        ['network', "The network's prefix of company URLs."],
        ['throttling', 'Refusals with 429 may be provoked on the key of the profile (`--allow-throttling`).'],
        ...Object.values(KEY_ROLES).map((role): [string, string] => [
          `key:${role}`,
          `A key of the role ${role}.`,
        ]),
        ...clauses.readings.flatMap(({ id, choices }) =>
          choices.map((choice): [string, string] => [`reading:${id}=${choice.id}`, choice.text]),
        ),
        ...contract.operations.map(({ id }): [string, string] => [
          `operation:${id}`,
          'The operation is offered.',
        ]),
        ...[...FACTS].map(([name, says]): [string, string] => [`fact:${name}`, says]),
      ],
      ofRow,
    ),
    inputs: {
      description:
        'JSON Schema of what the workflow wants, or a reference to one. Names that the runner binds need none.',
      type: 'object',
      properties: {
        properties: {
          type: 'object',
          properties: Object.fromEntries(
            INPUTS.flatMap(({ name, says }) =>
              typeof name === 'string' ? [[name, { description: says }]] : [],
            ),
          ),
          patternProperties: Object.fromEntries(
            INPUTS.flatMap(({ name, says }) =>
              typeof name === 'string' ? [] : [[name.source, { description: says }]],
            ),
          ),
        },
      },
    },
  };
}
