import { expect, it } from 'vitest';
import type { Ask } from './ask.js';
import { locationFacts } from './lookups.js';

it('a country is absent only if no job names it, in any spelling', async () => {
  const listed = ['United Kingdom', 'Vereinigtes Königreich', 'Kenya'];
  const ask = (() => {
    const locations = listed.map((country) => ({ label: country, value: { country } }));
    return Promise.resolve({ body: { locations } });
  }) as unknown as Ask;
  const facts = await locationFacts([{ Country: 'UK', City: 'London' }], true, ask);
  expect(facts.marketAbsentCountry).toBe('Kenya');
});
