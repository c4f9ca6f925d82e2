import { expect, it } from 'vitest';
import { withTables } from './pack-grammar.js';

const page = ['extensions', 'inputs', 'matchers', 'predicates']
  .map((name) => `<!-- table: ${name} -->\nas it was\n<!-- end -->\n`)
  .join('between\n');

it('replaces each table in the page, and keeps the rest', () => {
  const written = withTables(page);
  expect(written).not.toContain('as it was');
  expect(written).toContain('| `same-jobs` | `with: step or [..]`, [`by: name`], [`order: true`] |');
  expect(written).toContain('| `x-kit-raw` | requestBody |');
  expect(written).toContain('| `zeroKey` | key of an account with 0 credits | `key:zero` |');
  expect(written).toContain('| `at-most` | ≤ |');
  expect(written.match(/between/g)).toHaveLength(3);
  expect(withTables(written)).toBe(written);
});

it('refuses a page that lacks a table or has an unknown one', () => {
  expect(() => withTables(page.replace('table: inputs', 'table: outputs'))).toThrow(
    'There is no table "outputs".',
  );
  expect(() => withTables(page.replace('<!-- table: inputs -->', ''))).toThrow(
    'The page has no place for the table "inputs".',
  );
});
