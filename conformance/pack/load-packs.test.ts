import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OperationId } from '../../spec/contract.js';
import { SWITCHES } from '../../test/mutants/filters.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { loadDocuments } from './model/documents.js';
import { checkPack } from './check-pack.js';
import { loadPacks, packPaths } from './load-packs.js';
import type { Pack } from './model/pack.js';
import { limitOf } from './model/payload.js';
import { reachable } from './model/reach.js';
import { PackError, parsePackText, readPackText } from './model/source-file.js';

const documents = loadDocuments();

const packs = loadPacks(packPaths([]), documents);

it('packs of the kit request few jobs if a deployment should refuse the request', () => {
  const steps = packs
    .flatMap(({ workflows }) => workflows.filter(({ clauses, cost }) => clauses.length > 0 && cost === 0))
    .flatMap((workflow) => reachable(workflow).flatMap((each) => each.steps))
    .filter(({ operation }) => operation?.source === 'contract' && operation.id.startsWith('search'))
    // A target may read other wrong bodies as a search for everything, so `--read-only` skips them.
    .filter(({ body }) => body?.deliberate === true && !body.absent && body.raw === null);
  const limits = [...new Set(steps.map((step) => limitOf(step)))];
  expect(steps.length).toBeGreaterThan(80);
  // A limit above the maximum is the value that a deployment should refuse.
  expect(limits.filter((limit) => !(Number(limit) <= 10 || Number(limit) > 100))).toEqual([]);
});

it('packs of the kit send null for each boolean that may be null', () => {
  const { workflows } = packs.find(({ name }) => name === 'validation')!;
  const { steps } = workflows.find(({ workflowId }) => workflowId === 'nulls')!;
  const nulls = Object.entries(steps[0]!.body!.payload as object).filter(([, value]) => value === null);
  expect(nulls.map(([name]) => name).sort()).toEqual([...SWITCHES, 'search_after'].sort());
});

it('packs of the kit state the prices of the contract', () => {
  const rows = packPaths([]).flatMap((path) =>
    pricedIn(parse(readFileSync(path, 'utf8'))).map((row) => ({ path, ...row })),
  );
  const wrong = rows.filter(
    ({ operation, price }) => documents.contract.operation(operation).creditCost !== price,
  );
  expect(rows.length).toBeGreaterThan(20);
  const places = wrong.map(({ path, operation, price }) => `${basename(path)} ${operation} ${price}`);
  expect([...new Set(places)]).toEqual([]);
});

it('packs of the kit expect jobs of a surveyed country only while the slice has as many jobs as before', () => {
  const rows = packs.flatMap(({ workflows }) =>
    workflows.map(({ workflowId, steps }) => {
      const expectations = steps.flatMap((step) =>
        step.expectations.filter(({ that }) => that === 'some-job'),
      );
      const isAsked = /\$inputs\.(market|company)(Other)?Country"/.test(JSON.stringify(expectations));
      const isGuarded = /\$inputs\.(market|company)Read\b/.test(
        JSON.stringify(steps.map(({ assumptions }) => assumptions)),
      );
      return { workflowId, isAsked, isGuarded };
    }),
  );
  const asked = rows.filter(({ isAsked }) => isAsked);
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter(({ isGuarded }) => !isGuarded)).toEqual([]);
});

/** Objects, at any depth, that name an operation and its price. */
function pricedIn(value: unknown): { operation: OperationId; price: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = 'operation' in value && 'price' in value ? [value as ReturnType<typeof pricedIn>[0]] : [];
  return [...here, ...Object.values(value).flatMap(pricedIn)];
}

it('packs of the kit have a different summary for each scenario', () => {
  const summaries = packs
    .flatMap(({ workflows }) => workflows.filter(({ clauses }) => clauses.length > 0))
    .map(({ summary }) => summary);
  expect(summaries.filter((each, i) => summaries.indexOf(each) !== i)).toEqual([]);
});

const head = (sources: string): string => `arazzo: 1.0.1
info: { title: T, version: 1.0.0 }
sourceDescriptions:
  - { name: contract, type: openapi, url: spec/openapi.yaml }
${sources}x-kit-defaults: { parameters: [{ name: Authorization, in: header, value: Bearer key }] }
`;
const blocks = (name: string, url: string): string => `  - { name: ${name}, type: arazzo, url: '${url}' }\n`;
const scenario = (call: string): string => `workflows:
  - workflowId: w
    summary: s
    x-kit-clauses: [REQ-1]
    steps:
      - stepId: one
        workflowId: ${call}
`;
const helper = (id: string, more = ''): string => `workflows:
  - workflowId: ${id}
    steps:
      - { stepId: ask, operationId: listDepartments, successCriteria: [{ condition: $statusCode == 200 }] }
${more}`;

function files(contents: Record<string, string>): (name: string) => string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return (name) => join(folder, name);
}

function problems(paths: string[]): string[] {
  try {
    loadPacks(paths, documents);
    return [];
  } catch (error) {
    if (!(error instanceof PackError)) throw error;
    return error.problems.map(({ file, line, message }) => `${file.split('/').at(-1)}:${line}: ${message}`);
  }
}

