import { describe, expect, it, vi } from 'vitest';
import { adviceOnAttempts, adviceOnBody, adviceOnQuery, adviceOnType } from './advice.js';
import { attemptsOf } from './attempt.js';
import { against, contract, historyOf, judged, type Call } from '../../../test/samples/client-history.js';

const found = (calls: Call[]): string[] => against(judged(historyOf(calls)));
const historical = (body: object): Call => ({
  operation: 'searchJobsHistorical',
  credits: 20,
  key: 'use_v1_a',
  body: { limit: 10, ...body },
});

describe('the API key', () => {
  it('must only be in its header', () => {
    expect(found([{}])).toEqual([]);
    expect(found([{ leaks: ['query', 'header x-api-key'] }])).toEqual(['CLI-41 fail 1']);
  });
  it('is unknown if the record does not say where the key was', () => {
    const history = historyOf([{}]);
    delete history.exchanges[0]!.request.leaks;
    expect(against(judged(history))).toEqual(['CLI-41 unknown 1']);
  });
});

describe('a request', () => {
  it('must match the contract', () => {
    expect(found([{ body: { limit: 100, department: ['Sales'] } }])).toEqual([]);
    expect(found([{ operation: 'listLocations', query: '?q=Berlin&limit=3' }])).toEqual([]);
  });
  it.each<[string, Call]>([
    ['a limit above the maximum', { body: { limit: 101 } }],
    ['a limit in quotes', { body: { limit: '10' } }],
    ['a department that does not exist', { body: { department: ['sales'] } }],
    ['no body', { body: null }],
    ['a lookup with a short text', { operation: 'listLocations', query: '?q=B' }],
    ['a repeated parameter', { operation: 'listJobBoards', query: '?q=a&q=b' }],
  ])('breaks CLI-42 with %s', (_what, call) => {
    expect(found([{ ...call, status: 422 }])).toEqual(['CLI-42 fail 1']);
  });
});

describe('a historical search', () => {
  it('wastes credits for dates that the current search covers', () => {
    expect(found([historical({ published_after: '2026-01-01' })])).toEqual(['CLI-47 fail 1 10 credits']);
  });
  it('wastes the difference between the prices of the contract', () => {
    using price = vi.spyOn(contract.operation('searchJobsHistorical'), 'creditCost', 'get');
    price.mockReturnValue(4);
    expect(found([historical({ published_after: '2026-01-01' })])).toEqual(['CLI-47 fail 1 15 credits']);
  });
  it.each([
    {},
    { published_after: '2025-01-01' },
    { published_after: '2025-09-02' },
    { published_after: 'soon' },
  ])('is right for dates that the current search does not cover: %j', (body) => {
    expect(found([historical(body)]).filter((each) => each.startsWith('CLI-47'))).toEqual([]);
  });
  it('is right for filters that only it has', () => {
    const call: Call = {
      operation: 'searchCompanyJobsHistorical',
      body: {
        published_after: '2026-01-01',
        company_network_url: 'https://network.example/company/a',
        is_agency: false,
      },
    };
    expect(found([call])).toEqual([]);
    delete call.body!['is_agency'];
    expect(found([call])).toEqual(['CLI-47 fail 1']);
  });
});

describe('advice', () => {
  const search = contract.operation('searchJobs');
  it('names the field that was probably meant', () => {
    expect(adviceOnBody(search, { limit: 1, departement: [] })).toEqual([
      'the field "departement" of the body is not known here and changes nothing. Did you mean "department"?',
    ]);
    expect(adviceOnBody(search, { zzzzzz: 1 })).toEqual([
      'the field "zzzzzz" of the body is not known here and changes nothing.',
    ]);
  });
  it('looks into lists and keyword groups, and names a place once', () => {
    const body = {
      jobs_locations: [{ Country: 'Germany' }, { Country: 'France' }],
      job_keywords: { titel: ['nurse'] },
      advanced_job_keywords: [{ groups: [{ title: { term: ['nurse'] } }] }],
    };
    expect(adviceOnBody(search, body)).toEqual([
      'the field "job_keywords.titel" of the body is not known here and changes nothing. Did you mean "title"?',
      'the field "jobs_locations.Country" of the body is not known here and changes nothing. Did you mean "country"?',
      'the field "advanced_job_keywords.groups.title.term" of the body is not known here and changes nothing. Did you mean "terms"?',
    ]);
  });
  it('names at most 20 of thousands of unknown fields', () => {
    const names = Array.from({ length: 9000 }, (_, i) => [`departmen${i}`, 1]);
    expect(adviceOnBody(search, Object.fromEntries(names) as Record<string, unknown>)).toHaveLength(20);
    expect(
      adviceOnQuery(
        search,
        names.map(([name]) => String(name)),
      ),
    ).toHaveLength(20);
  });
  it('names unknown parameters, too', () => {
    expect(adviceOnQuery(contract.operation('listLocations'), ['q', 'Limit'])).toEqual([
      'the parameter "Limit" is not known here and changes nothing. Did you mean "limit"?',
    ]);
  });
  it('asks for a JSON Content-Type', () => {
    expect(adviceOnType('application/json; charset=utf-8')).toEqual([]);
    expect(adviceOnType('application/problem+json')).toEqual([]);
    expect(adviceOnType('text/plain')[0]).toContain('"text/plain", not application/json');
    expect(adviceOnType(undefined)[0]).toContain('there is no Content-Type');
  });
  it('is given once for many requests, and not about headers that were not recorded', () => {
    const { exchanges } = historyOf([{}, {}, {}, { operation: 'listLocations', query: '?q=abc' }]);
    for (const { request } of exchanges.slice(1)) request.headers = { 'content-type': 'text/plain' };
    expect(adviceOnAttempts(attemptsOf(exchanges, contract))).toEqual(adviceOnType('text/plain'));
  });
});
