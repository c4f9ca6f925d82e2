import { describe, expect, it } from 'vitest';
import { exchange } from '../../../test/servers/servers.js';
import { casesOf } from '../../../test/support/cases.js';
import { replaceAt } from '../../values/pointers.js';
import { parseCondition, parseCriterion } from './conditions.js';
import {
  evaluate,
  fill,
  fillText,
  LEFT_OUT,
  MissingValue,
  parseExpression,
  type Scope,
} from './expressions.js';
import { flawOfPath, selects, flawOf } from './patterns.js';

interface Cases {
  conditions: { hold: string[]; fail: string[]; refused: string[] };
  criteria: [type: 'jsonpath' | 'regex', condition: string, context: string, holds: boolean][];
  expressions: [text: string, value: unknown][];
  missing: string[];
  noExpressions: string[];
  paths: { taken: string[]; wouldFindNothing: [string, string][] };
  patterns: string[];
}
const { conditions, criteria, expressions, missing, noExpressions, paths, patterns } = casesOf<Cases>(
  import.meta.filename,
);

const scope: Scope = {
  inputs: { activeKey: 'k', limit: 5, nothing: null },
  steps: { first: { total: 3, cursor: [17, 'c'] } },
  workflows: { helper: { inputs: {}, outputs: { count: 2 } } },
  outputs: { called: true },
  sources: { contract: '../spec/openapi.yaml' },
  round: 1,
  copy: 2,
  exchange: exchange({
    request: { query: { q: 'x' }, headers: { 'idempotency-key': 'use_v1_a' }, body: { limit: 5 } },
    response: {
      status: 200,
      headers: { 'x-request-id': 'r', 'retry-after': '7' },
      body: { data: { jobs: [{ 'Job Title': 'Cook', 'a/b': 1 }], total: 1, search_after: null } },
    },
  }),
};

describe('a criterion', () => {
  const body = { total: 3, next: null, name: 'Full Time', list: [{ v: 1, t: "it's" }, { v: 2 }], on: true };
  const headers = { 'retry-after': '7', 'x-kind': 'Some Text' };
  const inTest: Scope = {
    ...scope,
    inputs: { word: "it's", n: 2 },
    exchange: exchange({ response: { status: 200, headers, body } }),
  };

  it.each(conditions.hold)('%s holds', (condition) => {
    expect(parseCondition(condition).judge(inTest).holds).toBe(true);
  });
  it.each(conditions.fail)('%s does not hold', (condition) => {
    expect(parseCondition(condition).judge(inTest).holds).toBe(false);
  });
  it.each(conditions.refused)('%s is refused', (condition) => {
    expect(parseCondition(condition).flaw).not.toBeNull();
  });
  it.each(criteria)('%s %s of %s: %s', (type, condition, context, holds) => {
    expect(parseCriterion({ type, condition, context }).judge(inTest).holds).toBe(holds);
  });

  it('reports the actual values', () => {
    const condition = '$statusCode == 201 && $response.body#/absent == 1';
    const actual = '$statusCode is 200, $response.body#/absent is missing';
    expect(parseCondition(condition).judge(inTest)).toEqual({ holds: false, expected: condition, actual });
  });

  it.each([
    ['jsonpath', '$.list[?'],
    ['regex', '('],
  ] as const)('is refused if it is a broken %s', (type, condition) => {
    const broken = { type, condition, context: '$response.body' };
    expect(parseCriterion(broken).flaw).toMatch(/is not a (regular expression|JSONPath): /);
  });
});

