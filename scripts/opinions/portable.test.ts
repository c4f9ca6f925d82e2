import { describe, expect, it } from 'vitest';
import { checkPack } from '../../conformance/pack/check-pack.js';
import { LEFT_OUT } from '../../conformance/pack/language/expressions.js';
import { parsePackText } from '../../conformance/pack/model/source-file.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { scenariosOf, type Scenario } from '../../conformance/run/plan/scenarios.js';
import { casesOf } from '../../test/support/cases.js';
import { documentOf, hindranceOf } from './portable.js';

const documents = loadDocuments();

/** A scenario with one step that has these additional members. */
function scenarioWith(step: string, operation = 'listDepartments'): Scenario {
  const text = `
arazzo: 1.0.1
info: { title: Small, version: 1.0.0 }
sourceDescriptions: [{ name: contract, type: openapi, url: ../../spec/openapi.yaml }]
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }
workflows:
  - workflowId: departments
    summary: s
    x-kit-clauses: [REQ-4]
    steps:
      - stepId: first
        operationId: ${operation}
        ${step}
        x-kit-expect: [{ that: responded }]
`;
  const [scenario] = scenariosOf([checkPack(parsePackText('small.yaml', text), documents)], documents);
  if (scenario === undefined) throw new Error('no scenario');
  return scenario;
}

const cases = casesOf<{ hindered: [step: string, reason: string, operation?: string][] }>(
  import.meta.filename,
);

describe('hindranceOf', () => {
  it('returns null for plain criteria', () => {
    expect(hindranceOf(scenarioWith('successCriteria: [{ condition: $statusCode != 500 }]'))).toBeNull();
  });

  it.each(cases.hindered)('returns the reason to leave out a scenario with %s', (step, reason, operation) => {
    expect(hindranceOf(scenarioWith(step, operation))).toMatch(new RegExp(reason));
  });
});

it('leaves out a scenario with a conditional end and an assumption about the status', () => {
  const assumed = 'x-kit-assume: [{ condition: $statusCode == 200, reason: it is refused }]';
  const end =
    'onSuccess: [{ name: e, type: end, criteria: [{ condition: $response.body#/departments == null }] }]';
  expect(hindranceOf(scenarioWith(`${end}\n        ${assumed}`))).toMatch(/ends the scenario/);
  expect(hindranceOf(scenarioWith(assumed))).toBeNull();
});

describe('documentOf', () => {
  it('fills in inputs, and rewrites a JSONPath for respect', () => {
    const scenario = scenarioWith(
      `successCriteria: [{ context: $response.body, type: jsonpath, condition: "$[?!$.departments[?@.value == '{$inputs.activeKey}']]" }]`,
    );
    expect(documentOf(scenario, (name) => `the ${name}`, { contract: '/contract.json' })).toMatchObject({
      sourceDescriptions: [{ name: 'contract', url: '/contract.json' }],
      workflows: [
        {
          inputs: { type: 'object', properties: { activeKey: { type: 'string', default: 'the activeKey' } } },
          steps: [
            { successCriteria: [{ condition: '$[0][?!$[0].departments[?@.value == {$inputs.activeKey}]]' }] },
          ],
        },
      ],
    });
  });

  it('declares the types of numbers and booleans, which respect would otherwise send as texts', () => {
    const step = `requestBody: { payload: { limit: $inputs.marketTotal } }`;
    const typeOf = (value: unknown): unknown =>
      documentOf(scenarioWith(step, 'searchJobs'), (name) => (name === 'marketTotal' ? value : name), {});
    const typed = (type: string): object => ({
      workflows: [{ inputs: { properties: { marketTotal: { type } } } }],
    });
    expect(typeOf(45)).toMatchObject(typed('number'));
    expect(typeOf(true)).toMatchObject(typed('boolean'));
  });

  it('replaces a text payload by its JSON value, in which respect fills in expressions', () => {
    const step = `requestBody: { contentType: application/json, payload: '{"limit":{$statusCode},"x":"{$url}"}' }`;
    expect(documentOf(scenarioWith(step, 'searchJobs'), () => undefined, {})).toMatchObject({
      workflows: [{ steps: [{ requestBody: { payload: { limit: '$statusCode', x: '{$url}' } } }] }],
    });
  });

  it('leaves out members, items and lists if their input is left out', () => {
    const both = '[{ mode: and, title: { mode: and, terms: [baker] } }, $inputs.marketScope]';
    const step = `requestBody: { payload: { advanced_job_keywords: [$inputs.marketScope], advanced_exclude_job_keywords: ${both}, limit: 1 } }`;
    const payload = { advanced_exclude_job_keywords: [{ mode: 'and' }], limit: 1 };
    const scenario = scenarioWith(step, 'searchJobs');
    const found = documentOf(scenario, () => LEFT_OUT, {}) as {
      workflows: { steps: { requestBody: { payload: object } }[]; inputs: unknown }[];
    };
    const [workflow] = found.workflows;
    expect(workflow?.steps[0]?.requestBody.payload).toMatchObject(payload);
    expect(Object.keys(workflow?.steps[0]?.requestBody.payload ?? {})).toEqual(Object.keys(payload));
    expect(JSON.stringify(documentOf(scenario, () => ({ mode: 'or' }), {}))).toContain(
      '"default":{"mode":"or"}',
    );
  });
});