describe('building blocks', () => {
  it('are found relative to the pack that names them, and called by their source', () => {
    const at = files({
      'a.yaml': head(blocks('shared', 'parts/b.yaml')) + scenario('$sourceDescriptions.shared.departments'),
      'parts/b.yaml':
        head(blocks('more', './c.yaml')) +
        `workflows:\n  - workflowId: departments\n    steps: [{ stepId: s, workflowId: $sourceDescriptions.more.deeper }]\n`,
      'parts/c.yaml': head('') + helper('deeper'),
    });
    const [pack] = loadPacks([at('a.yaml')], documents);
    expect(reachable(pack!.workflows[0]!).map(({ workflowId }) => workflowId)).toEqual([
      'w',
      'departments',
      'deeper',
    ]);
  });

  it('of the kit are found by kit:', () => {
    const at = files({
      'a.yaml':
        head(blocks('shared', 'kit:shared/probes.yaml')) +
        scenario('$sourceDescriptions.shared.historical-access'),
    });
    expect(problems([at('a.yaml')])).toEqual([]);
  });

  it('are rejected, with the line that names them, if they are missing or not files', () => {
    const at = files({
      'a.yaml': head(blocks('shared', 'b.yaml')) + helper('x'),
      'c.yaml': head(blocks('shared', 'https://example.com/b.yaml')) + helper('x'),
    });
    expect(problems([at('a.yaml'), at('c.yaml')])).toEqual([
      expect.stringMatching(
        /^a.yaml:5: b.yaml cannot be read: no such file or directory; the path is relative to this file$/,
      ),
      expect.stringMatching(/^c.yaml:5: https:.* is not a file; use a path relative to this file/),
    ]);
  });

  it('are rejected without a line if the file cannot be read', () => {
    expect(() => loadPacks(['/nowhere.yaml'], documents)).toThrow(
      /^\/nowhere\.yaml: cannot be read: no such file/,
    );
  });

  it.each([
    ['', 'is empty'],
    ['hello', 'is not a YAML mapping'],
  ])('are refused if the file is %j', (text, what) => {
    const at = files({ 'a.yaml': text });
    expect(problems([at('a.yaml')])).toEqual([`a.yaml:1: the file ${what}; a pack is an Arazzo document`]);
  });

  it('are rejected if they are circular', () => {
    const at = files({
      'a.yaml': head(blocks('b', 'b.yaml')) + helper('x'),
      'b.yaml': head(blocks('a', 'a.yaml')) + helper('x'),
    });
    expect(problems([at('a.yaml')])).toEqual([
      expect.stringMatching(/^b.yaml:5: a.yaml refers back to this file/),
      expect.stringMatching(/^a.yaml:5: b.yaml has problems itself/),
    ]);
  });

  it('are checked once, each problem in its own file', () => {
    const at = files({
      'a.yaml': head(blocks('shared', 'b.yaml')) + helper('x'),
      'c.yaml': head(blocks('shared', 'b.yaml')) + helper('x'),
      'b.yaml': head('') + helper('x', '    outputs: { a: $steps.asks.outputs.b }\n'),
    });
    expect(problems([at('a.yaml'), at('c.yaml')])).toEqual([
      expect.stringMatching(/^b.yaml:10: .*there is no step "asks"\. Did you mean "ask"\?/),
      expect.stringMatching(/^a.yaml:5: b.yaml has problems itself/),
      expect.stringMatching(/^c.yaml:5: b.yaml has problems itself/),
    ]);
  });

  it('that do not exist are rejected with a suggestion', () => {
    const at = files({
      'a.yaml': head(blocks('shared', 'b.yaml')) + scenario('$sourceDescriptions.shared.department'),
      'b.yaml': head('') + helper('departments'),
    });
    expect(problems([at('a.yaml')])).toEqual([
      'a.yaml:13: there is no workflow "shared.department". Did you mean "shared.departments"?',
    ]);
  });
});

it('checks a pack again only if it, or a pack that it names, has changed', () => {
  const at = files({
    'a.yaml': head(blocks('shared', 'b.yaml')) + scenario('$sourceDescriptions.shared.departments'),
    'b.yaml': head('') + helper('departments'),
  });
  const load = (): Pack => loadPacks([at('a.yaml')], documents)[0]!;
  const first = load();
  expect(load()).toBe(first);
  writeFileSync(at('b.yaml'), head('') + helper('departments', '    summary: other\n'));
  expect(reachable(load().workflows[0]!).map(({ summary }) => summary)).toEqual(['s', 'other']);
  writeFileSync(at('b.yaml'), head('') + helper('other'));
  expect(problems([at('a.yaml')])[0]).toMatch(/^a.yaml:13: there is no workflow "shared.departments"/);
  writeFileSync(at('b.yaml'), head(blocks('a', 'a.yaml')) + helper('departments'));
  expect(problems([at('a.yaml')])[0]).toMatch(/^b.yaml:5: a.yaml refers back to this file/);
});

it('names the versions of Arazzo that packs may have', () => {
  const text = head('').replace('1.0.1', '1.1.0') + scenario('shared');
  expect(() => checkPack(parsePackText('p.yaml', text), documents)).toThrow(
    '"1.1.0" is not a version of Arazzo 1.0, ',
  );
});

it('rejects two packs with the same name', () => {
  const at = files({ 'a.yaml': head('') + helper('x'), 'b/a.yaml': head('') + helper('x') });
  expect(problems([at('a.yaml'), at('b/a.yaml')])[0]).toMatch(/is named "a" like .*; rename it/);
});

it('loads a pack that was checked at build time with the same result', () => {
  const source = parsePackText('p.yaml', readPackText(packPaths(['smoke'])[0]!));
  const [read, checked] = [true, false].map((isChecked) =>
    JSON.stringify(checkPack(source, documents, undefined, isChecked).workflows),
  );
  expect(read).toBe(checked);
});
