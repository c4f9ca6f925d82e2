import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleInLine } from './visible.js';

describe('an untrusted text', () => {
  it.each([
    ['an escape of a terminal', '\u001b[31mred', '\\u001b[31mred'],
    ['C1 controls', 'a\u009b2J', 'a\\u009b2J'],
    ['DEL and NUL', '\u007f\0', '\\u007f\\u0000'],
    ['a carriage return that overwrites a line', 'FAIL\rPASS', 'FAIL\\u000dPASS'],
    ['changes of direction', '\u202eevil\u2066x\u200f\u061c', '\\u202eevil\\u2066x\\u200f\\u061c'],
    ['characters without width', 'a\u200bb\u00adc\ufeffd\u2060', 'a\\u200bb\\u00adc\\ufeffd\\u2060'],
    ['line separators', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
    ['hidden tags', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
    ['half of a character', 'a\ud83db', 'a\ufffdb'],
    [
      "GitHub's commands",
      '::error::x\n \t::set-output\u00a0\nx ::y',
      '\\u003a:error::x\n \t\\u003a:set-output\u00a0\nx ::y',
    ],
    ['a command after empty lines', 'x\r\n\n::stop-commands::t', 'x\n\n\\u003a:stop-commands::t'],
    [
      'commands of Azure, of TeamCity, and old ones of GitHub',
      'a ##vso[x] ##TeamCity[y ###[group]',
      'a \\u0023#vso[x] \\u0023#TeamCity[y #\\u0023#[group]',
    ],
    ["GitLab's sections", 'section_start:1:a\r\u001b[0K', 'section_start:1:a\\u000d\\u001b[0K'],
    ['ordinary words', 'Zoë 東京 👍🏽 a:b ::1 # ## [x]\n\ty', 'Zoë 東京 👍🏽 a:b ::1 # ## [x]\n\ty'],
  ])('with %s is shown safely', (_name, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('stays on one line with visibleInLine', () => {
    expect(visibleInLine('a\n::b\tc\r\nd')).toBe('a\\u000a\\u003a:b\\u0009c\\u000ad');
  });

  it('has no active characters or commands afterwards, and the same meaning in JSON', () => {
    const wild = fc.string({
      unit: fc.oneof(
        fc.constantFrom(':', '#', '[', '\n', '\r', ' '),
        fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
      ),
    });
    fc.assert(
      fc.property(wild, (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[^\P{C}\n\t\p{Cn}\p{Co}]/u);
        expect(shown).not.toMatch(/^\s*::/m);
        expect(shown).not.toContain('##[');
        expect(visible(shown)).toBe(shown);
        const json = JSON.stringify({ [text]: text });
        expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});
