import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { asJson, keepText } from './unchanged.js';

const cases = casesOf<{ cursors: string[] }>(import.meta.filename);

function sentBack(text: string): string {
  const answer = JSON.parse(text) as { data: { search_after: unknown } };
  keepText({ value: answer, text }, ['data', 'search_after']);
  return asJson({ limit: 10, search_after: answer.data.search_after });
}

it.each(cases.cursors)('a cursor of %s is sent back with every digit', (cursor) => {
  const text = `{ "success": true, "odd": "\\\\", "data": { "jobs": [{"search_after": [1]}, "}"], "n": 12 , "search_after" : ${cursor} , "x": {} } }`;
  expect(sentBack(text)).toBe(`{"limit":10,"search_after":${cursor}}`);
});

it('a name with a dot is not confused with a path', () => {
  expect(sentBack('{"data":{"search_after":[0.50]},"data.search_after":[2]}')).toBe(
    '{"limit":10,"search_after":[0.50]}',
  );
});

it('the last of two cursors in one answer is sent back, as in JSON.parse', () => {
  expect(sentBack('{"data":{"search_after":[0.5],"search_after":[1795149420713054721]}}')).toBe(
    '{"limit":10,"search_after":[1795149420713054721]}',
  );
});

it('finds a cursor in any JSON, however it is written', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.string(),
      fc.jsonValue(),
      fc.constantFrom(0, 1, '\t'),
      (a, name, b, space) => {
        const data = { a, [name]: b, search_after: [0.5, a], z: b };
        const text = JSON.stringify({ [name]: a, data, last: b }, null, space).replace(
          '0.5',
          '1795149420713054721.0',
        );
        const held = JSON.parse(text) as { data: { search_after: unknown[] } };
        fc.pre(held.data.search_after[0] === Number('1795149420713054721.0'));
        const back = JSON.parse(sentBack(text)) as { search_after: unknown };
        expect(back.search_after).toEqual(held.data.search_after);
        expect(sentBack(text)).toContain('1795149420713054721.0');
      },
    ),
  );
});

it('values without such numbers are written as by JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(asJson(value)).toBe(JSON.stringify(value));
    }),
  );
  expect(asJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
});
