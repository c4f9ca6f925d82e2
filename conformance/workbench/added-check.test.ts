/** Tests checks that a click adds to the text of a pack. */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { withCheck } from './added-check.js';

const pack = (step: string): string => `arazzo: 1.0.1
workflows:
  - workflowId: other
    steps: [{ stepId: search }]
  - workflowId: mine
    steps:
${step}
      - stepId: last # the last
        operationId: searchJobs`;

/** The text with the check. */
function added(text: string, check: Parameters<typeof withCheck>[1]): string {
  const { from, part } = withCheck(text, check);
  expect(part.split('\n').at(-1)).toContain('that: value');
  return text.slice(0, from) + part + text.slice(from);
}

const CHECK = { that: 'value', of: '$response.body#/data/total', equals: 20 };
const place = { workflow: 'mine', step: 'search', pointer: '/data/total', value: 20 };

interface Parsed {
  workflows: { steps: { stepId: string; 'x-kit-expect'?: object[] }[] }[];
}

const SEARCH = '      - stepId: search\n';
const LIST = `${SEARCH}        x-kit-expect:\n`;
const BLOCK = '          - that: header-format\n            name: a-b';
it.each([
  ['a step without checks', '      - stepId: search\n        operationId: searchJobs # finds\n', []],
  ['a step in braces', '      - { stepId: search, operationId: searchJobs }', []],
  ['a list in brackets', `${SEARCH}        x-kit-expect: [{ that: responded }]`, [{ that: 'responded' }]],
  [
    'a list with comments',
    '      - x-kit-expect:\n        # why\n        - { that: responded } # so\n        stepId: search',
    [{ that: 'responded' }],
  ],
  ['a list with anchors', `${LIST}          - &one-more { that: responded }`, [{ that: 'responded' }]],
  ['a list of blocks', `${LIST}${BLOCK}\n        operationId: x`, [{ that: 'header-format', name: 'a-b' }]],
])('a check is added to %s, and changes nothing else', (_what, step, before) => {
  const text = pack(step);
  const next = added(text, place);
  const { workflows } = parse(next) as Parsed;
  const found = workflows[1]!.steps.find(({ stepId }) => stepId === 'search')!;
  expect(found['x-kit-expect']).toEqual([...before, CHECK]);
  const without = (all: Parsed) => JSON.stringify(all).replace(/,?"x-kit-expect":\[.*?\]/, '');
  expect(without({ workflows })).toBe(without({ workflows: (parse(text) as Parsed).workflows }));
  const kept = text.split('\n').filter((line) => /#/.test(line));
  for (const line of kept) expect(next).toContain(line.trim());
});

it('a check is added to the last step of a text without a final line break', () => {
  const text = added(pack(''), { ...place, step: 'last' });
  expect((parse(text) as Parsed).workflows[1]!.steps.at(-1)!['x-kit-expect']).toEqual([CHECK]);
});

it.each([
  [null, { equals: null }],
  ['Zürich: "a", b', { equals: 'Zürich: "a", b' }],
  ['$inputs.activeKey', { type: 'string' }],
  ['x'.repeat(300), { type: 'string' }],
  [[1], { type: 'array' }],
])('a check of %j is %j', (value, expected) => {
  const text = added(pack('      - { stepId: search }'), { ...place, pointer: '/a b/0/c~1d', value });
  const [step] = (parse(text) as Parsed).workflows[1]!.steps;
  expect(step!['x-kit-expect']).toEqual([{ that: 'value', of: '$response.body#/a b/0/c~1d', ...expected }]);
});

it.each([
  ['a check cites the only clause of its scenario', '[IDEM-13]', { ...CHECK, 'x-kit-clauses': ['IDEM-13'] }],
  ['a check cites none of several clauses', '[IDEM-13, BILL-1]', CHECK],
])('%s', (_what, clauses, check) => {
  const text = pack('      - { stepId: search }').replace('mine', `mine\n    x-kit-clauses: ${clauses}`);
  const { workflows } = parse(added(text, place)) as Parsed;
  expect(workflows[1]!.steps[0]!['x-kit-expect']).toEqual([check]);
});

it.each([
  ['a table', '      - stepId: $each.name\n        x-kit-each: [{ name: search }]'],
  ['an alias', '      - stepId: search\n        x-kit-expect: *checks'],
])('a check is only shown, so that the user adds it, if the step comes from %s', (_what, step) => {
  expect(() => withCheck(pack(step), place)).toThrow(
    /not written out .* \{ that: value, of: \$response\.body#\/data\/total, equals: 20 \}/,
  );
});
