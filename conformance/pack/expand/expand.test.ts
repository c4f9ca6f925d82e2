import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../test/support/cases.js';
import { checkPack } from '../check-pack.js';
import { loadDocuments } from '../model/documents.js';
import type { Pack, Workflow } from '../model/pack.js';
import { PackError, parsePackText } from '../model/source-file.js';

type Members = Record<string, unknown>;
interface Case {
  it: string;
  pack?: string;
  steps?: string[];
  head?: string;
  components?: string;
  within?: string;
  replace?: [string, string][];
  workflows?: (Members & { steps?: Members[] })[];
  problems?: string[];
}
interface Group {
  about: string;
  defaults?: string;
  cases: Case[];
}

const documents = loadDocuments();
const KEY = 'x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }\n';

function read(rest: string): Pack {
  const text = `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  - { name: contract, type: openapi, url: ../../spec/openapi.yaml }
  - { name: admin, type: openapi, url: ../../spec/admin.openapi.yaml }
${rest}`;
  return checkPack(parsePackText('p.yaml', text), documents);
}

function problems(rest: string): string[] {
  try {
    read(rest);
    return [];
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.problems.map(({ line, place, message }) => `${line}: ${place}: ${message}`);
  }
}

const scenario = (steps: string, head = ''): string => `workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [REQ-1]
${head}    steps:
${steps.replace(/^(?=.)/gm, '      ')}
`;

function textOf({ pack, steps = [], head, components, within, replace = [] }: Case, defaults = KEY): string {
  const list = steps.map((step) => `- ${step}`).join('\n');
  const shared = components === undefined ? '' : `components:\n  ${components}\n`;
  const whole = pack ?? scenario(list, head === undefined ? '' : `    ${head}\n`);
  const bounded =
    within === undefined ? defaults : defaults.replace('  payload: ', `  within: ${within}\n$&`);
  return replace.reduce((text, [from, to]) => text.replace(from, () => to), bounded + shared + whole);
}

function membersOf({ steps, ...others }: Workflow): Members & { steps: Members[] } {
  return {
    ...others,
    steps: steps.map(({ body, criteria, parameters, assumptions, ...step }) => ({
      ...step,
      otherwise: assumptions.map(({ otherwise }) => otherwise),
      parameters: parameters.map(({ name, in: where, value }) => [name, where, value]),
      payload: body?.payload ?? null,
      criteria: criteria.map(({ condition }) => condition),
    })),
  };
}

/** Returns the members of `whole` whose names are in `stated`. */
function picked(whole: Members, stated: Members): Members {
  return Object.fromEntries(Object.keys(stated).map((name) => [name, whole[name]]));
}

describe.each(casesOf<Group[]>(import.meta.filename))('$about', ({ defaults, cases }) => {
  it.each(cases)('$it', (stated) => {
    const text = textOf(stated, defaults);
    if (stated.problems !== undefined)
      expect(problems(text)).toEqual(
        stated.problems.map((each): unknown => expect.stringMatching(new RegExp(each))),
      );
    if (stated.workflows === undefined) return;
    const workflows = read(text).workflows.map(membersOf);
    const shown = workflows.map((workflow, i) => {
      const wanted = stated.workflows![i] ?? {};
      const steps = workflow.steps.map((step, at) => picked(step, wanted.steps?.[at] ?? {}));
      return { ...picked(workflow, wanted), ...(wanted.steps === undefined ? {} : { steps }) };
    });
    expect(shown).toEqual(stated.workflows);
  });
});

it('copies a value for each alias', () => {
  const asked = 'operationId: searchJobs, successCriteria: [{ condition: $statusCode == 200 }]';
  const steps = `- { stepId: one, ${asked}, requestBody: &body { payload: { limit: 5 } } }
- { stepId: two, ${asked}, requestBody: *body }`;
  const [one, two] = read(KEY + scenario(steps)).workflows[0]!.steps.map(({ body }) => body?.payload);
  expect(one).toEqual(two);
  expect(one).not.toBe(two);
});

describe('a pack that expands to too much', () => {
  const LARGE = expect.stringMatching(
    /: written out, the pack is larger than 8 MiB at this place$/,
  ) as string;

  it('is refused if tables are nested', () => {
    const rows = (name: string): string =>
      Array.from({ length: 20 }, (_, i) => `{ ${name}: v${i} }`).join(', ');
    let list = '[x]';
    for (const name of ['a', 'b', 'c', 'd', 'e']) list = `[{ x-kit-each: [${rows(name)}], in: ${list} }]`;
    const step = `- stepId: one
  operationId: searchJobs
  requestBody: { payload: { department: ${list} } }
  successCriteria: [{ condition: $statusCode == 200 }]`;
    const found = problems(KEY + scenario(step));
    expect(found).toEqual([LARGE]);
    expect(found[0]).toMatch(/^\d+: workflows\/w\/steps\/one\//);
  });

  it('is refused if it repeats a long value many times', () => {
    const rows = Array.from({ length: 1000 }, (_, i) => `{ workflowId: w${i}, long: *long }`).join(', ');
    const step =
      "- { stepId: one, description: '{$each.long}', operationId: searchJobs, successCriteria: [{ condition: $statusCode == 200 }] }";
    const pack = scenario(step, `    x-kit-each: [${rows}]\n`);
    const text = pack.replace('summary: s', `summary: &long ${'x'.repeat(10_000)}`);
    expect(problems(KEY + text)).toEqual([LARGE]);
  });
});
