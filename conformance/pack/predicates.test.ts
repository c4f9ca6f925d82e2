import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { exchange } from '../wire/testing/servers.js';
import type { Scope } from './expressions.js';
import { PREDICATES, stepsNamed, type Arguments, type Expected } from './predicates.js';

const contract = loadContract();
type Body = Record<string, unknown>;

const job = (title: string, more: Body = {}): Body => ({
  'Job Title': title,
  'Job URL': `https://x/${title}`,
  ...more,
});
const page = (id: number, jobs: Body[], more: Body = {}): Exchange =>
  exchange({
    id,
    response: { body: { success: true, error: null, data: { jobs, total: jobs.length, ...more } } },
  });
const answer = (id: number, status: number, body: unknown, headers: Record<string, string> = {}): Exchange =>
  exchange({ id, response: { status, body, headers } });

function judge(
  that: string,
  args: Arguments,
  answers: Exchange[],
  others: Record<string, Exchange[]> = {},
): Expected {
  const scope: Scope = {
    ...{ inputs: {}, steps: {}, workflows: {}, outputs: {}, sources: {}, round: 0, copy: 0 },
    exchange: answers.at(-1) ?? null,
  };
  const found = (step: string | null): readonly Exchange[] =>
    step === null ? answers : (others[step] ?? []);
  const predicate = PREDICATES[that];
  if (predicate === undefined) throw new Error(that);
  return predicate(args, answers, { contract, scope, answers: found });
}

const holds = (...args: Parameters<typeof judge>): boolean => judge(...args).holds;

