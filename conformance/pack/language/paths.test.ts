import { describe, expect, it } from 'vitest';
import { flawOfPath, selects } from './paths.js';

describe('the check of a JSONPath', () => {
  it.each([
    '$.jobs[?@.title]',
    "$[?'{$statusCode}' == '402' || search(@, '[Cc]redit')]",
    "$.jobs[?match(@.posted, '[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}')]",
    "$.jobs[?search(@.title, '{$inputs.word}')]",
    '$.jobs[?search(@.title, @.word)]',
    "$.jobs[?match(@.title, '\\\\p{Lu}.*')]",
  ])('takes %s', (path) => {
    expect(flawOfPath(path)).toBeNull();
  });

  it.each([
    ["$.jobs[?search(@.title, '(')]", '('],
    ["$.jobs[?match(@.posted, '\\\\d+')]", '\\d+'],
    ['$.jobs[?@.a == 1 && !(@.b || search(@.title, "a{2,1}"))]', 'a{2,1}'],
    ["$.jobs[?count(@.tags[?search(@, '(?:x)')]) > 0]", '(?:x)'],
  ])('refuses %s: its regular expression would find nothing, whatever came', (path, pattern) => {
    const flaw = flawOfPath(path);
    expect(flaw).toMatch(/^holds a regular expression that JSONPath does not know \(RFC 9485\): /);
    expect(flaw).toContain(pattern);
  });

  it.each([
    ["$.jobs[?match(@.title, '(a+)+')]", 'match() of "(a+)+"'],
    ["$.jobs[?search(@.title, '(foo|fo+)+x')]", 'search() of "(foo|fo+)+x"'],
  ])('refuses %s, which takes too long over short texts', (path, named) => {
    expect(flawOfPath(path, 0.1)).toContain(`holds ${named}, which takes more than 0.1 s over texts`);
  });

  it('refuses what is none', () => {
    expect(flawOfPath('$.jobs[?')).toMatch(/^is no JSONPath: /);
  });
});

describe('a JSONPath in a run', () => {
  it('leads to something, or to nothing', () => {
    expect(selects("$.jobs[?search(@.title, 'b+')]", { jobs: [{ title: 'abba' }] })).toBe(true);
    expect(selects("$.jobs[?match(@.title, 'b+')]", { jobs: [{ title: 'abba' }] })).toBe(false);
  });

  it('says so where a text that was put into it broke a regular expression', () => {
    expect(() => selects("$.jobs[?search(@.title, 'C++')]", { jobs: [{ title: 'C++' }] })).toThrow(
      /^"\$\.jobs.*" holds a regular expression that JSONPath does not know/,
    );
  });

  it('finds nothing by a broken one of the answer itself, as RFC 9535 has it', () => {
    expect(selects('$.jobs[?search(@.title, @.word)]', { jobs: [{ title: 'a', word: '(' }] })).toBe(false);
  });

  it('is ended where it takes too long over what came', () => {
    const jobs = [{ title: `${'a'.repeat(40)}!`, word: '(a+)+' }];
    expect(() => selects('$.jobs[?match(@.title, @.word)]', { jobs }, 0.1)).toThrow(/took more than 0\.1 s/);
  });
});
