import { describe, expect, it } from 'vitest';
import { flawOf } from './patterns.js';

describe('the check of a regular expression', () => {
  it.each([
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
    '^[Aa]pplication/([\\w.+-]+\\+)?[Jj][Ss][Oo][Nn]\\s*(;|$)',
    '^(?:[a-z0-9-]+\\.)+[a-z]{2,}$',
    '(\\w+\\s)*\\w+[.!?]',
    '^{$inputs.networkUrl}/company/.',
    '\\s+$',
    '^(?<year>\\d+)(-\\k<year>)*$',
    '[(+*]+',
    '',
  ])('takes /%s/', (pattern) => {
    expect(flawOf(pattern)).toBeNull();
  });

  it.each(['id: (?:x|[a-z]\\d?)*!', '(foo|fo+)+x', '.*.*.*.*=.*'])(
    'refuses /%s/, which takes too long over short texts',
    (pattern) => {
      expect(flawOf(pattern, 0.1)).toMatch(
        /^takes more than 0\.1 s over texts of 1000 characters\. Write it so/,
      );
    },
  );

  it('refuses what is none, whatever is put into it', () => {
    expect(flawOf('^(a')).toMatch(/^is no regular expression: .*Unterminated group/);
    expect(flawOf('{$inputs.a}(')).toMatch(/^is no regular expression/);
  });
});
