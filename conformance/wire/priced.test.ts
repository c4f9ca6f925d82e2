import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { priced } from './wire.js';

const contract = loadContract();

const asking = (body: unknown, more: Partial<Parameters<typeof priced>[0]> = {}): number =>
  priced(
    {
      method: 'POST',
      path: '/api/v1/jobs-search/search',
      operation: 'searchJobs',
      body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
      ...more,
    },
    contract,
  ).most;

describe('the highest cost of a request', () => {
  it('is the price of a job times the limit of the body', () => {
    expect(asking({ limit: 10 })).toBe(10);
    expect(asking({ limit: 10 }, { operation: 'searchJobsHistorical' })).toBe(20);
    expect(asking({ limit: 300 }, { operation: 'searchCompanyJobsLegacy' })).toBe(300);
  });

  it('is that of a page of the default size if the body has no valid limit', () => {
    const limits = [null, '10', 0, -1, 1.5].map((limit) => ({ limit }));
    for (const body of [{}, ...limits, '{"limit']) expect([body, asking(body)]).toEqual([body, 100]);
  });

  it('is at most that of the largest page', () => {
    expect(asking({ limit: 1_000_000 })).toBe(100);
    expect(asking({ limit: 501 }, { operation: 'searchCompanyJobsLegacy' })).toBe(500);
  });

  it('is 0 for lookups and the balance', () => {
    const lookup = { method: 'GET', path: '/api/v1/departments?q=a', operation: 'listDepartments' } as const;
    expect(priced({ ...lookup, body: null }, contract).most).toBe(0);
  });

  it('recognizes an operation by its path, and assumes the most expensive one for an unknown path', () => {
    expect(asking({ limit: 10 }, { operation: null })).toBe(10);
    expect(asking({ limit: 10 }, { operation: null, path: '/api/v3/company-jobs/search' })).toBe(20);
  });
});
