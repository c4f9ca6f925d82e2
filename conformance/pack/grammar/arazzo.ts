/** The objects of Arazzo 1.0.1 as packs take them, each with the extensions that it can have. */
import { extensionsOn } from './extensions.js';
import { closed, listOf, shared, type JsonSchema } from '../language/json-schema.js';

const string: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' };
const orReference = (name: string): JsonSchema => ({
  if: { required: ['reference'] },
  then: shared('reusable'),
  else: shared(name),
});
const many = (name: string): JsonSchema => listOf(orReference(name), 0);
const mapOf = (schema: JsonSchema): JsonSchema => ({ type: 'object', additionalProperties: schema });

const action = {
  name: string,
  workflowId: string,
  stepId: string,
  criteria: listOf(shared('criterion'), 0),
};
const criterion = { context: shared('expression'), condition: string, type: shared('criterion-type') };

/** A row of a table: members that its holder can have, and values of any name. It has an id, or `on`, which makes one. */
const row = (own: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema => ({
  type: 'object',
  properties: own,
  if: { required: ['on'] },
  then: { properties: { on: id } },
  else: { required: [name] },
});

/** One list of rows, or several, of which each row is combined with each. */
const table = (own: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema => ({
  type: 'array',
  minItems: 1,
  if: { items: { type: 'array' } },
  then: { items: listOf(row(own, name)) },
  else: { items: row(own, name) },
});

const workflowHead = {
  workflowId: { ...id, description: "The scenario's id, behind the name of the pack." },
  summary: { ...string, description: 'What the scenario shows, in one line.' },
  description: { ...string, description: 'Why it matters to a caller.' },
  dependsOn: { ...listOf(string), uniqueItems: true },
  inputs: shared('inputs'),
  outputs: shared('outputs'),
};
const workflowExtensions = extensionsOn('workflow');
const stepHead = { stepId: id, description: string, outputs: shared('outputs') };
const stepExtensions = extensionsOn('step');

/** The members that a row of a table replaces in its workflow or step; all others are values. */
export const OF_WORKFLOW = [...Object.keys(workflowHead), ...Object.keys(workflowExtensions)];
export const OF_STEP = [...Object.keys(stepHead), ...Object.keys(stepExtensions)];

export const document: JsonSchema = closed(
  {
    arazzo: { type: 'string', pattern: '^1\\.0\\.\\d+$' },
    info: closed({ title: string, version: string, summary: string, description: string }, [
      'title',
      'version',
    ]),
    sourceDescriptions: listOf(shared('source')),
    workflows: listOf(shared('workflow')),
    components: closed({
      inputs: mapOf(shared('inputs')),
      parameters: mapOf(shared('parameter')),
      successActions: mapOf(shared('success-action')),
      failureActions: mapOf(shared('failure-action')),
    }),
    ...extensionsOn('document'),
  },
  ['arazzo', 'info', 'sourceDescriptions', 'workflows'],
);

export const objects: Readonly<Record<string, JsonSchema>> = {
  source: {
    ...closed({ name: id, url: string, type: { enum: ['openapi', 'arazzo'] } }, ['name', 'url']),
    description:
      'The contract (`contract`), the admin API (`admin`), or, with `type: arazzo`, a pack of building blocks.',
    if: { required: ['type'], properties: { type: { const: 'arazzo' } } },
    else: { properties: { name: { enum: ['contract', 'admin'] } } },
  },
  pointer: { type: 'string', description: 'JSON Pointer into the response body.', pattern: '^(/|$)' },
  expression: { type: 'string', pattern: '^\\$' },
  outputs: {
    type: 'object',
    propertyNames: { pattern: '^[a-zA-Z0-9_-]+$' },
    additionalProperties: shared('expression'),
  },
  reusable: closed({ reference: { type: 'string', pattern: '^\\$components\\.' }, value: {} }, ['reference']),
  workflow: {
    ...closed(
      {
        ...workflowHead,
        steps: listOf(shared('step')),
        successActions: many('success-action'),
        failureActions: many('failure-action'),
        parameters: many('parameter'),
        ...workflowExtensions,
        'x-kit-each': table({ ...workflowHead, ...workflowExtensions }, 'workflowId'),
      },
      ['workflowId', 'steps'],
    ),
    if: { required: ['x-kit-clauses'] },
    then: { required: ['summary'] },
  },
  step: {
    ...closed(
      {
        ...stepHead,
        operationId: shared('operation-id'),
        workflowId: {
          ...string,
          description: 'A helper of this pack, or $sourceDescriptions.<name>.<workflowId> of another.',
        },
        parameters: many('parameter'),
        requestBody: shared('request-body'),
        successCriteria: listOf(shared('criterion')),
        onSuccess: many('success-action'),
        onFailure: many('failure-action'),
        ...stepExtensions,
        'x-kit-each': table({ ...stepHead, ...stepExtensions }, 'stepId'),
      },
      ['stepId'],
    ),
    oneOf: [{ required: ['operationId'] }, { required: ['workflowId'] }],
  },
  parameter: closed(
    {
      name: string,
      in: { enum: ['path', 'query', 'header', 'cookie'] },
      value: {},
      ...extensionsOn('parameter'),
    },
    ['name', 'value'],
  ),
  'request-body': closed({
    contentType: string,
    payload: {},
    replacements: listOf(closed({ target: shared('pointer'), value: {} }, ['target', 'value']), 0),
    ...extensionsOn('requestBody'),
  }),
  'criterion-type': {
    anyOf: [
      { enum: ['simple', 'regex', 'jsonpath'] },
      closed({ type: { const: 'jsonpath' }, version: string }, ['type', 'version']),
    ],
  },
  criterion: {
    ...closed({ ...criterion, ...extensionsOn('criterion') }, ['condition']),
    if: { required: ['type'], properties: { type: { not: { const: 'simple' } } } },
    then: { required: ['context'] },
  },
  'success-action': closed({ ...action, type: { enum: ['end', 'goto'] } }, ['name', 'type']),
  'failure-action': closed(
    {
      ...action,
      type: { enum: ['end', 'goto', 'retry'] },
      retryAfter: { type: 'number', minimum: 0, maximum: 120 },
      retryLimit: { type: 'integer', minimum: 0, maximum: 100 },
    },
    ['name', 'type'],
  ),
  repeat: {
    ...closed({
      times: { type: 'integer', minimum: 1, maximum: 10000 },
      until: { type: 'string', description: 'Simple condition, asked after each round.' },
      'at-most': { type: 'integer', minimum: 1, maximum: 10000 },
      carry: listOf(
        closed({ target: shared('pointer'), value: shared('expression') }, ['target', 'value']),
        0,
      ),
      otherwise: { enum: ['inconclusive', 'not-applicable', 'fail', 'go-on'] },
    }),
    oneOf: [{ required: ['times'] }, { required: ['until', 'at-most'] }],
  },
  defaults: {
    ...closed({
      parameters: many('parameter'),
      payload: {
        type: 'object',
        description: 'Members of the body of every search that has a field of the name.',
      },
      within: {
        enum: ['slice', 'common-slice', 'no-days'],
        description: 'What searches are kept to that name no days of their own.',
      },
      successCriteria: listOf(shared('criterion')),
      'x-kit-cost': { type: 'integer', minimum: 0 },
    }),
    minProperties: 1,
  },
};

/** A criterion as an assumption has it. */
export const assumedCriterion: JsonSchema = closed(
  {
    ...criterion,
    reason: { ...string, description: 'Why the rest means nothing without it.' },
    otherwise: { enum: ['inconclusive', 'not-applicable'] },
  },
  ['condition', 'reason'],
);
