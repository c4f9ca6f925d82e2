/** The vocabulary of the editor of packs: the schema of packs, expressions, and the body fields of operations. */
import type { Contract } from '../../spec/contract.js';
import { INPUTS } from '../pack/language/inputs.js';
import { packSchema } from '../pack/grammar/pack-schema.js';

const EXPRESSIONS: Readonly<Record<string, string>> = {
  '$response.body#/': 'a value of the response body, by its JSON Pointer',
  '$response.header.': 'a header of the response',
  $statusCode: 'the status of the response',
  '$steps.': 'a value of an earlier step, such as $steps.first.outputs.jobs',
};

export function languageOf({ operations }: Contract) {
  return {
    schema: packSchema() as object,
    /** Expressions that can replace a value. */
    words: [
      ...Object.entries(EXPRESSIONS).map(([label, info]) => ({ label, detail: 'expression', info })),
      ...INPUTS.flatMap(({ name, says }) =>
        typeof name === 'string' ? [{ label: `$inputs.${name}`, detail: 'input', info: says }] : [],
      ),
    ],
    /** Names of body fields by operation. */
    fields: Object.fromEntries(operations.map(({ id, bodyFields }) => [id, bodyFields])),
  };
}
