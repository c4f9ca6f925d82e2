import { expect, it } from 'vitest';
import { cursorChains } from './cursor-chains.js';
import { job, judging, page, type Draft } from '../../../../test/samples/exchanges.js';

const { judged } = judging(cursorChains);

it('finds equal listings on two pages if the search excludes duplicates', () => {
  const listing = (n: number, url = n): Record<string, unknown> => ({
    ...job(n),
    'Job Title': 'Cook',
    'Company Name': 'Inn',
    City: 'Rome',
    'Job Description': 'Cooks.',
    'Job URL': `https://x/${url}`,
  });
  const pages = (one: object, other: object, body: Record<string, unknown> = {}): string[] =>
    judged(
      { body, answer: page([one], { total_jobs_found: 2, search_after: [9, 'a'] }) },
      { body: { ...body, search_after: [9, 'a'] }, answer: page([other], { total_jobs_found: 2 }) },
    ).filter((line) => line.startsWith('FILT-38'));
  expect(pages(listing(1), listing(2))).toEqual([
    'FILT-38 fail #1 #2: expected no two jobs with the same employer, title, place, type, salary and description; ' +
      'actual "Cook" of "Inn" is repeated',
  ]);
  expect(pages(listing(1), listing(1))).toEqual([]);
  expect(pages(listing(1), { ...listing(2), City: 'Bari' })).toEqual([]);
  expect(pages(listing(1), { ...listing(2), 'Job Description': null })).toEqual([]);
  expect(pages(listing(1), { ...listing(2), 'Job Type': 'Internship' })).toEqual([]);
  expect(pages(listing(1), { ...listing(2), 'Salary From': 30_000 })).toEqual([]);
  expect(pages(listing(1), listing(2), { exclude_duplicates: false })).toEqual([]);
  const both: Draft = { body: { exclude_duplicates: false }, answer: page([listing(1), listing(2)]) };
  expect(judged(both, { answer: page([listing(1)]) })).toContain('FILT-38 pass #2');
  expect(judged({ answer: page([listing(1)]) }).join()).not.toContain('FILT-38');
});

it('recognizes jobs whose addresses each answer signs again', () => {
  const signed = (mark: string, ...jobs: number[]): unknown[] =>
    jobs.map((n) => job(n, { 'Job URL': `https://x/view?id=${n}&sig=${mark}` }));
  const next = { total_jobs_found: 4, search_after: [9, 'a'] };
  const first = (mark: string): Draft => ({ body: { limit: 2 }, answer: page(signed(mark, 1, 2), next) });
  const second = (mark: string, ...jobs: number[]): Draft => ({
    body: { limit: 2, search_after: [9, 'a'] },
    answer: page(signed(mark, ...jobs), { total_jobs_found: 4 }),
  });
  const found = (...drafts: Draft[]): string[] =>
    judged(first('a'), first('b'), ...drafts).filter((line) => /^PAGE-(4|16) /.test(line));
  expect(found(second('c', 3, 4), second('d', 3, 4))).toEqual([
    'PAGE-4 pass #2 #3',
    'PAGE-4 pass #2 #4',
    'PAGE-16 pass #3 #4',
  ]);
  expect(found(second('c', 2, 3))).toEqual([expect.stringContaining('PAGE-4 fail #2 #3')]);
  expect(found(second('c', 3, 4), second('d', 3, 5)).at(-1)).toContain('PAGE-16 fail #3 #4');
});
