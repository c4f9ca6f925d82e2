import { describe, expect, it } from 'vitest';
import { companies } from './companies.js';
import { history, job, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

const url = 'https://network.example/company/northwind';
const judged = (details: unknown, draft: Draft = {}): string[] =>
  verdicts(
    companies,
    history({
      operation: 'searchCompanyJobs',
      body: { company_network_url: url },
      answer: page([], { company_details: details }),
      ...draft,
    }),
  );

describe('company details', () => {
  it('must be of the requested company', () => {
    expect(judged({ network_url: `${url.toUpperCase().replace('COMPANY', 'company')}/?a=1` })).toEqual([
      'CO-9 pass #1',
    ]);
    expect(judged({ network_url: 'https://network.example/company/southwind' })).toEqual([
      'CO-9 fail #1: expected a profile URL of "northwind"; actual one of "southwind"',
    ]);
    expect(judged({ network_url: null })).toEqual([]);
    expect(judged(null)).toEqual([]);
  });

  it('must name countries by code', () => {
    expect(judged({ locations: [{ country: 'NL' }, { country: null }] })).toEqual(['CO-10 pass #1']);
    expect(judged({ locations: [{ country: 'NL' }, { country: 'Netherlands' }] })).toEqual([
      'CO-10 fail #1: expected country codes; actual "Netherlands"',
    ]);
  });

  it('must have no tagline on the legacy search', () => {
    const legacy: Draft = { operation: 'searchCompanyJobsLegacy', body: { company_name: 'Northwind' } };
    expect(judged({ company_name: 'Northwind' }, legacy)).toEqual(['LEG-29 pass #1']);
    expect(judged({ tagline: 'Lightly moved' }, legacy)).toEqual([
      'LEG-29 fail #1: expected no tagline; actual tagline "Lightly moved"',
    ]);
  });

  it('must not be the same for three employers', () => {
    type Found = [employer: string, details: unknown, company?: string];
    const lines = (...answers: Found[]): string[] =>
      verdicts(
        companies,
        history(
          ...answers.map(([employer, details, company = employer]): Draft => ({
            operation: 'searchCompanyJobs',
            body: { company_network_url: `https://network.example/company/${company}` },
            answer: page([{ 'Company Name': employer }], { company_details: details }),
          })),
        ),
      );
    const [northwind, contoso] = [{ company_name: 'Northwind' }, { company_name: 'Contoso' }];
    const adatum: Found = ['Adatum', northwind];
    expect(lines(['Northwind', northwind], adatum, ['Fabrikam', northwind])).toEqual([
      'COMP-6 fail #1 #2 #3: expected details of their own for "Northwind", "Adatum", "Fabrikam"; actual those of "Northwind" for all',
    ]);
    expect(lines(['Northwind', northwind], adatum, ['Fabrikam', contoso])).toEqual(['COMP-6 pass #1 #2 #3']);
    const subsidiary: Found = ['Fabrikam', northwind, 'Northwind'];
    expect(lines(['Northwind', northwind], adatum, subsidiary)).toEqual([]);
    // Allowed: a parent company, several spellings, and no details of any company.
    expect(lines(['Northwind', northwind], adatum)).toEqual([]);
    expect(lines(['Northwind', northwind], adatum, ['Northwind Ltd', northwind])).toEqual([]);
    expect(lines(['Northwind', {}], ['Adatum', {}], ['Fabrikam', null])).toEqual([]);
  });
});

const named = (
  names: readonly string[],
  details: Record<string, unknown> = {},
  request: Record<string, unknown> = {},
): string[] =>
  verdicts(
    companies,
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
    expect(named(variants)).toEqual(['COMP-7 pass #1']);
  });

  it('fail if a third of a page has the name of another company', () => {
    expect(named(['Northwind', 'Northwind', 'Acme', 'Northwind', 'Acme', 'Acme', 'Northwind'])).toEqual([
      'COMP-7 fail #1: expected jobs under the name of the company or a variant of it; ' +
        'actual 3 of 7 jobs under a name such as "Acme"',
    ]);
  });

  it('pass if the details of the company mention the other name', () => {
    const names = ['Northwind', 'Northwind', 'Acme', 'Acme', 'Acme'];
    expect(named(names, { description: 'We trade, and run the stores of Acme.' })).toEqual([
      'COMP-7 pass #1',
    ]);
  });

  it('are not judged if none is like that of the company, or if few are of others', () => {
    expect(named(['Acme', 'Acme', 'Acme', 'Bolt'])).toEqual([]);
    expect(named(['Northwind', 'Northwind', 'Northwind', 'Acme', 'Bolt'])).toEqual([]);
  });

  it('are not judged if the search is broader than the profile URL', () => {
    const names = ['Northwind', 'Acme', 'Acme', 'Acme'];
    expect(named(names, {}, { company_broad_search: true })).toEqual([]);
    expect(named(names, {}, { company_name: 'Northwind' })).toEqual([]);
  });
});
