import { describe, expect, it } from 'vitest';
import { alike } from './names.js';

describe('names of companies', () => {
  it.each([
    ['Kuźnia', 'KUŹNIA Sp. z o.o.'],
    ['Straße 9', 'strasse 9 GmbH'.replace('ss', 'ß')],
    ['Ü', 'ü'],
    ['Mu', 'MU GmbH'],
    ['A & B', 'A and B Ltd.'],
    ['International Business Machines', 'IBM'],
    ['Meridian Freight', 'Meridien Freight'],
  ])('ties %s to %s', (a, b) => {
    expect([alike(a, b), alike(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['Brightwater Group', 'Kestrel Group'],
    ['a', 'b'],
    ['Mu', 'Nu GmbH'],
    ['Holding Group', 'People Ltd.'],
    ['…', '…'],
  ])('ties nothing of %s to %s', (a, b) => {
    expect([alike(a, b), alike(b, a)]).toEqual([false, false]);
  });
});
