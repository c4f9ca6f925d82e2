/** The extensions of packs, the whole list: anything else that begins with `x-` is refused by name. */
import { closed, listOf, shared, type JsonSchema } from '../language/json-schema.js';

/** What an extension can stand on. */
type Holder = 'document' | 'workflow' | 'step' | 'requestBody' | 'parameter' | 'criterion' | 'expectation';

export interface Extension {
  name: string;
  on: readonly Holder[];
  /** How its value is written, for the table of INTERPRETING.md. */
  hint: string;
  /** What it does, for that table and the editor. */
  says: string;
  schema: JsonSchema;
}

const count = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });

export const EXTENSIONS: readonly Extension[] = [
  {
    name: 'x-kit-clauses',
    on: ['workflow', 'step', 'criterion', 'expectation'],
    hint: '[ID, …]',
    says:
      'On a workflow: makes it a scenario, and lists all clauses that its parts cite. ' +
      'On a part: which clauses that part is evidence for.',
    schema: shared('clauses'),
  },
  {
    name: 'x-kit-requires',
    on: ['workflow'],
    hint: '[admin, company, network, throttling, fact:<input>, key:<role>, reading:<id>=<choice>, operation:<id>]',
    says:
      'What the target must offer; without it the scenario is *not applicable*. Found without being written: ' +
      '`admin` from admin steps, `key:<role>`, `company` and facts from inputs, operations from steps, `throttling` from ' +
      '`x-kit-throttle` in a scenario without admin steps.',
    schema: { ...listOf(shared('requirement'), 0), uniqueItems: true },
  },
  {
    name: 'x-kit-cost',
    on: ['workflow'],
    hint: 'N',
    says:
      'The most credits that it can spend. Unsaid, it is the sum over its paid searches of the `limit` (100 without one, the largest page where only the run tells) ' +
      'times the price, rounds and copies. Above 0 it is skipped under `--read-only`.',
    schema: { type: 'integer', minimum: 0 },
  },
  {
    name: 'x-kit-account',
    on: ['workflow'],
    hint: '{ credits: 5, … }',
    says:
      "Properties of the fresh account behind `activeKey`, as the admin API's `createAccount` takes them. Without an admin " +
      "API the profile's active key is used; a scenario that cannot work with that says `x-kit-requires: [admin]`.",
    schema: { type: 'object' },
  },
  {
    name: 'x-kit-serial',
    on: ['workflow'],
    hint: 'true',
    says: 'Never beside other scenarios; for what touches the whole target, such as its clock.',
    schema: { const: true },
  },
  {
    name: 'x-kit-once',
    on: ['workflow'],
    hint: 'true',
    says:
      'On a helper that is given nothing: where scenarios share a key, it is run to its end once, and what it handed on holds for ' +
      'the scenarios behind it. On a fresh account it is run in each.',
    schema: { const: true },
  },
  {
    name: 'x-kit-throttle',
    on: ['workflow', 'step'],
    hint: 'expect',
    says:
      '429 is wanted here: no pacing, no waiting, no repetition. On a workflow: in all its steps. Without admin steps such a ' +
      'scenario runs under `--allow-throttling` alone, behind all others, once its searches were left alone for as long as their limits count.',
    schema: { const: 'expect' },
  },
  {
    name: 'x-kit-cut',
    on: ['step'],
    hint: 'true',
    says:
      'The suite itself breaks the connection off as soon as the answer begins: it was made, and is lost. The step wants ' +
      '`no-response`.',
    schema: { const: true },
  },
  {
    name: 'x-kit-defaults',
    on: ['document', 'workflow', 'step'],
    hint: '{ parameters, payload, within, successCriteria, x-kit-cost } or none',
    says:
      'What workflows and steps have that do not say otherwise, see *Defaults*. A workflow replaces a member of the ' +
      "document's; a step takes none with `none`.",
    schema: { anyOf: [shared('defaults'), { const: 'none' }] },
  },
  {
    name: 'x-kit-each',
    on: ['workflow', 'step'],
    hint: '[{ workflowId: …, name: value }, …] or [[row, …], [row, …], …]',
    says:
      'Rows of a table: for each row one workflow (one step) in which `$each.name` stands for the value of the row. Of several ' +
      'lists each row is combined with each of the others, see *Tables*.',
    schema: listOf({ type: ['object', 'array'] }),
  },
  {
    name: 'x-kit-assume',
    on: ['step'],
    hint: '[criterion or expectation, …]',
    says:
      'What the data must offer for the rest to mean anything: each with a `reason` and ' +
      '`otherwise: inconclusive | not-applicable` (the first if unsaid). Not met, the scenario ends there, without blame: ' +
      'on a success they are asked before a criterion that did not hold counts.',
    schema: listOf(shared('assumption')),
  },
  {
    name: 'x-kit-parallel',
    on: ['step'],
    hint: 'N',
    says: 'N copies sent at the same moment. Criteria must hold for each; expectations see all. With `$copy` copies can differ.',
    schema: count(2, 1000),
  },
  {
    name: 'x-kit-repeat',
    on: ['step'],
    hint: '{ times: N } or { until: condition, at-most: N, carry: [{ target: /pointer, value: $expr }], otherwise }',
    says:
      "Sends the step again. `carry` sets members of the next round's body from the answer just received. Criteria must " +
      'hold in each round, `until` is asked after each; `otherwise: inconclusive | not-applicable | fail | go-on` says what running out of ' +
      'rounds means (the first if unsaid).',
    schema: shared('repeat'),
  },
  {
    name: 'x-kit-expect',
    on: ['step'],
    hint: '[{ that: predicate, …arguments }]',
    says: 'What must come, by predicates, see *Expectations*.',
    schema: listOf(shared('expectation')),
  },
  {
    name: 'x-kit-request',
    on: ['step'],
    hint: '{ method, path }',
    says: 'Sends to a place outside the contract; the operation then only says what is meant.',
    schema: { ...closed({ method: { type: 'string' }, path: { type: 'string' } }), minProperties: 1 },
  },
  {
    name: 'x-kit-raw',
    on: ['requestBody'],
    hint: 'text, { base64 } or { repeat, times, before, after }',
    says: "The body's exact text or bytes. No expression is read in it.",
    schema: {
      anyOf: [
        { type: 'string' },
        closed({ base64: { type: 'string' } }, ['base64']),
        closed(
          {
            repeat: { type: 'string' },
            times: { type: 'integer', minimum: 1 },
            before: { type: 'string' },
            after: { type: 'string' },
          },
          ['repeat', 'times'],
        ),
      ],
    },
  },
  {
    name: 'x-kit-absent',
    on: ['requestBody', 'parameter'],
    hint: 'true',
    says: 'No body, and no content type either. On a parameter: takes it away where the workflow gives it.',
    schema: { const: true },
  },
  {
    name: 'x-kit-deliberate',
    on: ['requestBody', 'parameter'],
    hint: 'why',
    says: 'The value breaks the contract on purpose. Without it a value that the contract does not accept is refused before the run.',
    schema: { type: 'string' },
  },
];

/** The extensions that a holder can have, as properties of its schema. */
export function extensionsOn(holder: Holder): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    EXTENSIONS.filter(({ on }) => on.includes(holder)).map(({ name, says, schema }) => [
      name,
      { description: says, ...schema },
    ]),
  );
}
