import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../model/documents.js';
import { checkPack } from '../check-pack.js';
import type { Pack, Workflow } from '../model/pack.js';
import { PackError, parsePackText } from '../model/source-file.js';

const documents = loadDocuments();

/** A pack whose parts behind `info` are `rest`. */
const read = (rest: string): Pack =>
  checkPack(
    parsePackText(
      'p.yaml',
      `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  - { name: contract, type: openapi, url: ../../spec/openapi.yaml }
  - { name: admin, type: openapi, url: ../../spec/admin.openapi.yaml }
${rest.includes('x-kit-defaults:\n') ? '' : 'x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }\n'}${rest}`,
    ),
    documents,
  );

function problems(rest: string): string[] {
  try {
    read(rest);
    return [];
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.problems.map(({ line, place, message }) => `${line}: ${place}: ${message}`);
  }
}

const first = (rest: string): Workflow => read(rest).workflows[0]!;

const scenario = (steps: string, head = ''): string => `workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [REQ-1]
${head}    steps:
${steps.replace(/^(?=.)/gm, '      ')}
`;
const search =
  '- { stepId: one, operationId: searchJobs, successCriteria: [{ condition: $statusCode == 200 }] }';

describe('defaults', () => {
  const defaults = `x-kit-defaults:
  parameters: [{ name: Authorization, in: header, value: 'Bearer {$inputs.activeKey}' }]
  payload: { limit: 5, company_network_url: $inputs.companyUrl }
  successCriteria: [{ condition: $statusCode == 200 }]
  x-kit-cost: 7
`;

  it('go to workflows and steps that do not say otherwise', () => {
    const workflow = first(
      defaults +
        scenario(
          '- { stepId: one, operationId: searchJobs }\n- { stepId: two, operationId: listDepartments }',
        ),
    );
    expect(workflow).toMatchObject({ parameters: [{ name: 'Authorization' }], cost: 7 });
    const [one, two] = workflow.steps;
    expect(one?.body?.payload).toEqual({ limit: 5 });
    expect(one?.criteria.map(({ condition }) => condition)).toEqual(['$statusCode == 200']);
    expect(two?.body).toBeNull();
    expect(two?.criteria).toHaveLength(1);
  });

  it("put a member where the operation has such a field, and yield to the step's own", () => {
    const step = '- { stepId: one, operationId: searchCompanyJobs, requestBody: { payload: { limit: 9 } } }';
    expect(first(defaults + scenario(step)).steps[0]?.body?.payload).toEqual({
      limit: 9,
      company_network_url: '$inputs.companyUrl',
    });
  });

  describe('keep searches within the surveyed days', () => {
    const market = { published_after: '$inputs.marketFrom', published_before: '$inputs.marketTo' };
    const company = { published_after: '$inputs.companyFrom', published_before: '$inputs.companyTo' };
    const asked = (within: string, operation: string, payload?: string): unknown => {
      const body = payload === undefined ? '' : `, requestBody: { payload: ${payload} }`;
      const step = `- { stepId: one, operationId: ${operation}${body} }`;
      const head = defaults.replace('  payload: ', `  within: ${within}\n  payload: `);
      return first(head + scenario(step)).steps[0]?.body?.payload;
    };

    it('of the market or of the company, and by the words that each search takes', () => {
      const url = { company_network_url: '$inputs.companyUrl' };
      expect(asked('slice', 'searchJobs')).toEqual({
        ...market,
        limit: 5,
        advanced_job_keywords: ['$inputs.marketScope'],
      });
      expect(asked('common-slice', 'searchJobs')).toMatchObject({
        advanced_job_keywords: ['$inputs.historyScope'],
      });
      expect(asked('slice', 'searchJobsHistorical')).toMatchObject({
        ...market,
        advanced_job_keywords: ['$inputs.historyScope'],
      });
      for (const operation of ['searchCompanyJobs', 'searchCompanyJobsLegacy'])
        expect(asked('slice', operation)).toEqual({ ...company, ...url, limit: 5 });
      expect(asked('slice', 'listDepartments')).toBeUndefined();
    });

    it('beside the groups that they have themselves', () => {
      const own = { mode: 'and', title: { mode: 'or', terms: ['baker'] } };
      expect(
        asked('slice', 'searchJobs', `{ advanced_job_keywords: [${JSON.stringify(own)}] }`),
      ).toMatchObject({ advanced_job_keywords: [own, '$inputs.marketScope'] });
    });

    it('but for those that name a day themselves, and where no days are asked for', () => {
      const dated = "{ published_after: '2026-01-01', limit: 3 }";
      expect(asked('slice', 'searchJobs', dated)).toEqual({ published_after: '2026-01-01', limit: 3 });
      expect(asked('no-days', 'searchJobs')).toEqual({ limit: 5 });
    });

    it('of which there are three, named where another is asked for', () => {
      const head = defaults.replace('  payload: ', `  within: days\n  payload: `);
      expect(problems(head + scenario(search))).toContain(
        '8: x-kit-defaults/within: "days" is not one of: slice, common-slice, no-days',
      );
    });
  });

  it('leave bodies alone that are raw, absent or no objects, and steps that take none', () => {
    const step = (more: string): string =>
      `- { stepId: one, operationId: searchJobs, successCriteria: [{ condition: $statusCode == 422 }], ${more} }`;
    const bodies = [
      "requestBody: { payload: {}, x-kit-raw: '{' }",
      'requestBody: { payload: {}, x-kit-absent: true }',
      'requestBody: { payload: text }',
      'x-kit-defaults: none',
    ].map((more) => first(defaults + scenario(step(more))).steps[0]?.body?.payload);
    expect(bodies).toEqual([{}, {}, 'text', undefined]);
  });

  it.each([
    'successCriteria: [{ condition: $statusCode == 403 }]',
    'x-kit-expect: [{ that: status-counts, only: [200, 402] }]',
    "x-kit-expect: [{ that: one-of-status, choices: { '403': a } }]",
    'x-kit-expect: [{ that: no-response }]',
    'x-kit-expect: [{ that: value, of: $statusCode, in: [200, 429] }]',
  ])('ask for no status where the step speaks of it: %s', (more) => {
    const [step] = first(defaults + scenario(`- { stepId: one, operationId: searchJobs, ${more} }`)).steps;
    expect(step?.criteria.map(({ condition }) => condition)).not.toContain('$statusCode == 200');
  });

  it('ask for the status before all else the step asks', () => {
    const step =
      '- { stepId: one, operationId: searchJobs, successCriteria: [{ condition: $response.body#/success == true }] }';
    expect(first(defaults + scenario(step)).steps[0]?.criteria.map(({ condition }) => condition)).toEqual([
      '$statusCode == 200',
      '$response.body#/success == true',
    ]);
  });

  it('of a workflow replace those of the document member by member', () => {
    const workflow = first(
      defaults +
        scenario(
          '- { stepId: one, operationId: searchJobs }',
          '    x-kit-defaults: { payload: { limit: 3 } }\n',
        ),
    );
    expect(workflow.steps[0]).toMatchObject({ body: { payload: { limit: 3 } }, criteria: [{}] });
  });

  it('yield to a parameter of the same name and place, also to one that a reference names', () => {
    const own =
      "    parameters: [{ reference: $components.parameters.other }, { name: authorization, in: query, value: '1' }]\n";
    const pack = `${defaults}components:
  parameters: { other: { name: authorization, in: header, value: 'Bearer {$inputs.secondKey}' } }
${scenario('- { stepId: one, operationId: searchJobs }', own)}`;
    expect(first(pack).parameters.map(({ in: where, value }) => [where, value])).toEqual([
      ['header', 'Bearer {$inputs.secondKey}'],
      ['query', '1'],
    ]);
  });

  it('are checked against the contract where they stand', () => {
    const wrong =
      defaults.replace('limit: 5', 'limit: 101') + scenario('- { stepId: one, operationId: searchJobs }');
    expect(problems(wrong)).toEqual([
      expect.stringMatching(
        /^\d+: workflows\/w\/steps\/one\/requestBody\/payload\/limit: searchJobs does not take this/,
      ),
    ]);
  });
});

