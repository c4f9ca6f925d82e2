import { describe, expect, it } from 'vitest';
import { cursorChains } from './cursor-chains.js';
import { job, jobs, judging, page, type Draft } from '../../../test/samples/exchanges.js';

const { judged, failures } = judging(cursorChains);

/** Page of jobs `first` to `last` out of `found`, asked for with `from` and giving `next`; duplicates as `body` says. */
const part = (
  first: number,
  last: number,
  found: number,
  from: unknown,
  next: unknown,
  body: Record<string, unknown> = {},
): Draft => ({
  body: { limit: 3, ...body, ...(from === null ? {} : { search_after: from }) },
  answer: page(jobs(first, last), { total_jobs_found: found, search_after: next }),
});

const START = part(1, 3, 5, null, [9, 'a']);

describe('a chain of pages', () => {
  it('is disjoint, complete and ends with null', () => {
    expect(judged(START, part(4, 5, 5, [9, 'a'], null))).toEqual([
      'PAGE-2 pass #1',
      'PAGE-4 pass #1 #2',
      'PAGE-3 pass #1 #2',
      'PAGE-7 pass #1 #2',
      'PAGE-5 pass #1 #2',
      'PAGE-6 pass #1 #2',
      'PAGE-1 pass #1 #2',
      'reading page-fullness=full #1',
    ]);
  });

  it('finds a page that comes twice', () => {
    const found = judged(START, part(1, 3, 5, [9, 'a'], [8, 'b']));
    expect(found).toContain(
      'PAGE-4 fail #1 #2: expected no job that an earlier page held; ' +
        'actual job 1 of page 2, "Engineer 1", was on page 1 already',
    );
    expect(found).toContain(
      'PAGE-3 fail #1 #2: expected jobs that come after the page before; actual the page before again',
    );
    const overlapping = judged(START, part(3, 5, 5, [9, 'a'], null));
    const listings = judged(
      { ...START, body: { limit: 3, exclude_duplicates: false } },
      part(1, 3, 5, [9, 'a'], [8, 'b'], { exclude_duplicates: false }),
    );
    expect([...overlapping, ...listings].filter((line) => line.startsWith('PAGE-3'))).toEqual([]);
  });

  it('finds jobs that are left out, unless they may be duplicates that the total counts', () => {
    const chain = (body: Record<string, unknown>): string[] =>
      judged(part(1, 3, 6, null, [9, 'a'], body), part(4, 5, 6, [9, 'a'], null, body));
    expect(chain({ exclude_duplicates: false })).toContain(
      'PAGE-5 fail #1 #2: expected 6 jobs on all pages; actual 5 jobs on 2 pages of 6 found',
    );
    expect(chain({}).filter((line) => /PAGE-5|fail/.test(line))).toEqual([]);
  });

  it('finds listings that are alike on two pages, where duplicates are to be left out', () => {
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
      'FILT-38 fail #1 #2: expected no two jobs alike in employer, title, place and description; ' +
        'actual "Cook" of "Inn" twice',
    ]);
    expect(pages(listing(1), listing(1))).toEqual([]);
    expect(pages(listing(1), { ...listing(2), City: 'Bari' })).toEqual([]);
    expect(pages(listing(1), { ...listing(2), 'Job Description': null })).toEqual([]);
    expect(pages(listing(1), listing(2), { exclude_duplicates: false })).toEqual([]);
    const both: Draft = { body: { exclude_duplicates: false }, answer: page([listing(1), listing(2)]) };
    expect(judged(both, { answer: page([listing(1)]) })).toContain('FILT-38 pass #2');
    expect(judged({ answer: page([listing(1)]) }).join()).not.toContain('FILT-38');
  });

  it('finds more jobs than the total says, duplicates or not', () => {
    const found = judged(part(1, 3, 4, null, [9, 'a']), part(4, 5, 4, [9, 'a'], null));
    expect(found).toContain(
      'PAGE-5 fail #1 #2: expected 4 jobs on all pages; actual 5 jobs on 2 pages of 4 found',
    );
  });

  it('takes listings that are alike for two where duplicates are left in', () => {
    const all = { exclude_duplicates: false };
    expect(failures(part(1, 3, 5, null, [9, 'a'], all), part(3, 4, 5, [9, 'a'], null, all))).toEqual([]);
  });

  it('finds a cursor after the last job, unless that filled its page', () => {
    expect(judged(part(1, 2, 2, null, [9, 'a']))).toEqual([
      'PAGE-2 pass #1',
      'PAGE-6 fail #1: expected null, since nothing is left; actual [9,"a"] after 2 jobs on 1 page of 2 found',
      'PAGE-1 fail #1: expected null, since nothing is left; actual [9,"a"] after 2 jobs on 1 page of 2 found',
    ]);
    expect(judged(part(1, 3, 3, null, [9, 'a']))).toEqual(['PAGE-2 pass #1']);
  });

  it('may end with null on a full page, or with an empty page behind it', () => {
    expect(judged(part(1, 3, 3, null, null))).toContain('reading end-of-results=null #1');
    const empty = (next: unknown): string[] =>
      judged(part(1, 3, 3, null, [9, 'a']), part(1, 0, 3, [9, 'a'], next));
    expect(empty(null)).toEqual(
      expect.arrayContaining(['PAGE-1 pass #1 #2', 'reading end-of-results=empty-page #1 #2']),
    );
    expect(empty([8, 'b']).at(-1)).toMatch(/^PAGE-1 fail #1 #2/);
  });

  it('may have pages that are not full, though more jobs follow', () => {
    const found = judged(part(1, 2, 4, null, [9, 'a']), part(3, 4, 4, [9, 'a'], null));
    expect(found).toContain('reading page-fullness=short #1');
    expect(found.filter((line) => line.includes('fail'))).toEqual([]);
  });

  it('finds a total that moves while the data does not', () => {
    const found = judged(START, part(4, 5, 2, [9, 'a'], null), START);
    expect(found).toContain('PAGE-7 fail #1 #2: expected total_jobs_found 5 on every page; actual 5, 2');
  });

  it('says nothing of a total or a place where postings came in', () => {
    const moved = part(0, 2, 6, null, [9, 'b']);
    // The last job of a page is the first of the next, when one came in before it.
    expect(failures(START, part(3, 5, 6, [9, 'a'], null), moved)).toEqual([]);
    expect(failures(START, part(3, 5, 6, [9, 'a'], null))).toEqual([]);
    expect(failures(START, part(4, 5, 6, [9, 'a'], null))).toEqual([]);
    expect(failures(START, part(3, 4, 5, [9, 'a'], null), START)).toHaveLength(1);
  });

  it('does not take a stored first page for a sign that no posting came in', () => {
    const second = part(4, 5, 6, [9, 'a'], null);
    const first = { ...START, headers: { 'idempotency-key': 'use_v1_a' } };
    expect(failures(first, second, { ...START, key: 'use_v1_a' })).toEqual([]);
    expect(failures(first, second, { ...START, key: 'use_v1_b' })).toHaveLength(1);
  });

  it('finds nothing where the data moved', () => {
    expect(failures(START, part(4, 6, 6, [9, 'a'], null))).toEqual([]);
  });

  it('finds a cursor of another form', () => {
    expect(judged(part(1, 3, 5, null, ['only']))).toContain(
      'PAGE-2 fail #1: expected an array of two, or null; actual ["only"]',
    );
  });

  it('does not follow a cursor into another search', () => {
    const elsewhere = { ...part(1, 3, 5, [9, 'a'], null), body: { limit: 4, search_after: [9, 'a'] } };
    expect(judged(START, elsewhere)).toEqual(['PAGE-2 pass #1', 'reading page-fullness=full #1']);
  });

  it('leads to the same page from the same cursor', () => {
    const second = part(4, 5, 5, [9, 'a'], null);
    expect(judged(START, second, second)).toContain('PAGE-16 pass #2 #3');
    expect(judged(START, second, part(5, 6, 5, [9, 'a'], null))).toContain(
      'PAGE-16 fail #2 #3: expected the same jobs for the same cursor; actual other jobs',
    );
  });

  it('shows one page for one cursor, where other addresses in it are signed anew', () => {
    const signed = (sign: number, n: number): Draft => ({
      ...part(n, n, 5, [9, 'a'], null),
      answer: page([job(n, { 'Logo URL': `https://logos.example/?sign=${sign}` })], { total_jobs_found: 5 }),
    });
    const told = (...drafts: Draft[]): string | undefined =>
      judged(START, ...drafts).find((line) => line.startsWith('PAGE-16'));
    expect(told(signed(1, 4), signed(2, 4))).toBe('PAGE-16 pass #2 #3');
    expect(told(signed(1, 4), signed(2, 5))).toContain('PAGE-16 fail #2 #3');
  });

  it('has clauses of its own on the legacy search', () => {
    const legacy = (first: number, last: number, from: string | null, next: string | null): Draft => ({
      operation: 'searchCompanyJobsLegacy',
      body: { company_name: 'Northwind', next_cursor: from },
      answer: page(jobs(first, last), { total_jobs_found: 5, next_cursor: next }),
    });
    const found = judged(legacy(1, 3, null, 'x'), legacy(4, 5, 'x', null));
    const clauses = found.filter((line) => !line.startsWith('reading')).map((line) => line.split(' ')[0]);
    expect(new Set(clauses)).toEqual(new Set(['LEG-7', 'LEG-8', 'LEG-9', 'LEG-10']));
    expect(found.filter((line) => line.includes('fail'))).toEqual([]);
  });
});

