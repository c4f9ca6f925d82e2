import { describe, expect, it } from 'vitest';
import { acceptance } from './acceptance.js';
import { history, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

const URL = 'https://network.example/company/harbor';
const search = (body: object, draft: Draft = {}): Draft => ({ body, answer: page([]), ...draft });
const refused = (body: object, draft: Draft = {}): Draft =>
  search(body, { status: 422, answer: { detail: [{ msg: 'no', type: 'value_error' }] }, ...draft });
const judged = (...drafts: Draft[]): string[] => verdicts(acceptance, history(...drafts), { seen: 'part' });
const company = { operation: 'searchCompanyJobs' } as const;
const legacy = { operation: 'searchCompanyJobsLegacy' } as const;
const boards = (...values: string[]): Draft => ({
  operation: 'listJobBoards',
  answer: { job_boards: values.map((value) => ({ label: value, value })) },
});

describe('what the contract allows', () => {
  it('is taken, by the clause that says so of what only the refused request has', () => {
    expect(judged(search({ limit: 20 }), refused({}))).toEqual([
      'DIR-1 fail #2: expected an empty body to be accepted; actual status 422',
    ]);
    expect(judged(search({ limit: 20 }), refused({ limit: 10 })).join()).toContain('PAGE-11 fail #2');
    const legal = ['Legal'];
    expect(judged(search({ department: ['Sales'] }), refused({ department: legal })).join()).toContain(
      'VALID-3 fail #2: expected department "Legal" to be accepted',
    );
    const industry = { company_network_url: URL, industry: ['Banking'] };
    expect(
      judged(search({ company_network_url: URL }, company), refused(industry, company)).join(),
    ).toContain('COMP-12 fail #2');
    expect(judged(refused({ company_name: 'Harbor' }, legacy)).join()).toContain('LEG-1 fail #1');
    const few = { company_name: 'Harbor', limit: 5 };
    expect(judged(search({ company_name: 'Harbor' }, legacy), refused(few, legacy)).join()).toContain(
      'LEG-13 fail #2',
    );
  });

  it('is a key with any of the signs that the source gives', () => {
    const keyed = (key: string): Draft => ({ key, status: 400, answer: { detail: 'no such key' } });
    expect(judged(search({}, { key: 'use_v1_abc' }), refused({}, keyed('use_v1_ab-c'))).join()).toContain(
      'IDEM-8 fail #2: expected a key with "-" to be accepted',
    );
    expect(judged(refused({}, keyed('use_v2_abc')))).toEqual([]);
  });

  it('is a board that was on the lists before and after', () => {
    const body = { include_job_boards: ['pier.jobs'] };
    expect(judged(boards('pier.jobs'), refused(body), boards('pier.jobs')).join()).toContain(
      'LOOK-16 fail #2',
    );
    expect(judged(boards('pier.jobs'), refused(body), boards('quay'))).toEqual([]);
    expect(judged(boards('pier.jobs'), refused(body))).toEqual([]);
  });

  it('is a lookup of three characters', () => {
    const places = (q: string, draft: Draft = {}): Draft => ({
      operation: 'listLocations',
      query: { q },
      answer: { locations: [] },
      ...draft,
    });
    const detail = { status: 422, answer: { detail: 'too short' } };
    expect(judged(places('united'), places('new', detail)).join()).toContain('LOOK-21 fail #2');
    expect(judged(places('united'), places('ne', detail))).toEqual([]);
  });
});

describe('what may be refused', () => {
  it('is whatever the source leaves open or forbids', () => {
    for (const body of [
      { limit: 5 },
      { limit: 500 },
      { colour: 'blue' },
      { department: [] },
      { department: ['Juggling'] },
      { jobs_locations: [{}] },
      { job_keywords: { title: ['++'] } },
      { published_after: '2026-02-01' },
      { published_after: '2025-09-02', published_before: '2026-02-01' },
      { published_after: '2026-02-03', published_before: '2026-02-02' },
      { search_after: [1, 'a'] },
    ])
      expect(judged(search({ limit: 20 }), refused(body)), JSON.stringify(body)).toEqual([]);
  });

  it('is a company of which nobody knows', () => {
    const body = { company_network_url: URL };
    expect(judged(refused(body, { ...legacy, status: 400, answer: { detail: 'no' } }))).toEqual([]);
  });

  it('is what has several things that nothing taken has', () => {
    expect(judged(refused({ limit: 10, department: ['Legal'] }))).toEqual([]);
  });

  it('is left to the scenarios in a run', () => {
    expect(verdicts(acceptance, history(search({ limit: 20 }), refused({})))).toEqual([]);
  });
});
