import { expect, it } from 'vitest';
import { FACTS, lackOf } from './facts.js';

it('describes in a few words what is missing, for each fact', () => {
  expect(['marketTitleWordA', 'companyOtherIndustry', 'agencyUrl'].map(lackOf)).toEqual([
    'no words that only some titles hold',
    'no industries of employers',
    'no agency',
  ]);
  expect([...FACTS.keys()].filter((fact) => lackOf(fact) === lackOf('companyUrl'))).toEqual([]);
});