describe('tables', () => {
  const table = `workflows:
  - workflowId: places
    summary: A {$each.part}
    x-kit-each:
      - { workflowId: by-country, x-kit-clauses: [FILT-1], part: country, value: [Norway] }
      - { workflowId: by-city, x-kit-clauses: [FILT-3], summary: Other, part: city, value: [Oslo] }
    steps:
      - stepId: there
        operationId: searchJobs
        requestBody: { payload: { jobs_locations: [{ '{$each.part}': Oslo }], department: $each.departments } }
        successCriteria: [{ condition: '$statusCode == {$each.status}' }]
        x-kit-each:
          - { stepId: good, status: 200, departments: [Sales] }
          - { stepId: none, status: 200, departments: [] }
`;

  it('make a workflow of each row, and a step of each row of a step', () => {
    const { workflows } = read(table);
    expect(workflows.map(({ workflowId, summary, clauses }) => [workflowId, summary, clauses])).toEqual([
      ['by-country', 'A country', ['FILT-1']],
      ['by-city', 'Other', ['FILT-3']],
    ]);
    const [, city] = workflows;
    expect(
      city?.steps.map(({ stepId, body, criteria }) => [stepId, body?.payload, criteria[0]?.condition]),
    ).toEqual([
      ['good', { jobs_locations: [{ city: 'Oslo' }], department: ['Sales'] }, '$statusCode == 200'],
      ['none', { jobs_locations: [{ city: 'Oslo' }], department: [] }, '$statusCode == 200'],
    ]);
  });

  it('put values of any type in place, and copy what an alias shares', () => {
    const { workflows } = read(
      table
        .replace('department: $each.departments', 'is_remote: $each.flag')
        .replaceAll('departments: [', 'flag: null, x: ['),
    );
    expect(workflows[0]?.steps[0]?.body?.payload).toMatchObject({ is_remote: null });
    expect(workflows[0]?.steps[0]?.body?.payload).not.toBe(workflows[1]?.steps[0]?.body?.payload);
  });

  it('name a row without an id by the workflow and what it is on', () => {
    const each = table
      .replace('{ workflowId: by-country,', '{ on: country,')
      .replace('workflowId: by-city,', 'workflowId: by-city, on: city,');
    expect(read(each).workflows.map(({ workflowId }) => workflowId)).toEqual(['places-country', 'by-city']);
    expect(problems(table.replace('{ workflowId: by-country,', '{'))).toEqual([
      expect.stringMatching(/lacks "workflowId"/),
    ]);
    expect(problems(each.replace('on: country', 'on: a country'))[0]).toMatch(
      /"a country" is not of the form/,
    );
  });

  it('combine several lists each with each, in which a row sees those before its own', () => {
    const lists = table
      .replace(
        '      - { workflowId: by-country,',
        '      - - { on: here, start: 2026 }\n        - { on: there, start: 2025 }\n      - - { workflowId: by-country,',
      )
      .replace('      - { workflowId: by-city,', '        - { on: city,');
    const { workflows } = read(lists.replace('summary: Other, ', "summary: 'A city since {$each.start}', "));
    expect(workflows.map(({ workflowId, summary }) => [workflowId, summary])).toEqual([
      ['by-country-here', 'A country'],
      ['places-here-city', 'A city since 2026'],
      ['by-country-there', 'A country'],
      ['places-there-city', 'A city since 2025'],
    ]);
    expect(problems(lists.replace('start: 2025', 'start: 2025, part: town'))).toEqual([
      expect.stringMatching(/^13: .*"part" stands in a row of another list, too; give it another name/),
      expect.stringMatching(/^14: .*"part" stands in a row/),
    ]);
    expect(
      problems(lists.replace('      - - { on: here', '      - { on: nowhere }\n      - - { on: here')).join(),
    ).toMatch(/must be object/);
  });

  it('are found at the row that is wrong', () => {
    expect(problems(table.replace('[FILT-3]', '[FILT-99]'))).toEqual([
      expect.stringMatching(/^12: .*there is no clause "FILT-99"/),
    ]);
    expect(problems(table.replace('stepId: none', 'stepId: good'))).toEqual([
      expect.stringMatching(/^20: .*"good" is taken/),
    ]);
    expect(problems(table.replace('departments: []', 'departments: [Alchemy]'))[0]).toMatch(
      /^20: .*searchJobs does not take this: department.0/,
    );
  });

  it('refuse a value that a row lacks, and one outside of a table', () => {
    expect(problems(table.replace(', departments: []', ''))[0]).toMatch(
      /a row of x-kit-each has no "departments"; add it to each row/,
    );
    expect(problems(table.replace('{$each.status}', '$each.status'))[0]).toMatch(
      /is written in braces: \{\$each.name\}/,
    );
    expect(problems(scenario(search.replace('searchJobs', '$each.operation')))[0]).toMatch(
      /^\d+: .*\$each.operation stands outside of x-kit-each/,
    );
  });
});