describe('an expression', () => {
  const value = (text: string): unknown => evaluate(parseExpression(text), scope);
  it.each(expressions)('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });
  it.each(missing)('%s is undefined, not null', (text) => {
    expect(value(text)).toBeUndefined();
  });
  it.each(noExpressions)('refuses %s', (text) => {
    expect(() => parseExpression(text)).toThrow(/expression/);
  });

  it('alone keeps the type of its value, and inside a text becomes text', () => {
    const payload = { limit: '$inputs.limit', all: ['{$inputs.limit}-{$inputs.activeKey}', '$5', '$met'] };
    expect(fill(payload, scope)).toEqual({ limit: 5, all: ['5-k', '$5', '$met'] });
  });

  it('omits members, items and lists if their input is `LEFT_OUT`', () => {
    const inputs = { gone: LEFT_OUT, there: { mode: 'or' } };
    const filled = (whole: unknown): unknown => fill(whole, { ...scope, inputs });
    expect(filled({ a: '$inputs.gone', b: 1 })).toEqual({ b: 1 });
    const lists = { a: ['$inputs.gone'], b: ['$inputs.gone', '$inputs.there'], c: [] };
    expect(filled(lists)).toEqual({ b: [{ mode: 'or' }], c: [] });
    // If there is no member or item to omit, the value counts as missing.
    for (const whole of ['$inputs.gone', 'a {$inputs.gone}', ['$inputs.gone']])
      expect(() => filled(whole)).toThrow('$inputs.gone');
    expect(evaluate(parseExpression('$inputs.gone'), { ...scope, inputs })).toBeUndefined();
  });

  it('throws an error with the name of the missing value', () => {
    expect(() => fill({ limit: '$inputs.other' }, scope)).toThrow(new MissingValue('$inputs.other'));
  });

  it('does not change JSON braces', () => {
    expect(fillText('{"a": {"b": 1}}', scope)).toBe('{"a": {"b": 1}}');
  });
});

it('replaceAt sets members and list items, even missing ones, and does not change the original', () => {
  const original = { a: { b: [1, 2] } };
  expect(replaceAt(original, ['a', 'b', '1'], 3)).toEqual({ a: { b: [1, 3] } });
  expect(replaceAt(original, ['c', 'd'], 4)).toEqual({ a: { b: [1, 2] }, c: { d: 4 } });
  expect(original).toEqual({ a: { b: [1, 2] } });
  expect(() => replaceAt({ a: 1 }, ['a', 'b'], 2)).toThrow('leads into "1"');
});

describe('the check of a JSONPath', () => {
  it.each(paths.taken)('accepts %s', (path) => {
    expect(flawOfPath(path)).toBeNull();
  });
  it.each(paths.wouldFindNothing)('rejects %s, which would find nothing in any answer', (path, pattern) => {
    const flaw = flawOfPath(path);
    expect(flaw).toMatch(/^holds a regular expression that JSONPath does not know \(RFC 9485\): /);
    expect(flaw).toContain(pattern);
  });
  it('rejects an invalid path', () => {
    expect(flawOfPath('$.jobs[?')).toMatch(/^is not a JSONPath: /);
  });
});

describe('a JSONPath in a run', () => {
  it.each([
    ["$.jobs[?search(@.title, 'b+')]", { title: 'abba' }, true],
    ["$.jobs[?match(@.title, 'b+')]", { title: 'abba' }, false],
    // RFC 9535 ignores a broken regular expression of the answer itself.
    ['$.jobs[?search(@.title, @.word)]', { title: 'a', word: '(' }, false],
  ])('%s finds something in %j: %s', (path, job, expected) => {
    expect(selects(path, { jobs: [job] })).toBe(expected);
  });

  it('throws if an inserted text makes its regular expression invalid', () => {
    expect(() => selects("$.jobs[?search(@.title, 'C++')]", { jobs: [{ title: 'C++' }] })).toThrow(
      /^"\$\.jobs.*" holds a regular expression that JSONPath does not know/,
    );
  });

  it('is stopped if it takes too long on an answer', () => {
    const jobs = [{ title: `${'a'.repeat(40)}!`, word: '(a+)+' }];
    expect(() => selects('$.jobs[?match(@.title, @.word)]', { jobs }, 0.1)).toThrow(/took more than 0\.1 s/);
  });
});

describe('the check of a regular expression', () => {
  it.each(patterns)('accepts /%s/', (pattern) => {
    expect(flawOf(pattern)).toBeNull();
  });
  it('rejects an invalid one, whatever text is inserted', () => {
    expect(flawOf('^(a')).toMatch(/^is not a regular expression: .*Unterminated group/);
    expect(flawOf('{$inputs.a}(')).toMatch(/^is not a regular expression/);
  });
});
