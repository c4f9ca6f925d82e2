import { describe, expect, it } from 'vitest';
import { exchange } from '../../../test/servers/servers.js';
import {
  evaluate,
  fill,
  fillText,
  LEFT_OUT,
  MissingValue,
  parseExpression,
  type Scope,
} from './expressions.js';
import { replaceAt } from '../../values/pointers.js';

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
const value = (text: string): unknown => evaluate(parseExpression(text), scope);

describe('evaluate', () => {
  it.each([
    ['$statusCode', 200],
    ['$method', 'POST'],
    ['$url', 'http://target.example/api/v1/jobs-search/search'],
    ['$request.header.Idempotency-Key', 'use_v1_a'],
    ['$request.query.q', 'x'],
    ['$request.body#/limit', 5],
    ['$response.header.X-Request-ID', 'r'],
    ['$response.body#/data/total', 1],
    ['$response.body#/data/jobs/0/Job Title', 'Cook'],
    ['$response.body#/data/jobs/0/Job%20Title', 'Cook'],
    ['$response.body#/data/jobs/0/a~1b', 1],
    ['$response.body#/data/search_after', null],
    ['$response.body.data.jobs[0]', { 'Job Title': 'Cook', 'a/b': 1 }],
    ['$inputs.limit', 5],
    ['$inputs.nothing', null],
    ['$steps.first.outputs.total', 3],
    ['$steps.first.outputs.cursor#/1', 'c'],
    ['$steps.first.outputs.cursor[0]', 17],
    ['$workflows.helper.outputs.count', 2],
    ['$outputs.called', true],
    ['$sourceDescriptions.contract.url', '../spec/openapi.yaml'],
    ['$round', 1],
    ['$copy', 2],
    ['$ordinal', 3],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    '$response.body#/data/none',
    '$response.body#/data/jobs/1',
    '$inputs.other',
    '$response.header.None',
  ])('%s is undefined, not null', (text) => {
    expect(value(text)).toBeUndefined();
  });

  it.each(['$statusCodes', '$response.status', '$inputs.', '$nothing', '$inputs.a b'])(
    'refuses %s',
    (text) => {
      expect(() => parseExpression(text)).toThrow(/expression/);
    },
  );
});

describe('fill', () => {
  it('keeps the type of a whole expression and joins embedded ones as text', () => {
    expect(
      fill({ limit: '$inputs.limit', all: ['{$inputs.limit}-{$inputs.activeKey}', '$5'] }, scope),
    ).toEqual({
      limit: 5,
      all: ['5-k', '$5'],
    });
  });

  it('leaves out members, items and lists of which an input says so', () => {
    const inputs = { gone: LEFT_OUT, there: { mode: 'or' } };
    const filled = (value: unknown): unknown => fill(value, { ...scope, inputs });
    expect(filled({ a: '$inputs.gone', b: 1 })).toEqual({ b: 1 });
    expect(filled({ a: ['$inputs.gone'], b: ['$inputs.gone', '$inputs.there'], c: [] })).toEqual({
      b: [{ mode: 'or' }],
      c: [],
    });
    // Without a member or item to leave out, the value is missing.
    for (const whole of ['$inputs.gone', 'a {$inputs.gone}', ['$inputs.gone']])
      expect(() => filled(whole)).toThrow('$inputs.gone');
    expect(evaluate(parseExpression('$inputs.gone'), { ...scope, inputs })).toBeUndefined();
  });

  it('names the value that is missing', () => {
    expect(() => fill({ limit: '$inputs.other' }, scope)).toThrow(new MissingValue('$inputs.other'));
  });

  it('leaves JSON braces alone', () => {
    expect(fillText('{"a": {"b": 1}}', scope)).toBe('{"a": {"b": 1}}');
  });
});

describe('replaceAt', () => {
  it('sets members, list items and what is not there yet, without touching the original', () => {
    const original = { a: { b: [1, 2] } };
    expect(replaceAt(original, ['a', 'b', '1'], 3)).toEqual({ a: { b: [1, 3] } });
    expect(replaceAt(original, ['c', 'd'], 4)).toEqual({ a: { b: [1, 2] }, c: { d: 4 } });
    expect(original).toEqual({ a: { b: [1, 2] } });
  });

  it('refuses to lead into a number', () => {
    expect(() => replaceAt({ a: 1 }, ['a', 'b'], 2)).toThrow('leads into "1"');
  });
});