describe('job predicates', () => {
  const jobs = [page(1, [job('Cook', { Skills: ['a', 'b'] })]), page(2, [job('Clerk', { Skills: null })])];

  it('asks every job, and names the one that is otherwise with its exchange', () => {
    expect(holds('every-job', { field: 'Job Title', in: ['Cook', 'Clerk'] }, jobs)).toBe(true);
    expect(judge('every-job', { field: 'Job Title', equals: 'Cook' }, jobs)).toEqual({
      holds: false,
      expected: 'every job with {"field":"Job Title","equals":"Cook"}',
      actual: 'the job "Clerk" ("https://x/Clerk"): Job Title equals "Cook", is "Clerk"',
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

  it('compares sets of jobs whatever the order of their members', () => {
    const [a, b] = [page(3, [{ x: 1, y: 2 }, job('B')]), page(4, [job('B'), { y: 2, x: 1 }])];
    expect(holds('same-jobs', { with: 'b' }, [a], { b: [b] })).toBe(true);
    expect(holds('same-jobs', { with: 'b', order: true }, [a], { b: [b] })).toBe(false);
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

  it('takes both ends of a range of dates and passes over null', () => {
    const dated = [page(1, [job('a', { 'Post Date': '2026-01-01' }), job('b', { 'Post Date': null })])];
    expect(holds('date-within', { from: '2026-01-01', to: '2026-01-01' }, dated)).toBe(true);
    expect(holds('date-within', { from: '2026-01-02' }, dated)).toBe(false);
    expect(holds('date-within', { from: '2026-01-02', 'slack-days': 1 }, dated)).toBe(true);
    expect(holds('date-within', { to: '2025-12-31' }, dated)).toBe(false);
  });
});

describe('keyword-match', () => {
  const one = [page(1, [job('Senior Engineering Lead', { 'Job Description': 'Build bridges in C++' })])];

  it('blames no lawful reading of a match', () => {
    expect(holds('keyword-match', { title: ['engineer'] }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['engineers'] }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['baker'] }, one)).toBe(false);
    expect(holds('keyword-match', { title: ['engineer'], excluded: true }, one)).toBe(true);
    expect(holds('keyword-match', { title: ['engineering lead'], excluded: true }, one)).toBe(false);
    expect(holds('keyword-match', { description: ['c++'], excluded: true }, one)).toBe(false);
  });

  it('combines blocks by mode and terms as any-of', () => {
    const both = { title: ['lead', 'cook'], description: ['tunnels'] };
    expect(holds('keyword-match', { ...both, mode: 'and' }, one)).toBe(false);
    expect(holds('keyword-match', { ...both, mode: 'or' }, one)).toBe(true);
  });

  it('follows groups', () => {
    const group = {
      mode: 'and',
      title: { mode: 'and', terms: ['senior', 'lead'] },
      groups: [{ mode: 'or', description: { mode: 'or', terms: ['tunnels', 'bridges'] } }],
    };
    expect(holds('keyword-match', { group }, one)).toBe(true);
    expect(holds('keyword-match', { groups: [group, { title: { terms: ['cook'] } }] }, one)).toBe(false);
    expect(holds('keyword-match', { groups: [group], excluded: true }, one)).toBe(false);
  });
});

describe('body, list and header predicates', () => {
  it('compares bodies, but for what is excepted', () => {
    const [a, b] = [answer(1, 200, { n: 1, left: 5 }), answer(2, 200, { left: 4, n: 1 })];
    expect(holds('same-body', {}, [a, b])).toBe(false);
    expect(holds('same-body', { except: ['/left'] }, [a, b])).toBe(true);
    expect(holds('same-body', { with: 'x' }, [a], { x: [a] })).toBe(true);
    expect(holds('same-body', {}, [a])).toBe(false);
    expect(holds('same-bytes', {}, [a, b])).toBe(false);
    expect(holds('same-bytes', { with: 'x' }, [a], { x: [answer(3, 200, { n: 1, left: 5 })] })).toBe(true);
  });

  it('judges lists', () => {
    const list = (...labels: string[]): Exchange[] => [
      answer(1, 200, { l: labels.map((label) => ({ label })) }),
    ];
    const by = { list: '/l', by: '/label', 'ignoring-case': true };
    expect(holds('sorted', by, list('apple', 'Banana', 'cherry'))).toBe(true);
    expect(holds('sorted', by, list('b', 'a'))).toBe(false);
    expect(holds('sorted', { ...by, order: 'descending' }, list('b', 'a'))).toBe(true);
    expect(holds('distinct-items', { list: '/l', by: '/label' }, list('a', 'b', 'a'))).toBe(false);
    expect(holds('every-item', { list: '/l', field: '/label', match: '^[ab]$' }, list('a', 'b'))).toBe(true);
    expect(holds('items-within', { list: '/l', with: 'all' }, list('b'), { all: list('a', 'b') })).toBe(true);
    expect(holds('items-within', { list: '/l', with: 'all' }, list('c'), { all: list('a', 'b') })).toBe(
      false,
    );
    expect(holds('same-items', { list: '/l', with: 'all' }, list('b', 'a'), { all: list('a', 'b') })).toBe(
      false,
    );
  });

  it('judges headers of every answer', () => {
    const id = '5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11';
    const [a, b] = [answer(1, 200, {}, { 'x-request-id': id }), answer(2, 200, {}, { 'x-request-id': 'no' })];
    const name = 'X-Request-ID';
    expect(holds('header-format', { name, format: 'uuid' }, [a])).toBe(true);
    expect(judge('header-format', { name, format: 'uuid' }, [a, b]).exchanges).toEqual([2]);
    expect(holds('header-differs', { name }, [a, b])).toBe(true);
    expect(holds('header-differs', { name, with: 'x' }, [a], { x: [a] })).toBe(false);
    expect(holds('header-same', { name }, [a, a])).toBe(true);
    expect(holds('header-absent', { name: 'Retry-After' }, [a])).toBe(true);
    expect(holds('header-present', { name: 'Retry-After' }, [a])).toBe(false);
    expect(holds('header-equals', { name, value: 'no' }, [b])).toBe(true);
  });
});

describe('statuses, errors and readings', () => {
  it('counts statuses over copies', () => {
    const many = [answer(1, 200, {}), answer(2, 429, {}), answer(3, 429, {})];
    expect(holds('status-counts', { '200': 1, '429': { 'at-least': 1 }, only: [200, 429] }, many)).toBe(true);
    expect(holds('status-counts', { only: [200] }, many)).toBe(false);
    expect(holds('status-counts', { '402': 1 }, many)).toBe(false);
  });

  it('says which choice a status shows', () => {
    const args = { reading: 'auth-status', choices: { '403': '403', '401': '401' } };
    expect(judge('one-of-status', args, [answer(4, 401, {})])).toMatchObject({
      holds: true,
      observation: { reading: 'auth-status', choice: '401' },
    });
    expect(judge('one-of-status', args, [answer(4, 404, {})])).toMatchObject({
      holds: false,
      exchanges: [4],
    });
  });

  it('says which choice a condition shows', () => {
    const args = {
      reading: 'r',
      choices: [
        { choice: 'one', when: '$response.body#/n == 1' },
        { choice: 'two', when: '$response.body#/n == 2' },
      ],
    };
    expect(judge('reading', args, [answer(1, 200, { n: 2 })]).observation).toEqual({
      reading: 'r',
      choice: 'two',
    });
    expect(holds('reading', args, [answer(1, 200, { n: 3 })])).toBe(false);
    expect(holds('reading', { ...args, otherwise: 'nothing' }, [answer(1, 200, { n: 3 })])).toBe(true);
  });

  it('tells error forms apart and reads their words', () => {
    const detail = answer(1, 400, { detail: 'company_network_url is required' });
    const list = answer(2, 422, { detail: [{ msg: 'too long', type: 'x' }] });
    const envelope = answer(3, 422, {
      ...{ success: false, data: null },
      error: { code: 'validation_error', message: 'Bad', details: [] },
    });
    const text = exchange({ id: 4, response: { status: 500, bodyText: 'oops' } });
    const form = (of: Exchange): string | undefined =>
      ['detail', 'detail-list', 'envelope', 'text'].find((each) => holds('error-form', { form: each }, [of]));
    expect([detail, list, envelope, text].map(form)).toEqual(['detail', 'detail-list', 'envelope', 'text']);
    expect(holds('error-form', { form: 'envelope', code: 'bad_request' }, [envelope])).toBe(false);
    expect(holds('detail-mentions', { text: 'COMPANY_network_url' }, [detail])).toBe(true);
    expect(holds('detail-mentions', { 'any-of': ['short', 'long'] }, [list])).toBe(true);
    expect(holds('detail-mentions', { text: 'good' }, [envelope])).toBe(false);
  });

  it('knows a lost answer', () => {
    const lost = exchange({ response: null, failure: { kind: 'connection', message: 'closed' } });
    expect(holds('no-response', {}, [lost])).toBe(true);
    expect(holds('no-response', {}, [answer(1, 200, {})])).toBe(false);
    expect(holds('responded', {}, [lost])).toBe(false);
  });
});

describe('value and compare', () => {
  it('is exact about case and type', () => {
    expect(holds('value', { of: 'Full Time', equals: 'full time' }, [])).toBe(false);
    expect(holds('value', { of: 'Full Time', equals: 'full time', 'ignoring-case': true }, [])).toBe(true);
    expect(holds('value', { of: 3, type: 'integer', 'more-than': 2, 'at-most': 3 }, [])).toBe(true);
    expect(holds('value', { of: '3', type: 'integer' }, [])).toBe(false);
    expect(holds('value', { of: [1, 1], unique: true }, [])).toBe(false);
    expect(holds('value', { of: { a: 1 }, contains: 'a', lacks: 'b' }, [])).toBe(true);
    expect(holds('value', { of: 7, lacks: 'b' }, [])).toBe(false);
  });

  it('does sums over the answers of steps', () => {
    const pages = [
      page(1, [job('a'), job('b')], { credits_used: 2 }),
      page(2, [job('c')], { credits_used: 1 }),
    ];
    expect(holds('compare', { left: { sum: '/data/credits_used' }, is: '==', right: 3 }, pages)).toBe(true);
    const counted = { left: { count: 'jobs' }, is: '==', right: { plus: [1, { times: [1, 2] }] } };
    expect(holds('compare', counted, pages)).toBe(true);
    const there = { left: { minus: [10, 7] }, is: '==', right: { sum: '/data/credits_used', step: 's' } };
    expect(holds('compare', there, [], { s: pages })).toBe(true);
    expect(holds('compare', { left: { count: 'exchanges', status: 402 }, is: '>', right: 0 }, pages)).toBe(
      false,
    );
  });
});

it('finds the steps that arguments name', () => {
  expect(stepsNamed({ with: ['a', 'b'], left: { plus: [{ sum: '/x', step: 'c' }] } })).toEqual([
    'a',
    'b',
    'c',
  ]);
});
