/** Tests completion at a position. `|` marks the cursor. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { completionsAt } from './complete.js';

const language = {
  schema: JSON.parse(readFileSync(new URL('../../pack.schema.json', import.meta.url), 'utf8')),
  words: [{ label: '$inputs.activeKey', detail: 'input', info: '' }],
  fields: { searchJobs: ['is_remote', 'limit'], searchCompanyJobs: ['company_name'] },
};

const STEP = `workflows:
  - workflowId: one
    summary: 'It''s one: [a test'
    description: >-
      operationId: no key

      of this text
    x-kit-clauses: [BILL-1]

    steps:
      - stepId: first # searches
        operationId: searchJobs
        `;

/** Returns the labels in order; null if nothing is offered. */
function offered(text) {
  const [before, rest] = text.split('|');
  return completionsAt(before, rest, language)?.options.map(({ label }) => label) ?? null;
}

it.each([
  ['members of the document', '|', ['arazzo', 'workflows'], ['stepId', 'BILL-1']],
  ['members of a block', 'info:\n  |', ['title', 'summary'], ['workflows']],
  ['missing members', 'info: { title: One, |', ['version'], ['title']],
  ['members of a workflow after a text', STEP.replace(/x-kit-clauses[^]*/, '|'), ['steps'], ['stepId']],
  ['members of a new step', `${STEP}\n      - |`, ['stepId', 'operationId'], ['workflowId: one', 'BILL-1']],
  ['members of a step', `${STEP}|`, ['requestBody', 'x-kit-expect'], ['operationId', 'steps']],
  ['operations', `${STEP.replace(/searchJobs\s*$/, '')}|`, ['searchJobs', 'getCreditBalance'], ['BILL-1']],
  [
    'predicates alone',
    `${STEP}x-kit-expect: [{ that: va|`,
    ['value', 'compare'],
    ['$inputs.activeKey', 'BILL-1'],
  ],
  ['arguments in a block', `${STEP}x-kit-expect:\n          - that: value\n            |`, ['of'], ['left']],
  [
    'arguments in a flow',
    `${STEP}x-kit-expect: [{ that: compare, |`,
    ['left', 'is', 'right'],
    ['equals', 'that'],
  ],
  ['members after an anchor', `${STEP}x-kit-expect: [&one { that: compare, |`, ['left', 'is'], ['that']],
  ['a value directly after its name', `${STEP}x-kit-expect: [{ that: compare, is:|`, ['=='], ['left']],
  ['values of an enumeration', `${STEP}x-kit-expect: [{ that: compare, is: |`, ['==', '<='], ['value']],
  ['both forms of an assumption', `${STEP}x-kit-assume: [{ |`, ['that', 'condition'], ['left']],
  ['predicates of an assumption', `${STEP}x-kit-assume: [{ that: va|`, ['value'], ['BILL-1']],
  ['expressions', `${STEP}x-kit-expect: [{ that: value, of: |`, ['$inputs.activeKey'], ['value', 'BILL-1']],
  ['steps', `${STEP}x-kit-expect: [{ that: same-jobs, with: |`, ['first'], ['BILL-1']],
  ['clauses in a flow', `${STEP}x-kit-clauses: [BILL-1, |`, ['BILL-2'], ['$inputs.activeKey', 'value']],
  ['clauses in a block', `${STEP}x-kit-clauses:\n          - BI|`, ['BILL-2'], ['stepId']],
  ['fields of the body by operation', `${STEP}requestBody: { payload: { |`, ['is_remote'], ['company_name']],
  [
    'missing fields',
    `${STEP}requestBody:\n          payload:\n            limit: 5\n            |`,
    ['is_remote'],
    ['limit'],
  ],
])('offers %s', (_what, text, some, none) => {
  const labels = offered(text);
  expect(labels).toEqual(expect.arrayContaining(some));
  for (const label of none) expect(labels).not.toContain(label);
});

it.each([
  ['in a comment', `${STEP}# that: |`],
  ['in a text', 'info: { summary: va|'],
  ['in a block of text', STEP.replace('of this', 'o|')],
  ['in a quoted text', `info: { title: "a, b: |`],
])('offers nothing %s', (_where, text) => {
  expect(offered(text)).toBeNull();
});

it('replaces the beginning of a word', () => {
  expect(completionsAt('info: { title: One, ver', '', language)).toMatchObject({ from: 20, isKey: true });
});
