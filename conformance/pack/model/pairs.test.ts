import { describe, expect, it } from 'vitest';
import { loadDocuments } from './documents.js';
import { check, head, problems } from '../../../test/samples/one-step.js';
import { pairsOf } from './pairs.js';

const { clauses } = loadDocuments().clauses;

/** A scenario with these steps that cites AUTH-4 (for all operations) and IDEM-14 (for searches with operation keys). */
const scenario = (steps: string): string => `${head}workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [AUTH-4, IDEM-14]
    x-kit-cost: 1
    inputs: { properties: { activeKey: { type: string } } }
    steps:
${steps}`;
const step = (id: string, operation: string, more = ''): string =>
  `      - { stepId: ${id}, operationId: $sourceDescriptions.contract.${operation}, successCriteria: [{ condition: $statusCode == 200 }]${more} }\n`;
const pairs = (steps: string): ReturnType<typeof pairsOf> =>
  pairsOf(check(scenario(steps)).workflows[0]!, clauses);

describe('the pairs of a scenario', () => {
  it('are those of the steps that name the clause, else of every step', () => {
    expect(pairs(step('a', 'searchJobs') + step('b', 'searchJobsHistorical'))).toEqual({
      'AUTH-4': ['searchJobs', 'searchJobsHistorical'],
      'IDEM-14': ['searchJobs', 'searchJobsHistorical'],
    });
    expect(
      pairs(step('a', 'searchJobs') + step('b', 'searchJobsHistorical', ', x-kit-clauses: [IDEM-14]')),
    ).toMatchObject({ 'IDEM-14': ['searchJobsHistorical'] });
  });

  it('are those of the searches if another operation shows their effect', () => {
    const balance = step('a', 'searchJobs') + step('b', 'getCreditBalance', ', x-kit-clauses: [IDEM-14]');
    expect(pairs(balance)).toEqual({
      'AUTH-4': ['searchJobs', 'getCreditBalance'],
      'IDEM-14': ['searchJobs'],
    });
  });

  it('are those of the step whose answers an expectation checks', () => {
    const expect_ = 'x-kit-expect: [{ that: job-count, step: a, at-least: 0, x-kit-clauses: [IDEM-14] }]';
    expect(pairs(step('a', 'searchJobs') + step('b', 'searchJobsHistorical', `, ${expect_}`))).toMatchObject({
      'IDEM-14': ['searchJobs'],
    });
  });

  it('must exist: a scenario may not cite a clause about none of its operations', () => {
    expect(problems(scenario(step('a', 'listDepartments')))).toEqual([
      '9: this scenario calls no operation of IDEM-14, which covers searchJobs, searchCompanyJobs, searchCompanyJobsHistorical, searchJobsHistorical',
    ]);
  });
});
