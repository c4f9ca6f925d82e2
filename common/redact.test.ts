import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodings } from './encodings.js';
import { Redactor } from './redact.js';
import { base64, FORMS, readings, shows } from '../test/support/secret-forms.js';
import { runs } from '../test/support/thorough.js';

function redactorOf(...secrets: [secret: string, shown: string][]): Redactor {
  const redactor = new Redactor();
  for (const [secret, shown] of secrets) redactor.add(secret, shown);
  return redactor;
}

const secret = 'sk/live+"42"&<x>_7Ta.Qr9';

describe('a redactor', () => {
  it.each(Object.keys(FORMS))(
    'redacts a secret %s: complete, without its start or end, and joined to other text',
    (name) => {
      const redactor = redactorOf([secret, '[key]']);
      for (const part of [secret, secret.slice(4), secret.slice(0, -5), secret.slice(6, 15)])
        for (const [before, after] of [
          ['', ''],
          ['x ', ' y'],
          ['abc', 'def'],
          ['Q', '=='],
          ['\\n', '%20'],
        ]) {
          const text = `${before}${FORMS[name]!(part)}${after}`;
          const redacted = redactor.text(text);
          expect(redacted, text).toMatch(/\[key\]|(?<![\d:])0(?!x)/);
          expect(
            readings(redacted).filter((reading) => shows(reading, secret)),
            text,
          ).toEqual([]);
        }
    },
  );

  it('redacts a secret in three nested forms', () => {
    expect(redactorOf([secret, '[key]']).text(base64(base64(base64(secret))))).toContain('[key]');
  });

  it('leaves at most 8 characters in a row of any secret, in up to two nested forms, in text cut anywhere', () => {
    const secrets = fc
      .stringMatching(/^[A-Za-z0-9_.~+/=-]{9,60}$/)
      .filter((text) => !/[A-Za-z]{7}/.test(text));
    const around = fc.oneof(
      fc.constantFrom('', ' ', '"', 'Bearer ', 'user:', '/', '?key=', '\\', '%', '&#', 'a'),
      fc.string({ maxLength: 20 }),
    );
    const forms = fc.array(fc.constantFrom(...Object.keys(FORMS)), { minLength: 0, maxLength: 2 });
    fc.assert(
      fc.property(
        secrets,
        fc.array(fc.tuple(around, forms, fc.nat(), fc.nat()), { maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        (key, places, from, cut) => {
          const text = places
            .map(([before, names, start, end]) => {
              const [left, right] = [start % key.length, end % (key.length + 1)];
              const part = left < right ? key.slice(left, right) : key;
              return before + names.reduce((form, name) => FORMS[name]!(form), part);
            })
            .join('');
          const seen = text.slice(from % (text.length + 1)).slice(0, cut % (text.length + 1));
          const redactor = redactorOf([key, '[key]']);
          for (const redacted of [redactor.text(text), redactor.text(seen)])
            for (const reading of readings(redacted))
              if (shows(reading, key)) throw new Error(`${redacted} shows ${key}`);
        },
      ),
      {
        numRuns: runs(60, 500),
        examples: [['aA~../~-0=a', [['%', ['in hex', 'partly in JSON escapes'], 0, 227884305]], 0, 0]],
      },
    );
  });

  it('redacts a secret anywhere in a long text, also across the end of a portion', () => {
    const end = 1 << 17;
    const forms = fc.array(fc.constantFrom(...Object.keys(FORMS)), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.nat(2 * end), fc.boolean(), forms, (random, isAcross, names) => {
        // The shortest part that must not be shown.
        const form = names.reduce((text, name) => FORMS[name]!(text), secret.slice(0, 9));
        const at = isAcross ? end - (random % form.length) : random;
        const text = ' '.repeat(at) + form + ' '.repeat(2 * end - at);
        const redacted = redactorOf([secret, '[key]']).text(text).replaceAll(' ', '');
        expect(readings(redacted).filter((reading) => shows(reading, secret))).toEqual([]);
      }),
      // 100 of its 162 characters are before the end, so a short overlap has only a part of it.
      { numRuns: runs(40, 200), examples: [[100, true, ['in hex', 'in padded entities']]] },
    );
  });

  it('leaves all other text unchanged', () => {
    const redactor = redactorOf(
      ['key_negative', '[a]'],
      ['sk_production_8f2eT71x', '[b]'],
      ['K7pT2wX9qLm4Zs8V', '[c]'],
    );
    const prose = fc.lorem({ maxCount: 40, mode: 'sentences' });
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.uuid(), fc.webUrl(), prose, fc.base64String(), fc.string()),
        (text) => {
          expect(redactor.text(text)).toBe(text);
        },
      ),
    );
    for (const text of [
      'A negative, inactive or ungranted key; in_production, false_negative',
      '{"description":"in production \\u00e9 \\"now\\"","cursor":[1767225600000,"c_9"]}',
      'jobs%20in%20Production &amp; elsewhere',
      JSON.stringify('in\nproduction\u2028production\tproduction'),
      randomUUID(),
    ])
      expect(redactor.text(text)).toBe(text);
  });

  it('redacts a word of a secret only together with more of the secret', () => {
    const redactor = redactorOf(['sk_production_8f2eT71x', '[key]']);
    expect(redactor.text('sk_production in production')).toBe('[key] in production');
    expect(redactor.text('production_8')).toBe('[key]');
    expect(redactorOf(['anOrdinaryWord', '[key]']).text('an anordinaryword')).toBe('an [key]');
    expect(redactorOf(['key_ghijklmnopqrstuv', '[key]']).text('ghijklmnopqrstuv')).toBe('[key]');
  });

  it('names the right one of many secrets with the same beginning', () => {
    const keys = Array.from({ length: 40 }, (_, i) => `key_live_production_${i}`);
    const redactor = redactorOf(...keys.map((key, i): [string, string] => [key, `[${i}]`]));
    for (const [i, key] of keys.entries()) if (i > 9) expect(redactor.text(`a ${key} b`)).toBe(`a [${i}] b`);
    expect(redactor.text('key_live_production')).toBe('[0]');
    expect(redactor.text('in production')).toBe('in production');
    redactor.remove(keys[0]!);
    expect(redactor.text('key_live_production')).toBe('[1]');
    for (const key of keys) redactor.remove(key);
    expect(redactor.text(keys[7]!)).toBe(keys[7]);
  });

  it('leaves at most 8 characters in a row of any of several similar secrets', () => {
    const part = fc.constantFrom('key_1', 'live2', '_a3', 'A4', 'b1', '-5', '0');
    const keys = fc.array(
      fc.array(part, { minLength: 3, maxLength: 6 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(keys, fc.array(fc.oneof(part, fc.nat(9))), (secrets, parts) => {
        const long = secrets.filter((key) => key.length > 8);
        const redactor = redactorOf(...long.map((key): [string, string] => [key, '|']));
        const text = parts.map((each) => (typeof each === 'number' ? (secrets[each] ?? ' ') : each)).join('');
        const redacted = redactor.text(text);
        for (const key of long)
          if (shows(redacted, key)) throw new Error(`${redacted} of ${text} shows ${key}`);
      }),
      { numRuns: runs(400, 2_000) },
    );
  });

  it('stays fast if a text repeats the common beginning of hundreds of secrets', () => {
    const keys = Array.from(
      { length: 500 },
      (_, i) => `key_live_${createHash('md5').update(`${i}`).digest('hex')}`,
    );
    const redactor = redactorOf(...keys.map((key, i): [string, string] => [key, `[${i}]`]));
    expect(redactor.text('key_live_'.repeat(200_000))).toMatch(/^(\[0\])+$/);
    expect(redactor.text('key_live'.repeat(200_000))).toHaveLength(1_600_000);
  });

  it('redacts a secret of fewer than 8 characters only after Bearer, and one of 8 everywhere', () => {
    const redactor = redactorOf(['a', '[one]'], ['test', '[four]'], ['key_demo', '[eight]']);
    const plain = '{"a":"a test","test":1} Bearer an abc tests key_dem';
    expect(redactor.text(plain)).toBe(plain);
    expect(redactor.text('Bearer a, bearer%20test, Bearer tests')).toBe(
      'Bearer [one], bearer%20[four], Bearer tests',
    );
    expect(redactor.text(base64('Bearer test'))).toMatch(/^QmVhcmVy.*\[four\]/);
    expect(redactor.text(`xkey_demoy ${base64('key_demo')}`)).toBe('x[eight]y [eight]=');
  });

  it('names the longest of several secrets at one position', () => {
    const redactor = redactorOf(
      ['abcdefgh', '[short]'],
      ['abcdefgh-tail', '[long]'],
      ['tail-of-another', '[other]'],
    );
    expect(redactor.text('abcdefgh-tail abcdefgh')).toBe('[long] [short]');
    expect(redactor.text('abcdefgh-tail-of-another')).toBe('[other]');
  });

  it('replaces a list of bytes with a number, in texts and in values', () => {
    const bytes = [...Buffer.from('verysecretkey')];
    const redactor = redactorOf(['verysecretkey', '[key]']);
    expect(redactor.text(JSON.stringify({ a: bytes, b: bytes.join(' ') }))).toBe('{"a":[0],"b":"0"}');
    expect(redactor.value({ a: bytes, b: [1, 2, 3] })).toEqual({ a: [0], b: [1, 2, 3] });
  });

  it('redacts the backslash of an escape together with its letter', () => {
    const redactor = redactorOf(['n_verysecret', '[key]']);
    expect(redactor.text(String.raw`{"a":"x\n_verysecret"}`)).toBe('{"a":"x[key]"}');
    expect(redactor.text(String.raw`{"a":"x\\n_verysecret"}`)).toBe(String.raw`{"a":"x\\[key]"}`);
  });

  it('redacts values and the names of their members', () => {
    const redactor = redactorOf(['verysecretkey', '[key a]']);
    expect(redactor.value({ list: ['x verysecretkey'], verysecretkey: null, n: 1 })).toEqual({
      list: ['x [key a]'],
      '[key a]': null,
      n: 1,
    });
  });

  it('leaves JSON valid for every form of a secret', () => {
    const redactor = redactorOf([secret, '[key]']);
    for (const form of Object.values(FORMS)) {
      const redacted = redactor.text(JSON.stringify({ a: [form(secret)], [form(secret)]: 'b' }));
      expect(() => void JSON.parse(redacted), redacted).not.toThrow();
    }
  });

  it('forgets a removed secret', () => {
    const redactor = redactorOf(['verysecretkey', '***'], ['verysecretother', '***']);
    redactor.remove('verysecretkey');
    expect(redactor.text('verysecretkey verysecretother')).toBe('***key ***');
    redactor.remove('verysecretother');
    expect(redactor.text('verysecretkey verysecretother')).toBe('verysecretkey verysecretother');
  });

  it.each([
    ['percents', '%25'],
    ['percents of percents', '%2525252525'],
    ['backslashes', '\\'],
    ['base64 of base64', Buffer.from(base64(base64('abcdefghijkl').repeat(100))).toString('base64url')],
    ['hex of hex', '36'],
    ['entities', '&#38;'],
    ['secrets', secret],
  ])('decodes a text of %s in linear time', (_name, part) => {
    const read = (text: string, layers = 4): number => {
      if (layers === 0) return 0;
      let sum = 0;
      for (const inner of decodings(text)) sum += inner.text.length + read(inner.text, layers - 1);
      return sum;
    };
    const [once, twice] = [part.repeat(4_000 / part.length), part.repeat(8_000 / part.length)].map((text) =>
      read(text),
    );
    expect(once).toBeLessThan(8 * 4_000);
    expect(twice).toBeLessThan(2.2 * once! + 1);
  });
});
