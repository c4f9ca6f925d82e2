import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsedJson } from '../values/json.js';
import { createKeeper } from './kept-bodies.js';

const MIB = 1024 * 1024;

/** Memory that a body needs if no other is stored yet. */
function taken(body: string | Buffer): number {
  const keeper = createKeeper(1000 * MIB);
  keeper.keep(Buffer.from(body));
  return 1000 * MIB - keeper.left;
}

describe('stored bodies', () => {
  it('may each take up to a quarter of the remaining memory, so that small ones fit for long', () => {
    const keeper = createKeeper(1000);
    const keeps = (body: string): boolean => keeper.keep(Buffer.from(body)) !== null;
    const large = 'x'.repeat(100);
    // 200 of 1000, 200 of 800, then 200 of 600.
    expect([keeps(large), keeps(large), keeps(large)]).toEqual([true, true, false]);
    expect(keeps('x')).toBe(true);
    expect(Array.from({ length: 400 }, () => keeps('x')).filter(Boolean).length).toBeGreaterThan(250);
  });

  it('are counted by the memory of their parsed value, not by their size on the wire', () => {
    const many = (part: string): number => taken(`[${part.repeat(1000)}0]`) / (part.length * 1000);
    expect(many('{},')).toBeGreaterThan(20);
    expect(many('{"a":0},')).toBeGreaterThan(20);
    expect(many(`"${'x'.repeat(100)}",`)).toBeLessThan(3);
    expect(many(`"${'ж'.repeat(90)}",`)).toBeGreaterThan(4);
    expect(taken('\u0001')).toBe(8);
  });

  it('share long strings, which are stored once and unchanged', () => {
    const keeper = createKeeper(4 * MIB);
    const text = (i: number): string =>
      JSON.stringify({ data: { jobs: [{ id: i, text: `"Zürich"\n${'x'.repeat(20_000)}` }] } });
    const kept = Array.from({ length: 1000 }, (_, i) => keeper.keep(Buffer.from(text(i))));
    expect(kept.findIndex((each) => each === null)).toBe(-1);
    kept.forEach((each, i) => {
      expect(each!.text).toBe(text(i));
      expect(each!.value).toEqual(JSON.parse(text(i)));
    });
  });

  it('free their memory when they are released, except for strings that other bodies share', () => {
    const keeper = createKeeper(MIB);
    const long = 'x'.repeat(1000);
    const [one, other] = [`["${long}", 1]`, `["${long}", 2]`].map((text) => keeper.keep(Buffer.from(text))!);
    keeper.release(one!);
    expect(other!.text).toBe(`["${long}", 2]`);
    const third = keeper.replace(other!, Buffer.from(`["${long}", "redacted"]`));
    expect(third.value).toEqual([long, 'redacted']);
    keeper.release(third);
    expect(keeper.left).toBe(MIB);
  });

  it('return the text and value of any bytes', () => {
    const long = fc.string({ unit: 'binary', minLength: 60, maxLength: 90 }).map((text) => text.repeat(4));
    const same = fc.constantFrom('x'.repeat(250), `"ü"\n${'x'.repeat(250)}`);
    const string = fc.oneof(fc.string({ unit: 'binary' }), long, same);
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        string,
        fc.constantFrom(null, 0, true),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(string, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    const written = fc.tuple(values, fc.constantFrom(0, 2), fc.boolean()).map(([value, space, isAscii]) => {
      const text = JSON.stringify(value, null, space);
      const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return isAscii ? text.replace(/[^ -~\n]/g, escaped) : text;
    });
    const damaged = fc
      .tuple(written, fc.nat(), fc.constantFrom('"', '\\', '\n', '\u0001', '"\u0001"', '{', ''))
      .map(([text, at, sign]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + sign + text.slice(place + 1);
      });
    const bytes = fc.oneof(
      written.map((text) => Buffer.from(text)),
      damaged.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 600 }).map((some) => Buffer.from(some)),
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), (some) => {
        const keeper = createKeeper(1000 * MIB);
        const kept = some.map((body) => keeper.keep(body)!);
        kept.forEach(({ text, value }, i) => {
          expect(text).toBe(some[i]!.toString('utf8'));
          expect(value).toStrictEqual(parsedJson(text));
        });
        for (const each of kept) keeper.release(each);
        expect(keeper.left).toBe(1000 * MIB);
      }),
      { numRuns: 500 },
    );
  });
});
