import { describe, expect, it } from 'vitest';
import { keywords } from './keywords.js';
import { history, job, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

/** One job titled "Senior Data Engineer" whose text speaks of Python and SQL. */
const found = page([
  job(1, { 'Job Title': 'Senior Data Engineer', 'Job Description': 'Python and SQL all day.' }),
]);
const judged = (body: Record<string, unknown>, draft: Draft = {}): string[] =>
  verdicts(keywords, history({ body, answer: found, ...draft }));
const words = (body: Record<string, unknown>, draft: Draft = {}): string[] =>
  judged(body, draft).map((line) => line.split(' ').slice(0, 2).join(' '));

describe('simple keywords', () => {
  it.each([
    ['KEY-1', { title: ['chef', 'data engineer'] }, { title: ['chef'] }],
    ['KEY-2', { description: ['python'] }, { description: ['cobol'] }],
    [
      'KEY-4',
      { title: ['engineer'], description: ['sql'], mode: 'and' },
      { title: ['engineer'], description: ['cobol'], mode: 'and' },
    ],
    [
      'KEY-5',
      { title: ['chef'], description: ['sql'], mode: 'or' },
      { title: ['chef'], description: ['cobol'], mode: 'or' },
    ],
    ['KEY-6', { title: ['engineer'], description: ['sql'] }, { title: ['chef'], description: ['sql'] }],
  ])('%s holds or is broken', (clause, good, bad) => {
    expect(words({ job_keywords: good })).toEqual([`${clause} pass`]);
    expect(words({ job_keywords: bad })).toEqual([`${clause} fail`]);
  });

  it('hold on later pages, too', () => {
    const body = { job_keywords: { title: ['chef'] }, search_after: [1] };
    expect(words(body)).toEqual(['KEY-1 fail', 'PAGE-17 fail']);
  });

  it('match by the loosest reading: parts of words and one stem are enough', () => {
    expect(words({ job_keywords: { title: ['engin'] } })).toEqual(['KEY-1 pass']);
    expect(words({ job_keywords: { title: ['engineering'] } })).toEqual(['KEY-1 pass']);
    const titled = (title: string, term: string): string[] =>
      words(
        { job_keywords: { title: [term] } },
        { answer: page([job(1, { 'Job Title': title, 'Job Description': 'x' })]) },
      );
    expect(titled('R & D Manager', 'R&D')).toEqual(['KEY-1 pass']);
    expect(titled('Café Manager', 'cafe')).toEqual(['KEY-1 pass']);
    expect(titled('Café Manager', 'R&D')).toEqual(['KEY-1 fail']);
    // A soft hyphen parts a word or does not.
    expect(titled('Se\u00ADnior Manager', 'senior')).toEqual(['KEY-1 pass']);
    const without = (term: string): string[] =>
      words(
        { exclude_job_keywords: { title: [term] } },
        { answer: page([job(1, { 'Job Title': 'Se\u00ADnior Manager', 'Job Description': 'x' })]) },
      );
    expect([without('senior'), without('nior'), without('manager')]).toEqual([
      ['KEY-7 pass'],
      ['KEY-7 pass'],
      ['KEY-7 fail'],
    ]);
    // A mark between letters parts them or does not, one at the end of a word does.
    const node = page([job(1, { 'Job Title': 'Node.js Lead. Remote', 'Job Description': 'x' })]);
    const withoutNode = (term: string): string[] =>
      words({ exclude_job_keywords: { title: [term] } }, { answer: node });
    expect([withoutNode('node'), withoutNode('js'), withoutNode('lead')]).toEqual([
      ['KEY-7 pass'],
      ['KEY-7 pass'],
      ['KEY-7 fail'],
    ]);
    // In scripts without spaces, marks and markup come between characters.
    expect(titled('品質。<b>管理者</b>', '品質管理')).toEqual(['KEY-1 pass']);
    expect(titled('品質。管理者', '管理品質')).toEqual(['KEY-1 fail']);
  });

  it.each([
    ['KEY-7', { title: ['chef'] }, { title: ['chef', 'engineer'] }],
    ['KEY-8', { description: ['cobol'] }, { description: ['sql'] }],
    [
      'KEY-9',
      { title: ['chef'], description: ['cobol'], mode: 'or' },
      { title: ['chef'], description: ['sql'], mode: 'or' },
    ],
    [
      'KEY-10',
      { title: ['engineer'], description: ['cobol'], mode: 'and' },
      { title: ['engineer'], description: ['sql'] },
    ],
  ])('exclude as %s says', (clause, good, bad) => {
    expect(words({ exclude_job_keywords: good })).toEqual([`${clause} pass`]);
    expect(words({ exclude_job_keywords: bad })).toEqual([`${clause} fail`]);
  });

  it('exclude by the strictest reading: a part of a word need not remove a job', () => {
    expect(words({ exclude_job_keywords: { title: ['engin'] } })).toEqual(['KEY-7 pass']);
  });

  it('mean all terms with mode and on the legacy search', () => {
    const legacy = { operation: 'searchCompanyJobsLegacy' } as const;
    expect(words({ exclude_job_keywords: { title: ['engineer', 'chef'], mode: 'and' } }, legacy)).toEqual([
      'LEG-26 pass',
    ]);
    expect(words({ exclude_job_keywords: { title: ['engineer', 'data'], mode: 'and' } }, legacy)).toEqual([
      'LEG-26 fail',
    ]);
    expect(words({ exclude_job_keywords: { title: ['engineer', 'chef'], mode: 'or' } }, legacy)).toEqual([
      'LEG-27 fail',
    ]);
  });

  it('say nothing of a job without texts, nor where they ask nothing', () => {
    const bare = { answer: page([job(1, { 'Job Title': null })]) };
    expect(words({ job_keywords: { title: ['chef'] } }, bare)).toEqual([]);
    expect(words({ job_keywords: { title: [] } })).toEqual([]);
  });
});

describe('advanced keywords', () => {
  const group = (body: unknown): string[] => words({ advanced_job_keywords: [body] });

  it('are judged with every shape they use', () => {
    expect(group({ title: { terms: ['engineer'] } })).toEqual(['KEY-12 pass']);
    expect(
      group({
        mode: 'and',
        title: { mode: 'or', terms: ['engineer', 'chef'] },
        description: { mode: 'and', terms: ['python', 'sql'] },
        groups: [{ mode: 'or', title: { terms: ['chef'] }, description: { terms: ['sql'] } }],
      }),
    ).toEqual(['KEY-12 pass', 'KEY-13 pass', 'KEY-16 pass', 'KEY-15 pass', 'KEY-14 pass', 'KEY-17 pass']);
    expect(group({ title: { mode: 'and', terms: ['engineer', 'chef'] } })).toEqual(['KEY-12 fail']);
  });

  it('take a missing mode either way', () => {
    expect(group({ title: { terms: ['engineer', 'chef'] } })).toEqual(['KEY-12 pass']);
    expect(words({ advanced_exclude_job_keywords: [{ title: { terms: ['engineer', 'chef'] } }] })).toEqual([
      'KEY-18 pass',
    ]);
  });

  it('remove what a group matches', () => {
    expect(words({ advanced_exclude_job_keywords: [{ title: { terms: ['engineer'] } }] })).toEqual([
      'KEY-18 fail',
    ]);
    const spared = { mode: 'and', title: { terms: ['engineer'] }, description: { terms: ['cobol'] } };
    expect(words({ advanced_exclude_job_keywords: [spared] })).toEqual(['KEY-18 pass']);
  });

  it('may be unknown to the historical company search', () => {
    const historical = { operation: 'searchCompanyJobsHistorical' } as const;
    expect(judged({ advanced_job_keywords: [{ title: { terms: ['chef'] } }] }, historical)).toEqual([
      'reading historical-advanced-keywords=ignored #1',
    ]);
  });
});
