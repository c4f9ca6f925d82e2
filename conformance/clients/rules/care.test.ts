import { describe, expect, it, vi } from 'vitest';
import { adviceOnAttempts, adviceOnBody, adviceOnQuery, adviceOnType } from './advice.js';
import { attemptsOf } from './attempt.js';
import { against, contract, historyOf, judged } from '../../../test/samples/client-history.js';

it('a historical search wastes the difference between the prices of the contract', () => {
  using price = vi.spyOn(contract.operation('searchJobsHistorical'), 'creditCost', 'get');
  price.mockReturnValue(4);
  const body = { limit: 10, published_after: '2026-01-01' };
  const history = historyOf([{ operation: 'searchJobsHistorical', credits: 20, key: 'use_v1_a', body }]);
  expect(against(judged(history))).toEqual(['CLI-47 fail 1 15 credits']);
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
