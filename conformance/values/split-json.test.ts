import { describe, expect, it } from 'vitest';
import { splitJson } from './split-json.js';

function* piecesOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

/** Splits a text that arrives in pieces of `size` bytes. */
function taken(text: string | Buffer, size = 7, most = 1000) {
  const items: [list: string, text: string | null][] = [];
  const pieces = piecesOf(Buffer.from(text), size);
  return {
    items,
    ...splitJson(pieces, ['log.entries', 'exchanges'], (item) => items.push([item.list, item.text]), most),
  };
}

describe('a JSON text that arrives in chunks', () => {
  const text = `{"log": {"pages": [{"id": "}]"}], "entries": [ {"a": "x,]\\"}é"} , [1, {"b": []}], "s" ], "version": "1.2"}}`;

  it.each([1, 2, 7, 1000])(
    'is split into the items of its lists and the rest, in chunks of %i bytes',
    (size) => {
      expect(taken(text, size)).toEqual({
        items: [
          ['log.entries', '{"a": "x,]\\"}é"}'],
          ['log.entries', '[1, {"b": []}]'],
          ['log.entries', '"s"'],
        ],
        text: '{"log": {"pages": [{"id": "}]"}], "entries": [], "version": "1.2"}}',
        whole: true,
      });
    },
  );

  it('may have a byte order mark', () => {
    expect(taken('\ufeff{"exchanges": [1]}', 2)).toMatchObject({ text: '{"exchanges": []}', whole: true });
  });

  it('has the values after the first one as items, as in NDJSON', () => {
    expect(taken('{"format": "f"}\n{"id": 1}\n{"id": [2]}\n')).toMatchObject({
      items: [
        ['', '{"id": 1}'],
        ['', '{"id": [2]}'],
      ],
      whole: true,
    });
  });

  it('has the items before its end if it is cut, and is marked as cut', () => {
    expect(taken(text.slice(0, 75))).toMatchObject({
      items: [['log.entries', expect.any(String)]],
      whole: false,
    });
  });

  it('has null for an item that is too long, followed by the next items', () => {
    expect(taken(`{"exchanges": ["${'x'.repeat(50)}", 2]}`, 7, 20).items).toEqual([
      ['exchanges', null],
      ['exchanges', '2'],
    ]);
  });

  it.each([
    ['hello', 'It is not JSON.'],
    ['"hello"', 'It is not JSON of an object.'],
    ['\ufeff{"a": 1} x', 'It is not JSON.'],
  ])('is rejected if it is %j', (wrong, message) => {
    expect(() => taken(wrong)).toThrow(message);
  });

  it('is rejected as UTF-16', () => {
    expect(() => taken(Buffer.from('\ufeff{}', 'utf16le'))).toThrow('UTF-16');
  });
});
