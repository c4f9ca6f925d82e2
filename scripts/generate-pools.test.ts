import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderPools } from './generate-pools.js';

it('fixtures/pools.json is what faker supplies (if not: npx tsx scripts/generate-pools.ts)', async () => {
  expect(readFileSync(new URL('../fixtures/pools.json', import.meta.url), 'utf8')).toBe(await renderPools());
});
