import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../model/documents.js';
import { scenariosOf } from '../../run/plan/scenarios.js';
import { check, ok, problems, withStep } from '../../../test/samples/one-step.js';

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

  it('refuses parameters that a helper does not take, and a call without one that it needs', () => {
    const call = (parameters: string, inputs = '{ count: { type: integer } }'): string =>
      `${withStep(`workflowId: many\nparameters: ${parameters}`)}  - workflowId: many
    inputs: { properties: ${inputs} }
    steps:
      - stepId: s
        operationId: searchJobs
        requestBody: { payload: { limit: $inputs.count } }
        successCriteria: [{ condition: $statusCode == 200 }]
`;
    expect(problems(call('[{ name: count, value: 5 }]'))).toEqual([]);
    expect(problems(call('[{ name: cuont, value: 5 }]'))).toEqual([
      '14: "many" needs the input "count": give it among the parameters of the step',
      '15: "many" has no input "cuont". Did you mean "count"?',
    ]);
    expect(problems(call('[{ name: colour, value: 5 }]', '{ count: { default: 3 } }'))).toEqual([
      '15: "many" has no input "colour". It has count.',
    ]);
    expect(problems(call('[]', '{ count: { default: 3 } }'))).toEqual([]);
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

  it('refuses steps that lead in a circle for as long as nothing fails', () => {
    const goto = (more = ''): string => `onSuccess: [{ name: again, type: goto, stepId: one${more} }]\n`;
    const second = `      - stepId: two\n${(ok + goto()).replace(/^(?=.)/gm, '        ')}`;
    const circle = (line: number): unknown[] => [
      `${line}: leads to "one" in a circle without an end; say in its criteria when`,
    ];
    expect(problems(withStep(ok + goto()))).toEqual(circle(17));
    expect(problems(withStep(ok).trimEnd() + `\n${second}`)).toEqual(circle(21));
    expect(problems(withStep(ok + goto(', criteria: [{ condition: $statusCode == 200 }]')))).toEqual([]);
    const until = `${ok + goto()}onFailure: [{ name: done, type: goto, stepId: one, criteria: [{ condition: 1 == 1 }] }]\n`;
    expect(problems(withStep(until))).toEqual([]);
  });

  it('counts helpers that call helpers twice each without following every call', () => {
    const depth = 60;
    const helper = (i: number): string =>
      `  - workflowId: h${i}\n    steps: [{ stepId: a, workflowId: h${i + 1} }, { stepId: b, workflowId: h${i + 1} }]\n`;
    const helpers = Array.from({ length: depth }, (_, i) => helper(i)).join('');
    const last = `  - workflowId: h${depth}\n    steps: [{ stepId: s, operationId: searchJobs, successCriteria: [{ condition: $statusCode == 200 }] }]\n`;
    const pack = check(withStep('workflowId: h0').replace('    x-kit-cost: 1\n', '') + helpers + last);
    expect(pack.workflows[0]?.cost).toBe(100 * 2 ** depth);
    expect(scenariosOf([pack], loadDocuments())[0]?.requests).toBe(2 ** depth);
  });

  it('refuses more requests and larger bodies than a scenario may send', () => {
    expect(problems(withStep(`${ok}x-kit-repeat: { times: 5000 }\nx-kit-parallel: 3\n`))).toEqual([
      '13: sends 15000 requests; a scenario sends at most 10000',
    ]);
    const raw = (times: number): string =>
      `${ok}x-kit-parallel: 2\nrequestBody: { payload: {}, x-kit-raw: { repeat: ab, times: ${times} } }\n`;
    expect(problems(withStep(raw(2 ** 24)))).toEqual([]);
    expect(problems(withStep(raw(2 ** 24 + 1)))).toEqual(['18: is larger than 64 MiB with its copies']);
  });
});
