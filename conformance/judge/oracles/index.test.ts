import { describe, expect, it } from 'vitest';
import { loadClauses } from '../../../spec/clauses.js';
import { oracles } from './index.js';
import { contextOf, history, job, page } from '../../../test/samples/exchanges.js';

const { clauses, readings } = loadClauses();

describe('the oracles', () => {
  it('have unique names', () => {
    const ids = oracles.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('announce only clauses that exist and can be checked', () => {
    const checkable = clauses.filter(({ check }) => check !== 'none').map(({ id }) => id);
    for (const oracle of oracles) {
      expect(checkable, oracle.id).toEqual(expect.arrayContaining(oracle.clauses));
      expect(new Set(oracle.clauses).size, oracle.id).toBe(oracle.clauses.length);
    }
  });

  it('find nothing in an empty history', () => {
    for (const oracle of oracles) {
      expect(oracle.judge([], contextOf())).toEqual({ judgements: [], observations: [], turns: new Map() });
    }
  });

  it('judge only clauses that they announce, and observe only choices that conform', () => {
    const exchanges = history(
      { answer: page([job(1), job(2)]), key: 'use_v1_a' },
      {
        answer: page([job(1), job(2)], { credits_used: 9, credits_remaining: -3, total: 7 }),
        key: 'use_v1_b',
      },
      { operation: 'searchCompanyJobsLegacy', body: {}, status: 422 },
      { operation: 'listLocations', query: {}, answer: { locations: [{}] } },
      { operation: 'getCreditBalance', answer: { credits_remaining: 'many' } },
      { status: 500, answer: {} },
    );
    for (const oracle of oracles) {
      const { judgements, observations } = oracle.judge(exchanges, contextOf());
      for (const { clauses: about, by } of judgements) {
        expect(oracle.clauses, oracle.id).toEqual(expect.arrayContaining(about));
        expect(by).toBe(`oracle ${oracle.id}`);
      }
      for (const { reading, choice } of observations) {
        expect(
          readings.find(({ id }) => id === reading)?.choices.map(({ id }) => id),
          reading,
        ).toContain(choice);
      }
    }
  });

  it('throw on no answer of a target', () => {
    const odd: unknown[] = [null, 1, 'text', [], [[]], {}, { success: true }, { success: true, data: [] }];
    const bodies = [
      ...odd,
      ...odd.map((data) => ({ success: true, data, error: null })),
      ...odd.map((jobs) => ({ success: true, data: { jobs }, error: null })),
      ...odd.map((jobs) => page([jobs])),
      ...odd.map((value) => page([job(1, { 'Department Name': value, City: value, 'Post Date': value })])),
      ...odd.map((value) => page([], { company_details: { locations: value, network_url: value } })),
      ...odd.map((value) => ({
        job_boards: value,
        departments: value,
        locations: value,
        detail: value,
        error: value,
      })),
    ];
    const exchanges = history(
      ...contextOf().contract.operations.flatMap(({ id }) =>
        bodies.flatMap((answer) =>
          [200, 403, 422, 429, 500, 503].map((status) => ({ operation: id, answer, status })),
        ),
      ),
      ...odd.map((body) => ({ body, answer: page([job(1)]) })),
      ...[
        'department',
        'jobs_locations',
        'limit',
        'search_after',
        'job_keywords',
        'advanced_job_keywords',
      ].flatMap((name) => odd.map((value) => ({ body: { [name]: value }, answer: page([job(1)]) }))),
    );
    for (const oracle of oracles) expect(() => oracle.judge(exchanges, contextOf())).not.toThrow();
  });

  it('do not throw on objects that cannot be converted to strings', () => {
    const odd = { toString: 1 };
    const { contract } = contextOf();
    const fields = Object.fromEntries(contract.jobFields.map((name) => [name, odd]));
    const answers = [
      { detail: odd },
      { success: false, data: null, error: { code: odd, message: odd, details: [odd] } },
      page([job(1, fields)], { company_details: { company_name: odd, website: odd, locations: [odd] } }),
      page([job(1, { 'Department Name': [odd] })], { search_after: odd, credits_remaining: odd }),
      { job_boards: [{ label: odd, value: odd }] },
      { locations: [{ label: odd, value: { country: odd } }] },
    ];
    const exchanges = history(
      ...contract.operations.flatMap(({ id, bodyFields }) =>
        answers.flatMap((answer) =>
          [200, 403, 422, 429].map((status) => ({
            operation: id,
            body: Object.fromEntries(bodyFields.map((name) => [name, odd])),
            answer,
            status,
          })),
        ),
      ),
    );
    for (const oracle of oracles) expect(() => oracle.judge(exchanges, contextOf()), oracle.id).not.toThrow();
  });
});
