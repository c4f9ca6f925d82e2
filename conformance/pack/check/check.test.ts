import { describe, expect, it } from 'vitest';
import { check, head, ok, withStep } from '../../../test/samples/one-step.js';
import { casesOf } from '../../../test/support/cases.js';
import { scenariosOf } from '../../run/plan/scenarios.js';
import { loadDocuments } from '../model/documents.js';
import { PackError, type PackProblem } from '../model/source-file.js';

interface Case {
  it: string;
  step?: string;
  operation?: string;
  condition?: string;
  more?: string;
  rest?: string;
  head?: string;
  replace?: [pattern: string, text: string];
  problems: string[];
  places?: string[];
}

function packOf({ step, operation = '', condition, more = '', rest = '', replace, ...stated }: Case): string {
  const own = ok.replace(operation && 'contract.searchJobs', operation);
  const criterion = condition?.startsWith('{') ? `- ${condition}` : `- condition: ${condition}`;
  const asked =
    condition === undefined ? own : own.replace('- condition: $statusCode == 200', () => criterion);
  const pack = withStep(step ?? asked + more, stated.head === undefined ? '' : `    ${stated.head}\n`);
  const whole = `${pack.trimEnd()}\n${rest.replace(/^(?=.)/gm, '  ')}`;
  return replace === undefined ? whole : whole.replace(new RegExp(replace[0]), replace[1]);
}

function problemsOf(text: string): PackProblem[] {
  try {
    check(text);
    return [];
  } catch (error) {
    if (error instanceof PackError) return error.problems;
    throw error;
  }
}

describe.each(casesOf<{ about: string; cases: Case[] }[]>(import.meta.filename))('$about', ({ cases }) => {
  it.each(cases)('$it', (stated) => {
    const found = problemsOf(packOf(stated));
    const expected = stated.problems.map((each): unknown => expect.stringMatching(new RegExp(each)));
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual(expected);
    if (stated.places !== undefined) expect(found.map(({ place }) => place)).toEqual(stated.places);
  });
});

it('reads the operation of a step', () => {
  expect(check(withStep(ok)).workflows[0]?.steps[0]?.operation).toEqual({
    source: 'contract',
    id: 'searchJobs',
  });
});

it('refuses a chain of a thousand calls, because it exceeds the stack of later steps', () => {
  const last = `workflowId: w1000\n    steps:\n      - stepId: s\n${ok.replace(/^(?=.)/gm, '        ')}`;
  const others = Array.from(
    { length: 999 },
    (_, i) => `workflowId: w${i + 1}\n    steps: [{ stepId: s, workflowId: w${i + 2} }]\n`,
  );
  const text = `${withStep('workflowId: w1\n')}${[...others, last].map((each) => `  - ${each}`).join('')}`;
  expect(problemsOf(text).map(({ message }) => message)).toEqual(['calls more than 1000 other workflows']);
});

it('names the line of broken YAML', () => {
  expect(problemsOf(`${head}workflows: [\n`)[0]?.line).toBe(7);
});

it('counts each helper once, even if every helper calls the next one twice', () => {
  const depth = 60;
  const helper = (i: number): string =>
    `  - workflowId: h${i}\n    steps: [{ stepId: a, workflowId: h${i + 1} }, { stepId: b, workflowId: h${i + 1} }]\n`;
  const helpers = Array.from({ length: depth }, (_, i) => helper(i)).join('');
  const last = `  - workflowId: h${depth}\n    steps: [{ stepId: s, operationId: searchJobs, successCriteria: [{ condition: $statusCode == 200 }] }]\n`;
  const pack = check(withStep('workflowId: h0').replace('    x-kit-cost: 1\n', '') + helpers + last);
  expect(pack.workflows[0]?.cost).toBe(100 * 2 ** depth);
  expect(scenariosOf([pack], loadDocuments())[0]?.requests).toBe(2 ** depth);
});