describe('what follows from use', () => {
  it('declares the inputs that the runner binds', () => {
    const step = `${search.slice(0, -2)}, requestBody: { payload: { published_before: $inputs.daysAgo3 } } }`;
    expect(first(scenario(step)).inputs).toEqual({ daysAgo3: { type: 'string' } });
    expect(problems(scenario(step.replace('daysAgo3', 'dayAgo3'))).join()).toMatch(
      /declares no input "dayAgo3", and the runner binds none of that name/,
    );
  });

  it('names the members of `data` that later steps take from a search', () => {
    const later = `${search}\n${search.replace('stepId: one', 'stepId: two').replace('200', '$steps.one.outputs.total_jobs_found')}`;
    expect(first(scenario(later)).steps[0]?.outputs).toEqual({
      total_jobs_found: '$response.body#/data/total_jobs_found',
    });
    expect(problems(scenario(later.replace('total_jobs_found', 'total_job_found'))).join()).toMatch(
      /step "one" has no output "total_job_found"/,
    );
  });
});

describe('what multiplies', () => {
  const rows = (name: string): string =>
    Array.from({ length: 20 }, (_, i) => `{ ${name}: v${i} }`).join(', ');

  it('is refused where tables stand in tables', () => {
    let list = '[x]';
    for (const name of ['a', 'b', 'c', 'd', 'e']) list = `[{ x-kit-each: [${rows(name)}], in: ${list} }]`;
    const step = `- stepId: one
  operationId: searchJobs
  requestBody: { payload: { department: ${list} } }
  successCriteria: [{ condition: $statusCode == 200 }]`;
    expect(problems(scenario(step))).toEqual([
      expect.stringMatching(
        /^\d+: workflows\/w\/steps\/one\/.*: written out, the pack is larger than 8 MiB at this place$/,
      ),
    ]);
  });

  it('is refused where a long value goes into many places', () => {
    const table = `x-kit-each: [${Array.from({ length: 1000 }, (_, i) => `{ workflowId: w${i}, long: *long }`).join(', ')}]`;
    const pack = scenario(
      search.replace('stepId: one', "stepId: one, description: '{$each.long}'"),
      `    ${table}\n`,
    );
    const text = pack.replace('summary: s', `summary: &long ${'x'.repeat(10_000)}`);
    expect(problems(text).join()).toMatch(/written out, the pack is larger than 8 MiB at this place/);
  });
});
