import { expect, it } from 'vitest';
import type { Ask } from './ask.js';
import { locationFacts, textFacts } from './lookups.js';

it('a country is absent only if no job names it, in any spelling', async () => {
  const listed = ['United Kingdom', 'Vereinigtes Königreich', 'Kenya'];
  const ask = (() => {
    const locations = listed.map((country) => ({ label: country, value: { country } }));
    return Promise.resolve({ body: { locations } });
  }) as unknown as Ask;
  const facts = await locationFacts([{ Country: 'UK', City: 'London' }], true, ask);
  expect(facts.marketAbsentCountry).toBe('Kenya');
});

it.each([
  [7, 2, 6],
  [5, 2, undefined],
  [7, 1, 6],
])('of %i labels, each shared by %i boards, the survey uses %j different ones', (labels, sharing, size) => {
  const options = Array.from({ length: labels * sharing }, (_, i) => ({
    label: `b${i - (i % sharing)}`,
    value: `board-${i}`,
  }));
  const names = (textFacts('board', options).boardNames as { plain: string[] } | null)?.plain;
  expect(names && new Set(names).size).toBe(size);
});
