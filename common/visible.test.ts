import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../test/support/cases.js';
import { visible, visibleInLine } from './visible.js';

const cases = casesOf<{ shown: [what: string, text: string, shown: string][] }>(import.meta.filename);

describe('an untrusted text', () => {
  it.each(cases.shown)('with %s is shown safely', (_name, text, shown) => {
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
