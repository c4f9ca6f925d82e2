import { describe, expect, it } from 'vitest';
import type { Job } from '../../values/postings.js';
import { casesOf } from '../../../test/support/cases.js';
import { crossing, inOtherCase, tellingWordsIn, wordFacts, wordFor } from './words.js';

const cases = casesOf<{ titles: [what: string, titles: (string | null)[], word: string | null][] }>(
  import.meta.filename,
);
const titles = (...texts: (string | null)[]): Job[] => texts.map((text) => ({ 'Job Title': text }));
const titleFacts = (...texts: (string | null)[]): Record<string, unknown> => wordFacts(titles(...texts));

describe('the title word', () => {
  it.each(cases.titles)('%s', (_what, texts, word) => {
    expect(titleFacts(...texts)['TitleWord']).toBe(word ?? undefined);
  });

  it('changes case if its script has case, and the change can be reversed', () => {
    expect(['Koch', 'NURSE'].map(inOtherCase)).toEqual(['KOCH', 'nurse']);
    for (const word of ['Οδηγός', '営業', 'Straße', 'ﬁ']) expect(inOtherCase(word)).toBeNull();
  });

  it('has an inner part that is not a word itself', () => {
    expect(titleFacts('Manager', 'Cook')['TitleWordPart']).toBe('anage');
    expect(titleFacts('Kopf Schopfe', 'Mitte')['TitleWordPart']).toBe('chopf');
    expect(titleFacts('Cook', 'Koi')['TitleWordPart']).toBe(null);
  });

  it('has two parts beside its middle letter', () => {
    expect(titleFacts('Manager', 'Cook')['TitleWordEnds']).toEqual(['Man', 'ger']);
    expect(titleFacts('Łódź', 'Cook')['TitleWordEnds']).toEqual(['Łó', 'ź']);
  });

  it('is the same whatever the order of the jobs', () => {
    const texts = ['Cook', 'Porter', 'Nurse', 'Driver', 'Waiter'];
    expect(titleFacts(...texts)['TitleWord']).toBe(titleFacts(...texts.reverse())['TitleWord']);
  });
});

it('a phrase has two neighboring words, and no other title contains both apart', () => {
  expect(titleFacts('Head Chef', 'Chef')['TitlePhrase']).toBe('Head Chef');
  expect(titleFacts('Head Chef', 'Chef for our Head office')['TitlePhrase']).not.toBe('Head Chef');
  expect(titleFacts('Head, Chef', 'Porter')['TitlePhrase']).toBeUndefined();
  expect(titleFacts('Head\nChef', 'Porter')['TitlePhrase']).toBeUndefined();
});

describe('a pair of words', () => {
  const word = (text: string, ...jobs: number[]) => ({ text, jobs: new Set(jobs) });

  it('occurs together in some jobs, separately in some, and not at all in others', () => {
    const [a, b] = [word('a', 0, 1, 2), word('b', 2, 3, 4)];
    expect(crossing([a], [b], 6)).toEqual([a, b]);
    expect(crossing([a], [b], 5)).toBeNull();
    expect(crossing([a], [word('x', 0, 1)], 6)).toBeNull();
    expect(crossing([a], [word('y', 3, 4)], 6)).toBeNull();
    const [c, d] = [word('c', 0, 1, 2, 3), word('d', 2, 3, 4, 5)];
    expect(crossing([a, c], [b, d], 12)).toEqual([c, d]);
  });

  it('joins title and description', () => {
    const jobs = [
      { 'Job Title': 'Cook', 'Job Description': 'Kitchen work' },
      { 'Job Title': 'Cook', 'Job Description': 'Office' },
      { 'Job Title': 'Clerk', 'Job Description': 'Kitchen' },
      { 'Job Title': 'Clerk', 'Job Description': null },
    ];
    expect(wordFacts(jobs)).toMatchObject({ PairTitleWord: 'Clerk', PairDescriptionWord: 'Kitchen' });
  });
});

describe('words that narrow a day', () => {
  const job = (description: string | null, title = 'Nurse', company = 'Acme Foods'): Job => ({
    'Job Title': title,
    'Job Description': description,
    'Company Name': company,
  });
  const textsOf = (jobs: readonly Job[]): string[] =>
    tellingWordsIn(jobs)
      .words.map(({ text }) => text)
      .sort();

  it('are from descriptions, or else from titles, and never from employer names', () => {
    expect(textsOf([job('Acme bakes bread'), job('Acme sells Foods')])).toEqual(['bakes', 'bread', 'sells']);
    const titled = tellingWordsIn([job(null, 'Nurse'), job(null, 'Porter')]);
    expect([titled.block, titled.words.map(({ text }) => text).sort()]).toEqual([
      'title',
      ['Nurse', 'Porter'],
    ]);
    expect(textsOf([job('alike'), job('alike')])).toEqual([]);
  });

  it('are chosen by the share of jobs that they leave, at least one', () => {
    const { words } = tellingWordsIn(['one two', 'one', 'one six', 'six'].map((text) => job(text)));
    const all = new Set([0, 1, 2, 3]);
    const [many, some, few] = [0.7, 0.5, 0.1].map((share) => wordFor(words, all, share)?.text);
    expect([many, some, few]).toEqual(['one', 'six', 'two']);
    expect(wordFor(words, new Set([1]), 0.1)?.text).toBe('one');
    expect(wordFor(words, new Set([3, 2]), 0.1)?.text).toBe('one');
    expect(wordFor([], all, 0.5)).toBeUndefined();
  });
});
