import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, parseBody } from './parse-body.js';

const parse = (text: string) => parseBody(Buffer.from(text));
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('a request body', () => {
  it('is a JSON object', () => {
    expect(parse(' {"limit": 10} ')).toEqual({ body: { limit: 10 } });
  });

  it('is nothing else', () => {
    for (const text of [
      '',
      ' ',
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '\u0000',
      '\ufeff{}',
      'NaN',
    ]) {
      expect(parse(text), text).toHaveProperty('issue.type', 'json_invalid');
    }
  });

  it('says what is wrong in words that follow its name', () => {
    for (const [text, msg] of [
      ['', 'is required, as JSON'],
      ['{', 'is not valid JSON'],
      ['[]', 'must be a JSON object'],
    ] as const)
      expect(parse(text)).toEqual({ issue: { loc: ['body'], msg, type: 'json_invalid' } });
  });

  it('is nested as deep as the limit and no deeper', () => {
    expect(parse(nested(MAX_DEPTH))).toHaveProperty('body');
    expect(parse(nested(MAX_DEPTH + 1))).toHaveProperty('issue.type', 'json_invalid');
    expect(parse('['.repeat(1_000_000))).toHaveProperty('issue');
  });

  it('may hold brackets in its strings', () => {
    expect(parse(JSON.stringify({ a: '["\\[{'.repeat(100) }))).toHaveProperty('body');
  });

  it('cannot reach the prototype of objects', () => {
    const parsed = parse('{"__proto__":{"limit":1},"constructor":{"prototype":{"limit":1}}}');
    expect(parsed).toHaveProperty('body');
    expect(({} as { limit?: number }).limit).toBeUndefined();
  });
});
