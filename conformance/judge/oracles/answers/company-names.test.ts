import { describe, expect, it } from 'vitest';
import { companyNames } from './company-names.js';
import { history, job, page, verdicts } from '../../../../test/samples/exchanges.js';

const judged = (
  names: readonly string[],
  details: Record<string, unknown> = {},
  request: Record<string, unknown> = {},
): string[] =>
  verdicts(
    companyNames,
    history({
      operation: 'searchCompanyJobs',
      body: { company_network_url: 'https://network.example/company/northwind-trading', ...request },
      answer: page(
        names.map((name, i) => job(i, { 'Company Name': name })),
        { company_details: details },
      ),
    }),
  );

describe('the names on the jobs of a company', () => {
  it('pass in any spelling of its own name', () => {
    const variants = ['Northwind Trading', 'NORTHWIND', 'North-Wind Traders', 'Northwnd Ltd', 'NT'];
    expect(judged(variants)).toEqual(['COMP-7 pass #1']);
  });

  it('fail if a third of a page has the name of another company', () => {
    expect(judged(['Northwind', 'Northwind', 'Acme', 'Northwind', 'Acme', 'Acme', 'Northwind'])).toEqual([
      'COMP-7 fail #1: expected jobs under the name of the company or a variant of it; ' +
        'actual 3 of 7 jobs under a name such as "Acme"',
    ]);
  });

  it('pass if the details of the company mention the other name', () => {
    const names = ['Northwind', 'Northwind', 'Acme', 'Acme', 'Acme'];
    expect(judged(names, { description: 'We trade, and run the stores of Acme.' })).toEqual([
      'COMP-7 pass #1',
    ]);
  });

  it('are not judged if none is like that of the company, or if few are of others', () => {
    expect(judged(['Acme', 'Acme', 'Acme', 'Bolt'])).toEqual([]);
    expect(judged(['Northwind', 'Northwind', 'Northwind', 'Acme', 'Bolt'])).toEqual([]);
  });

  it('are not judged if the search is broader than the profile URL', () => {
    const names = ['Northwind', 'Acme', 'Acme', 'Acme'];
    expect(judged(names, {}, { company_broad_search: true })).toEqual([]);
    expect(judged(names, {}, { company_name: 'Northwind' })).toEqual([]);
  });
});
