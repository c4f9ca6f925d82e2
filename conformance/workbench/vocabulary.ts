/** The vocabulary of the editor of packs: the schema of packs, expressions, and the body fields of operations. */
import type { Contract } from '../../spec/contract.js';
import { INPUTS } from '../pack/language/inputs.js';
import { packSchema } from '../pack/grammar/pack-schema.js';

export interface Language {
  schema: object;
  /** Expressions that can replace a value. */
  words: { label: string; detail: string; info: string }[];
  /** Names of body fields by operation. */
  fields: Readonly<Record<string, readonly string[]>>;
}

const EXPRESSIONS: Readonly<Record<string, string>> = {
  '$response.body#/': 'a value of the response body, by its JSON Pointer',
  '$response.header.': 'a header of the response',
  $statusCode: 'the status of the response',
  '$steps.': 'a value of an earlier step, such as $steps.first.outputs.jobs',
};

export function languageOf({ operations }: Contract): Language {
  return {
    schema: packSchema(),
    words: [
      ...Object.entries(EXPRESSIONS).map(([label, info]) => ({ label, detail: 'expression', info })),
      ...INPUTS.flatMap(({ name, says }) =>
        typeof name === 'string' ? [{ label: `$inputs.${name}`, detail: 'input', info: says }] : [],
      ),
    ],
    fields: Object.fromEntries(operations.map(({ id, bodyFields }) => [id, bodyFields])),
  };
}
