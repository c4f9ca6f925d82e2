import { describe, expect, it } from 'vitest';
import { check, head, ok, problems, withStep } from '../../test/samples/one-step.js';
import { PackError } from './model/source-file.js';

describe('checkPack', () => {
  it('takes a good pack', () => {
    const pack = check(withStep(ok));
    expect(pack.workflows[0]?.steps[0]?.operation).toEqual({ source: 'contract', id: 'searchJobs' });
  });

  it('says in which line the YAML is broken', () => {
    expect(problems(`${head}workflows: [\n`)[0]).toMatch(/^7: /);
  });

  it.each([
    [
      'an unknown extension',
      `${ok}x-kit-magic: 1`,
      /^17: there is no extension "x-kit-magic"; the extensions are x-kit-/,
    ],
    [
      'an extension in the wrong place',
      `${ok}x-kit-cost: 1`,
      /^17: the extension "x-kit-cost" does not go here/,
    ],
    [
      'an unknown clause',
      `${ok}x-kit-clauses: [IDEM-999]`,
      /^17: there is no clause "IDEM-999"\. Did you mean "IDEM-9"\?$/,
    ],
    [
      'a clause that the scenario does not list',
      `${ok}x-kit-clauses: [IDEM-2]`,
      /IDEM-2 is missing from the x-kit-clauses of w/,
    ],
    [
      'an unknown operation',
      ok.replace('searchJobs', 'findJobs'),
      /^14: there is no operation "\$sourceDescriptions.contract.findJobs"/,
    ],
    [
      'an unknown admin operation',
      ok.replace('contract.searchJobs', 'admin.fly'),
      /there is no operation "\$sourceDescriptions.admin.fly"/,
    ],
    ['a step that judges nothing', 'operationId: searchJobs', /judges nothing/],
    ['an undeclared input', ok.replace('200', '$inputs.other'), /declares no input "other"/],
    ['a step that is not there', ok.replace('200', '$steps.two.outputs.x'), /there is no step "two"/],
    [
      'an output that is not there',
      ok.replace('200', '$steps.one.outputs.x'),
      /step "one" has no output "x"/,
    ],
    ['a broken condition', ok.replace('==', '='), /^16: .*\$statusCode = 200.* goes on/],
    [
      'an unknown predicate',
      `${ok}x-kit-expect: [{ that: shiny }]`,
      /there is no predicate "shiny"; known are compare, sold, value, /,
    ],
    ['a wrong argument', `${ok}x-kit-expect: [{ that: sorted, on: /x }]`, /"on" does not go here/],
    [
      'a misspelt job field',
      `${ok}x-kit-expect: [{ that: every-job, field: Job title, null: false }]`,
      /no job field "Job title"\. Did you mean "Job Title"/,
    ],
    [
      'an unknown reading',
      `${ok}x-kit-expect: [{ that: one-of-status, reading: nope, choices: { '200': a } }]`,
      /no reading "nope"/,
    ],
    [
      'an unknown choice',
      `${ok}x-kit-expect: [{ that: one-of-status, reading: auth-status, choices: { '200': a } }]`,
      /reading auth-status has no choice "a"; it has 403, 401/,
    ],
    ['a jump to nowhere', `${ok}onSuccess: [{ name: a, type: goto, stepId: two }]`, /there is no step "two"/],
    ['a call of nothing', 'workflowId: helper', /there is no workflow "helper"/],
    ['a step that is both', `${ok}workflowId: helper`, /either an operationId or a workflowId/],
    [
      'a missing path parameter',
      'operationId: $sourceDescriptions.admin.getAccount',
      /lacks the path parameter accountId/,
    ],
  ])('refuses %s, with its line', (_name, step, message) => {
    expect(problems(withStep(step)).join('\n')).toMatch(message);
  });

  it('names the part by its own id, not by what it calls', () => {
    const places = (step: string): string[] => {
      try {
        check(withStep(step));
      } catch (error) {
        if (error instanceof PackError) return error.problems.map(({ place }) => place);
      }
      return [];
    };
    expect(places('workflowId: helper')).toEqual(['workflows/w/steps/one/workflowId']);
    const jump = `${ok}onSuccess: [{ name: over, type: goto, stepId: two }]`;
    expect(places(jump)).toEqual(['workflows/w/steps/one/onSuccess/over/stepId']);
  });

  it('refuses ids that are taken', () => {
    const twice = withStep(ok).replace(/( {6}- stepId: one[\s\S]*)$/, '$1$1');
    expect(problems(twice)).toEqual([expect.stringContaining('"one" is taken')]);
  });

  it('reports everything that is wrong at once, in the order of the file', () => {
    const found = problems(
      withStep(`${ok.replace('searchJobs', 'x')}x-kit-clauses: [NO-1]\noutputs: { a: $inputs.b }`),
    );
    expect(found.map((each) => Number(each.split(':')[0]))).toEqual([14, 17, 18]);
  });
});
