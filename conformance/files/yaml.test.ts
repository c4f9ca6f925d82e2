import { describe, expect, it, vi } from 'vitest';
import { casesOf, messageIn } from '../../test/support/cases.js';
import { temporaryFile } from '../../test/support/temporary-folder.js';
import { parseYaml, readYamlText } from './yaml.js';

const cases = casesOf<{ rejected: [what: string, text: string, message: string][] }>(import.meta.filename);

describe('YAML of users', () => {
  it('may have aliases anywhere', () => {
    expect(parseYaml('base: &b { a: [1, 2] }\nmore: [*b, *b]\nnull: &s x\nlast: *s\n').value).toEqual({
      base: { a: [1, 2] },
      more: [{ a: [1, 2] }, { a: [1, 2] }],
      null: 'x',
      last: 'x',
    });
  });

  const tenfold = (name: string, of: string): string =>
    `${name}: &${name} [${Array(10).fill(of).join(', ')}]\n`;
  it.each<[what: string, text: string, message: string]>([
    [
      'aliases that repeat aliases',
      tenfold('a', 'x') + tenfold('b', '*a') + tenfold('c', '*b') + tenfold('d', '*c') + tenfold('e', '*d'),
      'line 5: has more than 100000 parts, including those that aliases repeat',
    ],
    ['many aliases', `- &a x\n${'- *a\n'.repeat(1001)}`, 'line 1002: is one of more than 1000 aliases'],
    ['flow without end', '['.repeat(20_000), 'line 1: is nested deeper than 100 levels'],
    ['levels without end', '- '.repeat(101), 'line 1: is nested deeper than 100 levels'],
    ...cases.rejected,
  ])('is rejected with the line number of %s', (_, text, message) => {
    expect(() => parseYaml(text)).toThrow(messageIn(message));
  });

  it('has names that are mappings without a warning of the parser', () => {
    using warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    expect(parseYaml('a: { { b: 1 } }').value).toEqual({ a: { '{ b: 1 }': null } });
    expect(warn).not.toHaveBeenCalled();
  });

  it('is parsed in linear time, however many names it has', () => {
    const names = Array.from({ length: 40_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(Object.keys(parseYaml(names).value as object)).toHaveLength(40_000);
  });

  it('is rejected if the file is endless', () => {
    expect(() => readYamlText('/dev/zero')).toThrow(/^is larger than 1 MiB/);
    const file = temporaryFile('large.yaml', `# ${'x'.repeat(1024 * 1024)}`);
    expect(() => readYamlText(file)).toThrow(/^is larger than 1 MiB/);
    expect(() => readYamlText('/nowhere.yaml')).toThrow(/^cannot be read: no such file/);
  });
});
