/** Makes and checks a pack of one scenario with one step. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { checkPack } from '../../conformance/pack/check-pack.js';
import type { Pack } from '../../conformance/pack/model/pack.js';
import { PackError, parsePackText } from '../../conformance/pack/model/source-file.js';

const documents = loadDocuments();

export const head = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  [{ name: contract, url: ../../spec/openapi.yaml }, { name: admin, url: ../../spec/admin.openapi.yaml }]
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }
`;

export const withStep = (step: string, workflow = ''): string => `${head}workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [REQ-1]
    x-kit-cost: 1
    inputs: { properties: { activeKey: { type: string } } }
${workflow}    steps:
      - stepId: one
${step.replace(/^(?=.)/gm, '        ')}
`;

export const check = (text: string): Pack => checkPack(parsePackText('p.yaml', text), documents);

export function problems(text: string): string[] {
  try {
    check(text);
    return [];
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.problems.map(({ line, message }) => `${line}: ${message}`);
  }
}

/** A valid step. In `withStep` it is on lines 14 to 16. */
export const ok = `operationId: $sourceDescriptions.contract.searchJobs
successCriteria:
  - condition: $statusCode == 200
`;

export const withBody = (payload: string, more = ''): string =>
  `${ok}requestBody:\n  contentType: application/json\n  payload: ${payload}\n${more}`;
