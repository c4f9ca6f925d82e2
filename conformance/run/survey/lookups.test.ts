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

it('values of boards contain each mark of the list, in a long list too', () => {
  const options = Array.from({ length: 222 }, (_, i) => {
    const value = `board${i}${({ 17: '.com', 101: '_jobs', 221: '-x' } as Record<number, string>)[i] ?? ''}`;
    return { label: value, value };
  });
  const values = textFacts('board', options).boardValues as string[];
  expect(values).toEqual(expect.arrayContaining(['board0', 'board17.com', 'board101_jobs', 'board221-x']));
  expect(values).toHaveLength(38);
});

it('values of departments are all of them', () => {
  const options = Array.from({ length: 38 }, (_, i) => ({
    label: `Department ${i}`,
    value: `Department ${i}`,
  }));
  expect(new Set(textFacts('department', options).departmentValues as string[])).toEqual(
    new Set(options.map(({ value }) => value)),
  );
});
