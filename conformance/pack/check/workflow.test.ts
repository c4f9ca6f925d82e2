import { describe, expect, it } from 'vitest';
import { ok, problems, withStep } from './testing/one-step.js';

describe('the check of a workflow', () => {
  it('refuses a key role that nobody has', () => {
    const text = withStep(ok).replace('x-kit-cost: 1', 'x-kit-cost: 1\n    x-kit-requires: [key:third]');
    expect(problems(text)).toEqual([
      expect.stringMatching(/^11: there is no requirement "key:third"; known are key:active, key:second/),
    ]);
  });

  it('refuses a helper that nobody calls, but for a pack of building blocks', () => {
    const idle = `${withStep(ok)}  - workflowId: idle\n    steps: [{ stepId: s, operationId: $sourceDescriptions.admin.getClock }]\n`;
    expect(problems(idle)).toEqual([
      expect.stringMatching(/^18: nobody calls "idle": give it x-kit-clauses .*, or take it out$/),
    ]);
    expect(problems(idle.replace('    x-kit-clauses: [REQ-1]\n', ''))).toEqual([]);
  });

  it('refuses inputs that nobody binds, but for defaults', () => {
    expect(problems(withStep(ok).replace('activeKey: {', 'colour: {'))).toEqual([
      expect.stringContaining('the runner binds no input "colour"'),
    ]);
    expect(problems(withStep(ok).replace('activeKey: { type', 'colour: { default: red, type'))).toEqual([]);
  });

  it('refuses calls that go in circles and calls of scenarios', () => {
    const circle = `${withStep('workflowId: a')}  - workflowId: a
    steps: [{ stepId: s, workflowId: b }]
  - workflowId: b
    steps: [{ stepId: s, workflowId: a }]
  - workflowId: c
    steps: [{ stepId: s, workflowId: w }]
`;
    const found = problems(circle).join('\n');
    expect(found).toContain('"b" leads back here');
    expect(found).toContain('"w" is a scenario; only helpers');
  });
});
