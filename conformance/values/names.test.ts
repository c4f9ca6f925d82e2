import { expect, it } from 'vitest';
import { alike } from './names.js';

it.each([
  ['Kuźnia', 'KUŹNIA Sp. z o.o.', true],
  ['Straße 9', 'straße 9 GmbH', true],
  ['Ü', 'ü', true],
  ['Mu', 'MU GmbH', true],
  ['A & B', 'A and B Ltd.', true],
  ['International Business Machines', 'IBM', true],
  ['Meridian Freight', 'Meridien Freight', true],
  ['Brightwater Group', 'Kestrel Group', false],
  ['a', 'b', false],
  ['Mu', 'Nu GmbH', false],
  ['Holding Group', 'People Ltd.', false],
  ['…', '…', false],
])('the names %s and %s may be of one company: %s', (a, b, areAlike) => {
  expect([alike(a, b), alike(b, a)]).toEqual([areAlike, areAlike]);
});
