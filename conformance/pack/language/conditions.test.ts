import { describe, expect, it } from 'vitest';
import { exchange } from '../../../test/servers/servers.js';
import { checkCriterion, judgeCriterion, type Criterion } from './conditions.js';
import type { Scope } from './expressions.js';

const scope: Scope = {
  inputs: { word: "it's", n: 2 },
  steps: {},
  workflows: {},
  outputs: {},
  sources: {},
  round: 0,
  copy: 0,
  exchange: exchange({
    response: {
      status: 200,
      headers: { 'retry-after': '7', 'x-kind': 'Some Text' },
      body: { total: 3, next: null, name: 'Full Time', list: [{ v: 1, t: "it's" }, { v: 2 }], on: true },
    },
  }),
};
const simple = (condition: string): Criterion => ({ condition, context: null, type: 'simple' });
const holds = (condition: string): boolean => judgeCriterion(simple(condition), scope).holds;

describe('simple conditions', () => {
  it.each([
    '$statusCode == 200',
    '$statusCode != 404 && $response.body#/total >= 3',
    '$statusCode == 404 || ($response.body#/total < 4 && !($response.body#/total <= 2))',
    '$response.body#/next == null',
    "$response.body#/name == 'full time'",
    "'a''b' == 'A''B'",
    '$response.body#/on',
    '$response.body.list[1].v == 2',
    '$response.body#/list/1/v==2',
    '$response.header.Retry-After >= 7',
    '$response.body#/absent != 1',
    '1.5e1 == 15',
  ])('%s holds', (condition) => {
    expect(holds(condition)).toBe(true);
  });

  it.each([
    '$statusCode == 201',
    '$response.body#/absent == null',
    '$response.body#/absent < 1',
    '$response.body#/total == null',
    "$response.body#/total == '3'",
    '$response.body#/name > 1',
    '!$response.body#/on',
  ])('%s does not hold', (condition) => {
    expect(holds(condition)).toBe(false);
  });

  it.each(['$statusCode = 200', '$statusCode == ', '(1 == 1', 'status == 200', '1 == 1 1', '"a" == 1'])(
    'refuses %s',
    (condition) => {
      expect(() => checkCriterion(simple(condition))).toThrow();
    },
  );

  it('says what the values were', () => {
    expect(judgeCriterion(simple('$statusCode == 201 && $response.body#/absent == 1'), scope)).toEqual({
      holds: false,
      expected: '$statusCode == 201 && $response.body#/absent == 1',
      actual: '$statusCode is 200, $response.body#/absent is missing',
    });
  });
});

describe('jsonpath and regex criteria', () => {
  const judge = (type: 'jsonpath' | 'regex', condition: string, context = '$response.body'): boolean =>
    judgeCriterion({ type, condition, context }, scope).holds;

  it('holds when a path selects a node and not when it selects none', () => {
    expect(judge('jsonpath', '$.list[?@.v == 2]')).toBe(true);
    expect(judge('jsonpath', '$.list[?@.v == 3]')).toBe(false);
    expect(judge('jsonpath', '$[?count(@.*) > 1]')).toBe(true);
  });

  it('takes embedded expressions as text, whatever quotes they stand in', () => {
    expect(judge('jsonpath', '$.list[?@.v == {$inputs.n}]')).toBe(true);
    expect(judge('jsonpath', "$.list[?@.t == '{$inputs.word}']")).toBe(true);
    expect(judge('jsonpath', '$.list[?@.t == "{$inputs.word}"]')).toBe(true);
  });

  it('matches text anywhere and minds case', () => {
    expect(judge('regex', 'Text$', '$response.header.X-Kind')).toBe(true);
    expect(judge('regex', 'text$', '$response.header.X-Kind')).toBe(false);
    expect(judge('regex', '.*', '$response.header.None')).toBe(false);
  });

  it.each([
    ['jsonpath', '$.list[?'],
    ['regex', '('],
  ] as const)('refuses a broken %s', (type, condition) => {
    expect(() => checkCriterion({ type, condition, context: '$response.body' })).toThrow(
      /is no (regular expression|JSONPath): /,
    );
  });
});
