import { describe, expect, it } from 'vitest';
import { loadContract } from '../../spec/contract.js';
import { chargeOf, jobsIn, mostOf, type Priced } from './charges.js';
import { exchange } from '../../test/servers/servers.js';

const contract = loadContract();

const asking = (body: unknown, more: Partial<Priced> = {}): number =>
  mostOf(
    {
      method: 'POST',
      path: '/api/v1/jobs-search/search',
      operation: 'searchJobs',
      body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
      ...more,
    },
    contract,
  );

describe('mostOf', () => {
  it('is the price of a job times the jobs that the body asks for', () => {
    expect(asking({ limit: 10 })).toBe(10);
    expect(asking({ limit: 10 }, { operation: 'searchJobsHistorical' })).toBe(20);
    expect(asking({ limit: 300 }, { operation: 'searchCompanyJobsLegacy' })).toBe(300);
  });

  it('is a page of the usual size where the body does not say, or says what is no number of jobs', () => {
    for (const body of [
      {},
      { limit: null },
      { limit: '10' },
      { limit: 0 },
      { limit: -1 },
      { limit: 1.5 },
      '{"limit',
    ])
      expect([body, asking(body)]).toEqual([body, 100]);
  });

  it('is never more than the largest page', () => {
    expect(asking({ limit: 1_000_000 })).toBe(100);
    expect(asking({ limit: 501 }, { operation: 'searchCompanyJobsLegacy' })).toBe(500);
  });

  it('is nothing for what reads', () => {
    const lookup = { method: 'GET', path: '/api/v1/departments?q=a', operation: 'listDepartments' } as const;
    expect(mostOf({ ...lookup, body: null }, contract)).toBe(0);
  });

  it('knows an operation by its path, and takes an unknown path for the dearest', () => {
    expect(asking({ limit: 10 }, { operation: null })).toBe(10);
    expect(asking({ limit: 10 }, { operation: null, path: '/api/v3/company-jobs/search' })).toBe(20);
  });
});

const data = (credits_used: unknown, jobs: unknown[] = []): unknown => ({
  success: true,
  data: { jobs, credits_used },
});
const job = (n: number): unknown => ({ 'Job Title': 'Baker', 'Job URL': `https://board.example/${n}` });

const told = (status: number, body: unknown, known: readonly string[] = []): [number, number] => {
  const { response } = exchange({ response: { status, body } });
  const charge = chargeOf({ response }, 10, 1, (name) => known.includes(name));
  return [charge.told, charge.most];
};

describe('chargeOf', () => {
  it('is what the answer tells', () => {
    expect(told(200, data(2, [job(1), job(2)]))).toEqual([2, 2]);
    expect(told(200, data(0))).toEqual([0, 0]);
    expect(told(200, data(100, [job(1)]))).toEqual([100, 100]);
  });

  it('is the most that it can be where nothing came, or nothing that tells', () => {
    expect(chargeOf({ response: null }, 10, 1, () => false)).toEqual({ told: 0, most: 10, isRead: false });
    for (const [status, body] of [
      [500, undefined],
      [502, undefined],
      [503, { detail: 'upstream is busy' }],
      [408, { detail: 'timeout' }],
      [302, undefined],
      [204, undefined],
      [200, undefined],
      [200, {}],
      [200, { success: true }],
      [200, data(undefined, [job(1)])],
      [200, data(-3, [job(1)])],
      [200, data('0', [job(1)])],
      [200, data(null)],
    ] as const)
      expect([status, body, told(status, body)]).toEqual([status, body, [0, 10]]);
  });

  it('is nothing for a refusal of the contract', () => {
    for (const status of [400, 401, 402, 403, 404, 409, 413, 422, 429])
      expect([status, told(status, { detail: 'no' })]).toEqual([status, [0, 0]]);
    expect(told(503, { detail: 'service_unavailable' })).toEqual([0, 0]);
    expect(told(503, { detail: 'invalid_result: larger than 4 MiB' })).toEqual([0, 0]);
    expect(told(503, { success: false, error: { code: 'service_unavailable' } })).toEqual([0, 0]);
    expect(told(200, { success: false, data: null })).toEqual([0, 0]);
  });

  it('counts a job as free only where it was bought before', () => {
    const [first = ''] = jobsIn(data(0, [job(1)]));
    expect(told(200, data(0, [job(1), job(2)]))).toEqual([0, 2]);
    expect(told(200, data(0, [job(1), job(2)]), [first])).toEqual([0, 1]);
    expect(told(200, data(0, [job(1)]), [first])).toEqual([0, 0]);
  });
});
