import { expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { alike } from './names.js';

const cases = casesOf<{ pairs: [a: string, b: string, areAlike: boolean][] }>(import.meta.filename);

it.each(cases.pairs)('the names %s and %s may be of one company: %s', (a, b, areAlike) => {
  expect([alike(a, b), alike(b, a)]).toEqual([areAlike, areAlike]);
});
