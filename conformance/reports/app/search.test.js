import { expect, it } from 'vitest';
import { matching } from './search.js';

it.each([
  ['bill-1', ['BILL-1 of BILL-12']],
  ['BILL-12', ['BILL-12', 'BILL-1 of BILL-12']],
  ['bill-', ['BILL-12', 'BILL-1 of BILL-12']],
  ['of bill-1', ['BILL-1 of BILL-12']],
])(
  'a search for %s finds one clause if it is a whole id, and all texts that contain it otherwise',
  (text, found) => {
    expect(matching(['BILL-12', 'BILL-1 of BILL-12', 'others'], { text }, (each) => each)).toEqual(found);
  },
);
