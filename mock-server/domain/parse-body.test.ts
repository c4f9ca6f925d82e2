import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, MAX_VALUES, parseBody } from './parse-body.js';

const parse = (text: string) => parseBody(text);
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('a request body', () => {
  it('gets an error text that can follow its name', () => {
    for (const [text, msg] of [
      ['', 'is required, as JSON'],
      ['{', 'is not valid JSON'],
      ['[]', 'must be a JSON object'],
    ] as const)
      expect(parse(text)).toEqual({ issue: { loc: ['body'], msg, type: 'json_invalid' } });
  });

  it('may be nested up to the limit', () => {
    expect(parse(nested(MAX_DEPTH))).toHaveProperty('body');
    expect(parse(nested(MAX_DEPTH + 1))).toHaveProperty('issue.type', 'json_invalid');
    expect(parse('['.repeat(1_000_000))).toHaveProperty('issue');
  });

  it('may have members and items up to the limit, anywhere', () => {
    const wide = (items: number) => `{"x":[${Array<string>(items).fill('0').join(', ')}]}`;
    expect(parse(wide(MAX_VALUES - 1))).toHaveProperty('body');
    expect(parse(wide(MAX_VALUES))).toEqual({
      issue: {
        loc: ['body'],
        msg: 'must not have more than 10000 members and items in all',
        type: 'json_invalid',
      },
    });
    expect(parse(`{"x":[${'[],'.repeat(MAX_VALUES)}[]]}`)).toHaveProperty('issue');
    expect(parse(`{${'"a":{},'.repeat(MAX_VALUES)}"a":0}`)).toHaveProperty('issue');
  });

  it('may have brackets and commas in its strings', () => {
    expect(parse(JSON.stringify({ a: '["\\[{,'.repeat(10_001) }))).toHaveProperty('body');
  });
});