describe('total_jobs_found', () => {
  const sized = (limit: number, found: number): Draft => ({
    body: { limit },
    answer: page(jobs(1, limit), { total_jobs_found: found, search_after: [limit, 'x'] }),
  });

  it('does not depend on the limit', () => {
    expect(judged(sized(2, 50), sized(4, 50))).toContain('ENV-8 pass #1 #2');
    expect(judged(sized(2, 50), sized(4, 4), sized(2, 50))).toContain(
      'ENV-8 fail #1 #3 #2: expected total_jobs_found 50, whatever the limit; actual total_jobs_found 4 with limit 4',
    );
  });

  it('may have moved with the data', () => {
    expect(failures(sized(2, 50), sized(4, 51), sized(2, 51))).toEqual([]);
  });

  it('is none of now where the answer may be a stored one, by a key that the service made', () => {
    const keyed = (key: string, draft: Draft): Draft => ({ ...draft, headers: { 'idempotency-key': key } });
    const found = judged(
      keyed('use_v1_a', sized(2, 50)),
      keyed('use_v1_b', sized(4, 51)),
      keyed('use_v1_a', sized(2, 50)),
    );
    expect(found.filter((line) => line.startsWith('ENV-8'))).toEqual([]);
  });
});

describe('a page of traffic', () => {
  it('that is empty ends its search, however long ago or open its window is', () => {
    const empty = { answer: page([], { total_jobs_found: 0, search_after: [1, 'x'] }) };
    expect(judging(cursorChains, { seen: 'part' }).judged(empty).join()).toContain('PAGE-1 fail #1');
  });
});
