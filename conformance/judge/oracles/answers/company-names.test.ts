import { describe, expect, it } from 'vitest';
import { companyNames } from './company-names.js';
import { history, job, page, verdicts } from '../../../../test/samples/exchanges.js';

const url = 'https://network.example/company/northwind-trading';
const judged = (
  names: readonly string[],
  details: Record<string, unknown> = {},
  request: Record<string, unknown> = {},
): string[] =>
  verdicts(
    companyNames,
    history({
      operation: 'searchCompanyJobs',
      body: { company_network_url: url, ...request },
      answer: page(
        names.map((name, i) => job(i, { 'Company Name': name })),
        { company_details: details },
      ),
    }),
  );

describe('the names on the jobs of a company', () => {
  it('are its own, in any spelling', () => {
    const variants = ['Northwind Trading', 'NORTHWIND', 'North-Wind Traders', 'Northwnd Ltd', 'NT'];
    expect(judged(variants)).toEqual(['COMP-7 pass #1']);
  });

  it('are those of somebody else on a third of a page', () => {
    const names = ['Northwind', 'Northwind', 'Acme', 'Northwind', 'Acme', 'Acme', 'Northwind'];
    expect(judged(names)).toEqual([
      'COMP-7 fail #1: expected jobs under the name of the company or a variant of it; ' +
        'actual 3 of 7 jobs under a name such as "Acme"',
    ]);
  });

  it('are not counted against a company whose details speak of the other name', () => {
    const names = ['Northwind', 'Northwind', 'Acme', 'Acme', 'Acme'];
    expect(judged(names, { description: 'We trade, and run the stores of Acme.' })).toEqual([
      'COMP-7 pass #1',
    ]);
  });

  it('show nothing where none is tied to the company, and where strangers are few', () => {
    expect(judged(['Acme', 'Acme', 'Acme', 'Bolt'])).toEqual([]);
    expect(judged(['Northwind', 'Northwind', 'Northwind', 'Acme', 'Bolt'])).toEqual([]);
  });

  it('may be those of neighbours where the search is wider than the profile URL', () => {
    const names = ['Northwind', 'Acme', 'Acme', 'Acme'];
    expect(judged(names, {}, { company_broad_search: true })).toEqual([]);
    expect(judged(names, {}, { company_name: 'Northwind' })).toEqual([]);
  });
});
