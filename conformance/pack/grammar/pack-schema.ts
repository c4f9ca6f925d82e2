/** The JSON Schema of packs, put together from Arazzo's objects, the extensions, the predicates and the documents. */
import type { Documents } from '../model/documents.js';
import { conditionSchema, itemCondition, jobCondition, operandSchema } from '../predicates/arguments.js';
import { PREDICATES } from '../predicates/index.js';
import type { Predicate } from '../predicates/predicate.js';
import { assumedCriterion, document, objects } from './arazzo.js';
import { extensionsOn } from './extensions.js';
import { closed, shared, type JsonSchema } from '../language/json-schema.js';
import { names } from './names.js';

/** What every expectation takes beside the arguments of its predicate. */
const common: Readonly<Record<string, JsonSchema>> = {
  step: { type: 'string', description: 'Id of the step whose answers are looked at; this step if unsaid.' },
  because: { type: 'string', description: 'Added to the failure.' },
  ...extensionsOn('expectation'),
};
/** What an assumption takes beside that. */
const reason = { type: 'string', description: 'In x-kit-assume: why the rest means nothing without it.' };
const otherwise = { enum: ['inconclusive', 'not-applicable'] };

export function packSchema(documents: Documents): JsonSchema {
  const predicates = Object.values(PREDICATES);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario pack of the conformance suite',
    description:
      'Arazzo 1.0.1 with the closed list of x-kit extensions; INTERPRETING.md says what each means.',
    ...document,
    $defs: {
      ...objects,
      ...names(documents),
      operand: operandSchema,
      'job-condition': conditionSchema(jobCondition),
      'item-condition': conditionSchema(itemCondition),
      that: {
        title: 'predicate',
        anyOf: [
          {
            enum: predicates.map(({ name }) => name),
            enumDescriptions: predicates.map(({ holdsWhen }) => holdsWhen),
          },
        ],
      },
      expectation: {
        ...asked(predicates),
        properties: { that: shared('that'), reason: false },
        // A predicate may have an argument of the name; for the others it is a word of assumptions.
        if: { properties: { that: { not: { enum: ownOtherwise(predicates) } } } },
        then: { properties: { otherwise: false } },
      },
      assumption: {
        if: { required: ['that'] },
        then: { ...asked(predicates), properties: { that: shared('that') }, required: ['reason'] },
        else: assumedCriterion,
      },
      ...Object.fromEntries(predicates.map((each) => [`that-${each.name}`, argumentsOf(each)])),
    },
  };
}

function asked(predicates: readonly Predicate[]): JsonSchema {
  return {
    type: 'object',
    required: ['that'],
    allOf: predicates.map(({ name }) => ({
      if: { required: ['that'], properties: { that: { const: name } } },
      then: shared(`that-${name}`),
    })),
  };
}

function argumentsOf({ holdsWhen, arguments: known, patterns = {} }: Predicate): JsonSchema {
  const own = Object.entries(known);
  const required = own.filter(([, each]) => each.required).map(([name]) => name);
  return {
    ...closed(
      {
        that: {},
        ...Object.fromEntries(own.map(([name, { schema }]) => [name, schema])),
        ...common,
        reason,
        ...(Object.hasOwn(known, 'otherwise') ? {} : { otherwise }),
      },
      required,
    ),
    description: `Holds when ${holdsWhen}.`,
    ...(Object.keys(patterns).length === 0
      ? {}
      : {
          patternProperties: Object.fromEntries(
            Object.entries(patterns).map(([name, { schema }]) => [name, schema]),
          ),
        }),
  };
}

function ownOtherwise(predicates: readonly Predicate[]): string[] {
  return predicates.filter(({ arguments: known }) => 'otherwise' in known).map(({ name }) => name);
}
