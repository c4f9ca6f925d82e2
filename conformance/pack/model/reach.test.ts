import { describe, expect, it } from 'vitest';
import { check, ok, withBody, withStep } from '../check/testing/one-step.js';
import { requirementsOf } from './reach.js';

describe('creditsOf', () => {
  it('computes the cost that a scenario does not state', () => {
    const steps = `${withBody('{ limit: 25 }')}x-kit-repeat: { times: 3 }`;
    const unsaid = (step: string): string => withStep(step).replace('    x-kit-cost: 1\n', '');
    expect(check(unsaid(steps)).workflows[0]?.cost).toBe(75);
    expect(check(unsaid(ok)).workflows[0]?.cost).toBe(100);
    expect(check(withStep(steps)).workflows[0]?.cost).toBe(1);
  });
});

describe('requirementsOf', () => {
  it('finds what steps, inputs and helpers need', () => {
    const text = `${withStep('workflowId: helper')}  - workflowId: helper
    inputs: { properties: { zeroKey: { type: string }, companyUrl: { type: string } } }
    steps:
      - stepId: s
        operationId: $sourceDescriptions.admin.getClock
`;
    const pack = check(text);
    const [scenario] = pack.workflows;
    expect(scenario && requirementsOf(scenario)).toEqual(['key:zero', 'company', 'admin']);
  });
});
