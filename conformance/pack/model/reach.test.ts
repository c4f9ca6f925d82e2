import { describe, expect, it } from 'vitest';
import { check, ok, withBody, withStep } from '../../../test/samples/one-step.js';
import { requirementsOf } from './reach.js';

it('creditsOf computes the cost that a scenario does not state', () => {
  const steps = `${withBody('{ limit: 25 }')}x-kit-repeat: { times: 3 }`;
  const unsaid = (step: string): string => withStep(step).replace('    x-kit-cost: 1\n', '');
  expect(check(unsaid(steps)).workflows[0]?.cost).toBe(75);
  expect(check(unsaid(ok)).workflows[0]?.cost).toBe(100);
  expect(check(withStep(steps)).workflows[0]?.cost).toBe(1);
});

describe('the cost of one step', () => {
  const costOf = (operation: string, body: string, more = ''): number | null | undefined =>
    check(
      withStep(
        `operationId: ${operation}\nsuccessCriteria: [{ condition: $statusCode == 200 }]\nrequestBody: ${body}\n${more}`,
      ).replace('    x-kit-cost: 1\n', ''),
    ).workflows[0]?.cost;

  it('counts the value that replaces a limit', () => {
    const smaller = '{ payload: { limit: 25 }, replacements: [{ target: /limit, value: 10 }] }';
    const larger = '{ payload: { limit: 10 }, replacements: [{ target: /limit, value: 60 }] }';
    expect([costOf('searchJobs', smaller), costOf('searchJobsHistorical', larger)]).toEqual([10, 120]);
  });

  it('is that of the largest page if the limit is only known during the run', () => {
    const legacy = (body: string, more = ''): unknown => costOf('searchCompanyJobsLegacy', body, more);
    expect(legacy('{ payload: { company_name: Acme } }')).toBe(100);
    expect(legacy('{ payload: { company_name: Acme, limit: $inputs.marketRead } }')).toBe(500);
    expect(
      legacy(
        '{ payload: { company_name: Acme, limit: 1 }, replacements: [{ target: /limit, value: $inputs.marketRead }] }',
      ),
    ).toBe(500);
    const carried =
      'x-kit-repeat: { times: 2, carry: [{ target: /limit, value: $response.body#/data/total }] }';
    expect(legacy('{ payload: { company_name: Acme, limit: 1 } }', carried)).toBe(1000);
  });

  it('reads the limit of a raw body, and ignores a limit that is not a number of jobs', () => {
    const raw = (text: string): string => `{ payload: {}, x-kit-raw: '${text}', x-kit-deliberate: as typed }`;
    expect(costOf('searchCompanyJobsLegacy', raw('{"company_name":"Acme","limit":300}'))).toBe(300);
    expect(costOf('searchJobs', raw('{"limit":-1}'))).toBe(100);
    expect(costOf('searchJobs', raw('{"limit":7'))).toBe(100);
    expect(costOf('searchJobs', '{ payload: { limit: 1000 }, x-kit-deliberate: too many }')).toBe(100);
  });
});

it('requirementsOf finds what steps, inputs and helpers need', () => {
  const [scenario] = check(`${withStep('workflowId: helper')}  - workflowId: helper
    inputs: { properties: { zeroKey: { type: string }, companyUrl: { type: string } } }
    steps:
      - stepId: s
        operationId: $sourceDescriptions.admin.getClock
`).workflows;
  expect(scenario && requirementsOf(scenario)).toEqual(['key:zero', 'company', 'admin']);
});
