import { describe, expect, it } from 'vitest';
import { companyDetails, ownDetails } from './company-details.js';
import { history, page, verdicts, type Draft } from '../../../../test/samples/exchanges.js';

const url = 'https://network.example/company/northwind';
const judged = (details: unknown, draft: Draft = {}): string[] =>
  verdicts(
    companyDetails,
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
        ownDetails,
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
