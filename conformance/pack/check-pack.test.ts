import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../run/run.js';
import { checkPack } from './check-pack.js';
import type { Pack } from './model/pack.js';
import { requirementsOf } from './model/reach.js';
import { PackError, parsePackText } from './model/source-file.js';

const documents = loadDocuments();

const head = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  [{ name: contract, url: ../../spec/openapi.yaml }, { name: admin, url: ../../spec/admin.openapi.yaml }]
x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }
`;

/** A pack of one scenario whose one step is `step`, on lines 8 and following. */
const withStep = (step: string, workflow = ''): string => `${head}workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [IDEM-1]
    x-kit-cost: 1
    inputs: { properties: { activeKey: { type: string } } }
${workflow}    steps:
      - stepId: one
${step.replace(/^(?=.)/gm, '        ')}
`;

const check = (text: string): Pack => checkPack(parsePackText('p.yaml', text), documents);

function problems(text: string): string[] {
  try {
    check(text);
    return [];
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.problems.map(({ line, message }) => `${line}: ${message}`);
  }
}

const ok = `operationId: $sourceDescriptions.contract.searchJobs
successCriteria:
  - condition: $statusCode == 200
`;

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
      /there is no predicate "shiny"; known are compare, value, /,
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

  const body = (payload: string, more = ''): string =>
    `${ok}requestBody:\n  contentType: application/json\n  payload: ${payload}\n${more}`;

  it('refuses a value that the contract does not accept, unless it is meant', () => {
    const wrong = body('{ department: [Alchemy] }');
    expect(problems(withStep(wrong))).toEqual([
      expect.stringMatching(/^19: searchJobs does not take this: department.0 .*; if that is meant, say why/),
    ]);
    expect(problems(withStep(body('{ department: [Alchemy] }', '  x-kit-deliberate: no such\n')))).toEqual(
      [],
    );
  });

  it('refuses a member that the body does not have, unless it is meant', () => {
    expect(problems(withStep(body('{ limits: 5 }')))).toEqual([
      '19: searchJobs has no field "limits"; if that is meant, say why in x-kit-deliberate',
    ]);
    expect(problems(withStep(body('{ limits: 5 }', '  x-kit-deliberate: a stranger\n')))).toEqual([]);
  });

  it('leaves what an expression will stand for to the run', () => {
    expect(problems(withStep(body('{ limit: $inputs.activeKey }')))).toEqual([]);
    expect(problems(withStep(body('{ limit: 101, published_after: $inputs.activeKey }')))).toHaveLength(1);
  });

  it('refuses an unknown value in a query', () => {
    const step = `operationId: listLocations
parameters: [{ name: q, in: query, value: ab }]
successCriteria: [{ condition: $statusCode == 422 }]`;
    expect(problems(withStep(step)).join()).toMatch(/listLocations does not take this: q /);
    expect(problems(withStep(step.replace('value: ab', 'value: ab, x-kit-deliberate: short')))).toEqual([]);
  });

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
    expect(problems(idle.replace('    x-kit-clauses: [IDEM-1]\n', ''))).toEqual([]);
  });

  it('refuses a search without a credential that does not say so', () => {
    const without = (step: string): string => withStep(step).replace(/^x-kit-defaults.*\n/m, '');
    expect(problems(without(ok))).toEqual([
      expect.stringMatching(/^12: sends no Authorization: .* x-kit-absent: true/),
    ]);
    const meant = `${ok}parameters: [{ name: authorization, in: header, value: '', x-kit-absent: true }]`;
    expect(problems(without(meant))).toEqual([]);
  });

  it('refuses a header that breaks its schema, unless it is meant', () => {
    const key = (value: string): string =>
      withStep(`${ok}parameters: [{ name: Idempotency-Key, in: header, value: ${value} }]`);
    expect(problems(key('mine'))).toEqual([
      expect.stringMatching(
        /^17: searchJobs does not take this: Idempotency-Key must be use_v1_ .*; if that is meant/,
      ),
    ]);
    expect(problems(key('mine, x-kit-deliberate: no prefix'))).toEqual([]);
    expect(problems(key('use_v1_mine'))).toEqual([]);
    expect(problems(key("'{$inputs.operationKey}-a'"))).toEqual([]);
  });

  it.each([
    ['a criterion', ok.replace('$statusCode == 200', '$response.body#/data/totl > 0')],
    ['an output', `${ok}outputs: { a: $response.body#/data/jobs/0/Job Titel }`],
    ['an argument', `${ok}x-kit-expect: [{ that: value, of: $response.body#/dat, null: false }]`],
    ['a list', `${ok}x-kit-expect: [{ that: distinct-items, list: /data/job }]`],
    ['an item', `${ok}x-kit-expect: [{ that: distinct-items, list: /data/jobs, by: /Job Titel }]`],
    ['a sum', `${ok}x-kit-expect: [{ that: compare, left: { sum: /data/credit }, is: '>', right: 0 }]`],
    [
      'what is carried on',
      `${ok}x-kit-repeat: { times: 2, carry: [{ target: /limit, value: $response.body#/cursor }] }`,
    ],
  ])('refuses a pointer in %s that no answer of the operation has', (_name, step) => {
    expect(problems(withStep(step))).toEqual([expect.stringMatching(/no answer of searchJobs has \//)]);
  });

  it('names the member that a pointer probably meant', () => {
    const step = ok.replace('$statusCode == 200', '$response.body#/data/jobs/0/Job%20Titel != null');
    expect(problems(withStep(step))).toEqual([
      '16: no answer of searchJobs has /data/jobs/0/Job Titel. Did you mean "Job Title"?',
    ]);
  });

  it('takes pointers into every form of answer, and into bodies that the contract leaves open', () => {
    const conditions = ['detail/0/msg', 'data/jobs/3/Skills/0/length', 'data/search_after/1', 'error/length'];
    for (const pointer of conditions)
      expect(problems(withStep(ok.replace('$statusCode == 200', `$response.body#/${pointer} != 1`)))).toEqual(
        [],
      );
    expect(
      problems(
        withStep(
          ok
            .replace('searchJobs', 'getCreditBalance')
            .replace('$statusCode == 200', '$response.body#/my/balance > 1'),
        ),
      ),
    ).toEqual([]);
  });

  it('refuses to carry a value into a field that the body does not have', () => {
    const step = `${ok}x-kit-repeat: { times: 2, carry: [{ target: /serch_after, value: $response.body#/data/search_after }] }`;
    expect(problems(withStep(step))).toEqual([
      '17: searchJobs has no field "serch_after". Did you mean "search_after"?',
    ]);
  });

  it('computes the cost that a scenario does not state', () => {
    const steps = `${body('{ limit: 25 }')}x-kit-repeat: { times: 3 }`;
    const unsaid = (step: string): string => withStep(step).replace('    x-kit-cost: 1\n', '');
    expect(check(unsaid(steps)).workflows[0]?.cost).toBe(75);
    expect(check(unsaid(ok)).workflows[0]?.cost).toBe(100);
    expect(check(withStep(steps)).workflows[0]?.cost).toBe(1);
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
