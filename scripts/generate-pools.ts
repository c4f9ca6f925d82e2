/**
 * Writes fixtures/pools.json from faker. The pools are committed because a dataset must not change with the faker
 * that happens to be installed, and because loading faker costs a third of the time the mock takes to start.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faker } from '@faker-js/faker/locale/en';
import { format } from 'prettier';
import type { Pools } from '../fixtures/pools.js';

const FILE = new URL('../fixtures/pools.json', import.meta.url);

/** The content of fixtures/pools.json. */
export async function renderPools(): Promise<string> {
  faker.seed(20200101);
  const pools: Pools = {
    generated: 'by scripts/generate-pools.ts (npx tsx scripts/generate-pools.ts); do not edit',
    surnames: unlike(320, () => faker.person.lastName()),
    people: unlike(120, () => faker.person.firstName()),
    taglines: unlike(160, () => faker.company.catchPhrase()),
    missions: unlike(160, () => faker.company.buzzPhrase()),
    products: unlike(120, () => faker.commerce.productName().toLowerCase()),
    streets: unlike(120, () => faker.location.streetAddress()),
  };
  return format(JSON.stringify(pools), { parser: 'json', printWidth: 110 });
}

/** `count` items of which no two are equal, plain ASCII only: scripts beyond it are the phrases' business. */
function unlike(count: number, make: () => string): string[] {
  const items = new Set<string>();
  while (items.size < count) {
    const item = make();
    if (/^[\x20-\x7e]+$/.test(item)) items.add(item);
  }
  return [...items];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await renderPools());
