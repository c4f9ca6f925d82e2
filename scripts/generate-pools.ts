/** Generates random texts, which are committed: datasets must not depend on the version of faker, whose loading is slow, too. */
import { faker } from '@faker-js/faker/locale/en';
import type { Pools } from '../fixtures/data.js';

/** Returns the same texts on every call. */
export function makePools(): Pools {
  faker.seed(20200101);
  return {
    surnames: distinct(320, () => faker.person.lastName()),
    people: distinct(120, () => faker.person.firstName()),
    taglines: distinct(160, () => faker.company.catchPhrase()),
    missions: distinct(160, () => faker.company.buzzPhrase()),
    products: distinct(120, () => faker.commerce.productName().toLowerCase()),
    streets: distinct(120, () => faker.location.streetAddress()),
  };
}

/** `count` distinct items in plain ASCII; fixtures/data/languages.yaml has other scripts. */
function distinct(count: number, make: () => string): string[] {
  const items = new Set<string>();
  while (items.size < count) {
    const item = make();
    if (/^[\x20-\x7e]+$/.test(item)) items.add(item);
  }
  return [...items];
}
