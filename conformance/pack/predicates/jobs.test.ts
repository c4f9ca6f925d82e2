import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../record/exchange.js';
import { exchange } from '../../../test/servers/servers.js';
import { answer, holds, job, judge, page } from '../../../test/samples/predicate.js';

describe('job predicates', () => {
  const jobs = [page(1, [job('Cook', { Skills: ['a', 'b'] })]), page(2, [job('Clerk', { Skills: null })])];

  it('asks every job, and names the one that is otherwise with its exchange', () => {
    expect(holds('every-job', { field: 'Job Title', in: ['Cook', 'Clerk'] }, jobs)).toBe(true);
    expect(judge('every-job', { field: 'Job Title', equals: 'Cook' }, jobs)).toEqual({
      holds: false,
      expected: 'every job with {"field":"Job Title","equals":"Cook"}',
      actual: 'the job "Clerk" ("https://x/Clerk"): Job Title should be equal to "Cook", is "Clerk"',
      exchanges: [2],
    });
  });

  it('knows some and none', () => {
    expect(holds('some-job', { field: 'Job Title', equals: 'Clerk' }, jobs)).toBe(true);
    expect(holds('some-job', { field: 'Job Title', equals: 'Baker' }, jobs)).toBe(false);
    expect(holds('no-job', { field: 'Job Title', equals: 'Baker' }, jobs)).toBe(true);
    expect(holds('no-job', { field: 'Job Title', equals: 'Cook' }, jobs)).toBe(false);
  });

  it('joins conditions', () => {
    const any = {
      'any-of': [
        { field: 'Skills', contains: 'a' },
        { field: 'Skills', null: true },
      ],
    };
    expect(holds('every-job', any, jobs)).toBe(true);
    expect(holds('every-job', { 'none-of': [{ field: 'Skills', contains: 'b' }] }, jobs)).toBe(false);
    expect(holds('every-job', { field: 'Skills', 'contains-any': ['b', 'z'], 'or-null': true }, jobs)).toBe(
      true,
    );
  });

  it('does not hold without a list of jobs', () => {
    expect(holds('every-job', { field: 'Job Title', null: false }, [answer(1, 200, {})])).toBe(false);
    expect(holds('distinct-jobs', {}, [answer(1, 500, undefined)])).toBe(false);
  });

  it('counts jobs', () => {
    expect(holds('job-count', { equals: 2 }, jobs)).toBe(true);
    expect(holds('job-count', { 'at-least': 3 }, jobs)).toBe(false);
  });

  it('counts listings alike in employer, title, place and description', () => {
    const cook = (n: number, city = 'Rome'): Record<string, unknown> =>
      job('Cook', {
        'Company Name': 'Inn',
        City: city,
        'Job Description': 'Cooks.',
        'Job URL': `https://x/${n}`,
      });
    const apart = [page(1, [cook(1)]), page(2, [cook(2)])];
    expect(judge('duplicates', { equals: 0 }, apart)).toMatchObject({ holds: false, exchanges: [1, 2] });
    expect(holds('duplicates', { 'at-least': 1 }, apart)).toBe(true);
    expect(
      holds('duplicates', { equals: 0 }, [page(1, [cook(1)]), page(2, [cook(1), cook(3, 'Bari')])]),
    ).toBe(true);
    expect(holds('duplicates', { equals: 0 }, [page(1, [job('Cook'), job('Cook')])])).toBe(true);
  });

  it('compares the numbers of jobs found, with the sum of several steps', () => {
    const found = (total: number): Exchange[] => [page(1, [], { total_jobs_found: total })];
    const others = { a: found(3), b: found(4), lost: [answer(2, 500, undefined)] };
    expect(holds('total-found', { is: '==', with: ['a', 'b'] }, found(7), others)).toBe(true);
    expect(holds('total-found', { is: '<', with: 'a' }, found(2), others)).toBe(true);
    expect(judge('total-found', { is: '<', with: 'a' }, found(3), others)).toEqual({
      holds: false,
      expected: 'total_jobs_found < that of a',
      actual: '3 here, 3 there',
      exchanges: [1],
    });
    expect(holds('total-found', { is: '>=', with: ['a', 'lost'] }, found(9), others)).toBe(false);
  });

  it('compares sets of jobs whatever the order of their members', () => {
    const [a, b] = [page(3, [{ x: 1, y: 2 }, job('B')]), page(4, [job('B'), { y: 2, x: 1 }])];
    expect(holds('same-jobs', { with: 'b' }, [a], { b: [b] })).toBe(true);
    expect(holds('same-jobs', { with: 'b', order: true }, [a], { b: [b] })).toBe(false);
    const [plain, richer] = [page(1, [job('a')]), page(2, [job('a', { City: 'Rome' })])];
    expect(holds('same-jobs', { with: 'b' }, [plain], { b: [richer] })).toBe(false);
    expect(holds('same-jobs', { with: 'b', by: 'Job URL' }, [plain], { b: [richer] })).toBe(true);
    expect(holds('same-jobs', { with: 'b', by: 'Job URL' }, [a], { b: [richer] })).toBe(false);
    expect(holds('subset-of', { with: 'b' }, [page(5, [job('B')])], { b: [b] })).toBe(true);
    expect(holds('subset-of', { with: 'c' }, [b], { c: [page(5, [job('B')])] })).toBe(false);
    expect(holds('superset-of', { with: 'c' }, [b], { c: [page(5, [job('B')])] })).toBe(true);
    expect(holds('disjoint-jobs', { with: 'c' }, [b], { c: [page(5, [job('C')])] })).toBe(true);
    expect(judge('disjoint-jobs', { with: 'c' }, [b], { c: [page(5, [job('B')])] }).actual).toContain(
      'is in both',
    );
    expect(holds('distinct-jobs', {}, [a, b])).toBe(false);
    expect(holds('distinct-jobs', {}, [a])).toBe(true);
  });

  it('takes postings that say the same for one only where they bear an address', () => {
    const nameless = { 'Job Title': 'Cook', 'Job URL': null, 'Apply URL': null };
    const [a, b] = [page(3, [nameless, job('B')]), page(4, [nameless])];
    expect(holds('distinct-jobs', {}, [a, b])).toBe(true);
    expect(holds('disjoint-jobs', { with: 'a' }, [b], { a: [a] })).toBe(true);
    const placed = { ...nameless, 'Apply URL': 'https://x/apply' };
    expect(holds('distinct-jobs', {}, [page(5, [placed, placed])])).toBe(false);
    expect(holds('disjoint-jobs', { with: 'a' }, [page(5, [placed])], { a: [page(6, [placed])] })).toBe(
      false,
    );
  });

  it('takes listings that one page with duplicates holds twice for two', () => {
    const withDuplicates = { body: { exclude_duplicates: false } };
    const whole = exchange({ ...page(1, [job('B'), job('A'), job('B')]), request: withDuplicates });
    const [a, b] = [page(3, [job('A'), job('B')]), page(4, [job('B')])];
    expect(judge('disjoint-jobs', { with: 'a' }, [b], { a: [a] }, [whole, a, b]).holds).toBe(true);
    expect(judge('distinct-jobs', {}, [a, b], {}, [whole, a, b]).holds).toBe(true);
    expect(judge('distinct-jobs', {}, [a, page(4, [job('A')])], {}, [whole, a, b]).holds).toBe(false);
    const without = page(1, [job('B'), job('B')]);
    expect(judge('distinct-jobs', {}, [a, b], {}, [without, a, b]).holds).toBe(false);
  });
});
