import { describe, expect, it } from 'vitest';
import { casesOf } from '../../test/support/cases.js';
import { filters } from '../judge/oracles/results/filters.js';
import { history, job, page, verdicts, type Draft } from '../../test/samples/exchanges.js';

type Keywords = Record<string, unknown>;
const cases = casesOf<
  Record<'folded' | 'unlike', [title: string, term: string][]> & {
    kept: [clause: string, field: string, good: Keywords, bad: Keywords][];
  }
>(import.meta.filename);

/** One job with the title "Senior Data Engineer" and a text about Python and SQL. */
const found = page([
  job(1, { 'Job Title': 'Senior Data Engineer', 'Job Description': 'Python and SQL all day.' }),
]);
const judged = (body: Record<string, unknown>, draft: Draft = {}): string[] =>
  verdicts(filters, history({ body, answer: found, ...draft }));
const words = (body: Record<string, unknown>, draft: Draft = {}): string =>
  judged(body, draft)
    .map((line) => line.split(' ').slice(0, 2).join(' '))
    .join(', ');

/** One job with this title. */
const answered = (title: string): Draft => ({
  answer: page([job(1, { 'Job Title': title, 'Job Description': 'x' })]),
});
const titled = (title: string, term: string): string =>
  words({ job_keywords: { title: [term] } }, answered(title));

describe('simple keywords', () => {
  it.each(cases.kept)('%s passes or fails by %s', (clause, field, good, bad) => {
    expect(words({ [field]: good })).toBe(`${clause} pass`);
    expect(words({ [field]: bad })).toBe(`${clause} fail`);
  });

  it('are checked on later pages, too', () => {
    expect(words({ job_keywords: { title: ['chef'] }, search_after: [1] })).toBe('KEY-1 fail, PAGE-17 fail');
  });

  it('match in the broadest sense: part of a word or the same stem is enough', () => {
    expect(words({ job_keywords: { title: ['engin'] } })).toBe('KEY-1 pass');
    expect(words({ job_keywords: { title: ['engineering'] } })).toBe('KEY-1 pass');
    expect(titled('R & D Manager', 'R&D')).toBe('KEY-1 pass');
    expect(titled('Café Manager', 'cafe')).toBe('KEY-1 pass');
    expect(titled('Café Manager', 'R&D')).toBe('KEY-1 fail');
    // A soft hyphen may or may not separate words.
    expect(titled('Se\u00ADnior Manager', 'senior')).toBe('KEY-1 pass');
    const without = (title: string, terms: string[]): string[] =>
      terms.map((term) => words({ exclude_job_keywords: { title: [term] } }, answered(title)));
    const lastAlone = ['KEY-7 pass', 'KEY-7 pass', 'KEY-7 fail'];
    expect(without('Se\u00ADnior Manager', ['senior', 'nior', 'manager'])).toEqual(lastAlone);
    // A mark between letters may or may not separate words; one at the end of a word does.
    expect(without('Node.js Lead. Remote', ['node', 'js', 'lead'])).toEqual(lastAlone);
    // In scripts without spaces, marks and markup may stand between characters.
    expect(titled('品質。<b>管理者</b>', '品質管理')).toBe('KEY-1 pass');
    expect(titled('品質。管理者', '管理品質')).toBe('KEY-1 fail');
  });

  it.each(cases.folded)(
    'match %s for a service that folds letters or cuts words as analyzers do: %s',
    (title, term) => {
      expect(titled(title, term)).toBe('KEY-1 pass');
      expect(words({ exclude_job_keywords: { title: [term] } }, answered(title))).toBe('KEY-7 pass');
      expect(titled(title, `${term}xyzabcde`)).toBe('KEY-1 fail');
    },
  );

  it.each(cases.unlike)(
    'do not match %s, which only contains the start of a short word: %s',
    (title, term) => {
      expect(titled(title, term)).toBe('KEY-1 fail');
    },
  );

  it('exclude in the narrowest sense: part of a word need not exclude a job', () => {
    expect(words({ exclude_job_keywords: { title: ['engin'] } })).toBe('KEY-7 pass');
  });

  it('need all terms with mode "and" and on the legacy search', () => {
    const without = (title: string[], mode: string) =>
      words({ exclude_job_keywords: { title, mode } }, { operation: 'searchCompanyJobsLegacy' });
    expect(without(['engineer', 'chef'], 'and')).toBe('LEG-26 pass');
    expect(without(['engineer', 'data'], 'and')).toBe('LEG-26 fail');
    expect(without(['engineer', 'chef'], 'or')).toBe('LEG-27 fail');
  });

  it('are not judged for a job without texts, or if they are empty', () => {
    const bare = { answer: page([job(1, { 'Job Title': null })]) };
    expect(words({ job_keywords: { title: ['chef'] } }, bare)).toBe('');
    expect(words({ job_keywords: { title: [] } })).toBe('');
  });
});

describe('advanced keywords', () => {
  const group = (body: unknown): string => words({ advanced_job_keywords: [body] });
  const without = (body: unknown): string => words({ advanced_exclude_job_keywords: [body] });

  it('are evidence for every form that they use', () => {
    expect(group({ title: { terms: ['engineer'] } })).toBe('KEY-12 pass');
    expect(
      group({
        mode: 'and',
        title: { mode: 'or', terms: ['engineer', 'chef'] },
        description: { mode: 'and', terms: ['python', 'sql'] },
        groups: [{ mode: 'or', title: { terms: ['chef'] }, description: { terms: ['sql'] } }],
      }),
    ).toBe('KEY-12 pass, KEY-13 pass, KEY-16 pass, KEY-15 pass, KEY-14 pass, KEY-17 pass');
    expect(group({ title: { mode: 'and', terms: ['engineer', 'chef'] } })).toBe('KEY-12 fail');
  });

  it('allow both meanings of a missing mode', () => {
    expect(group({ title: { terms: ['engineer', 'chef'] } })).toBe('KEY-12 pass');
    expect(without({ title: { terms: ['engineer', 'chef'] } })).toBe('KEY-18 pass');
  });

  it('exclude jobs that match a group', () => {
    expect(without({ title: { terms: ['engineer'] } })).toBe('KEY-18 fail');
    const spared = { mode: 'and', title: { terms: ['engineer'] }, description: { terms: ['cobol'] } };
    expect(without(spared)).toBe('KEY-18 pass');
  });

  it('may be unknown to the historical company search', () => {
    const historical = { operation: 'searchCompanyJobsHistorical' } as const;
    expect(judged({ advanced_job_keywords: [{ title: { terms: ['chef'] } }] }, historical)).toEqual([
      'reading historical-advanced-keywords=ignored #1',
      'reading historical-salary-default=none #1',
    ]);
  });
});
