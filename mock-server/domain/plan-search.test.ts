import { describe, expect, it } from 'vitest';
import { loadClauses, loadContract, type SearchId } from '../../spec/index.js';
import { SearchIndex, type Filter } from '../search/index.js';
import { casesOf } from '../../test/support/cases.js';
import { company, datasetOf } from '../../test/mock/dataset.js';
import { isoDay } from '../../fixtures/calendar.js';
import { Problem } from './problems.js';
import { planSearch, type SearchPlan } from './plan-search.js';
import { chooseReadings, type Readings } from './readings.js';

const cases = casesOf<{
  refused: [what: string, id: SearchId, body: Record<string, unknown>, refusal: string][];
  wrongUrls: string[];
  filters: { body: Record<string, unknown>; query: { from: string; to: string } };
}>(import.meta.filename);
const contract = loadContract();
const acme = company(0, { name: 'Acme Robotics', variants: ['Acme'], slug: 'acme-robotics' });
const like = company(2, { name: 'Acme Robotic', slug: 'acme-robotic' });
const index = new SearchIndex(datasetOf([], [acme, company(1, { name: 'Acme', slug: 'acme-bakery' }), like]));
const URL = acme.profileUrl;

const DEFAULTS = chooseReadings(loadClauses().readings);

function planned(id: SearchId, body: Record<string, unknown>, readings: Partial<Readings> = {}): SearchPlan {
  const now = Date.parse('2026-03-15T12:00:00Z');
  return planSearch(contract.operation(id), body, { now, readings: { ...DEFAULTS, ...readings }, index });
}

function plan(...args: Parameters<typeof planned>): SearchPlan | Problem {
  try {
    return planned(...args);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const asksFor = (filters: readonly Filter[], fact: string): boolean =>
  filters.some(([family, values]) => family === 'has' && values.includes(fact));

/** Returns a refusal as `422 body.limit, body.x` or `400 message`. */
function refusal(...args: Parameters<typeof plan>): string {
  const result = plan(...args);
  if (!(result instanceof Problem)) return 'accepted';
  return `${result.status} ${result.issues?.map(({ loc }) => loc.join('.')).join(', ') ?? result.message}`;
}

describe('an empty body', () => {
  it('is a direct search for all jobs of two months, without duplicates', () => {
    const { query, company: details } = planned('searchJobs', {});
    expect(details).toBeUndefined();
    expect([isoDay(query.from), isoDay(query.to)]).toEqual(['2026-01-15', '2026-03-16']);
    expect(query).toMatchObject({
      limit: 100,
      after: null,
      wanted: [],
      unwanted: [],
      include: null,
      exclude: null,
      excludeDuplicates: true,
    });
  });

  it('is a historical direct search over six years, with or without salary data', () => {
    const { query } = planned('searchJobsHistorical', {});
    expect([isoDay(query.from), isoDay(query.to)]).toEqual(['2020-03-15', '2026-03-15']);
    expect(query).toMatchObject({ wanted: [], unwanted: [] });
  });
});

describe('filters', () => {
  it('are copied into the query, case-insensitive values in lower case', () => {
    const { query } = planned('searchJobs', cases.filters.body);
    const { from, to } = cases.filters.query;
    expect(query).toEqual({ ...cases.filters.query, from: Date.parse(from), to: Date.parse(to) });
  });

  it('count as absent if they are null', () => {
    const fields = ['is_remote', 'country_exists', 'job_boards', 'search_after', 'is_agency'];
    const body = Object.fromEntries(fields.map((field) => [field, null]));
    expect(planned('searchJobs', body)).toEqual(planned('searchJobs', {}));
  });

  it('of other operations are ignored', () => {
    const bare = { company_network_url: URL };
    const industry = { ...bare, industry: ['No Such Industry'] };
    expect(planned('searchCompanyJobs', industry)).toEqual(planned('searchCompanyJobs', bare));
    const unlisted = {
      ...bare,
      exclude_jobs_locations: [{ city: 'Austin' }],
      country_exists: true,
      salary_data_available: true,
      advanced_job_keywords: [{ title: { terms: ['!'] } }],
      search_after: [1, 2],
    };
    expect(planned('searchCompanyJobsLegacy', unlisted)).toEqual(planned('searchCompanyJobsLegacy', bare));
  });

  it('interpret is_agency by operation', () => {
    const agencies = (id: SearchId, is_agency?: boolean | null) => {
      const { query } = planned(id, {
        company_network_url: URL,
        ...(is_agency === undefined ? {} : { is_agency }),
      });
      return asksFor(query.unwanted, 'agency') ? 'exclude' : asksFor(query.wanted, 'agency') ? 'only' : null;
    };
    for (const id of ['searchJobs', 'searchJobsHistorical'] as const) {
      expect([agencies(id), agencies(id, false), agencies(id, true)]).toEqual([null, 'exclude', 'only']);
    }
    // §4.3 does not list the field.
    expect([agencies('searchCompanyJobs', false), agencies('searchCompanyJobs', true)]).toEqual([null, null]);
    for (const id of ['searchCompanyJobsHistorical', 'searchCompanyJobsLegacy'] as const) {
      expect([agencies(id), agencies(id, false), agencies(id, true)]).toEqual([null, 'exclude', null]);
    }
  });

  it('require salary data by default on the historical company search, with its reading', () => {
    const asks = (given: object, readings = {}) =>
      asksFor(
        planned('searchCompanyJobsHistorical', { company_network_url: URL, ...given }, readings).query.wanted,
        'salary',
      );
    expect(asks({})).toBe(true);
    expect(asks({ salary_data_available: false })).toBe(false);
    expect(asks({ salary_data_available: null })).toBe(false);
    expect(asks({}, { 'historical-salary-default': 'none' })).toBe(false);
    expect(asks({ salary_data_available: true }, { 'historical-salary-default': 'none' })).toBe(true);
  });

  it('apply or ignore advanced keywords on the historical company search, by their reading', () => {
    const include = (readings = {}) =>
      planned(
        'searchCompanyJobsHistorical',
        { company_network_url: URL, advanced_job_keywords: [{ title: { terms: ['a'] } }] },
        readings,
      ).query.include;
    expect(include()).toEqual({ field: 'title', term: 'a' });
    expect(include({ 'historical-advanced-keywords': 'ignored' })).toBeNull();
  });

  it('exclude by terms on the legacy search, and by blocks on other searches', () => {
    const body = { company_network_url: URL, exclude_job_keywords: { title: ['a', 'b'] } };
    expect(planned('searchCompanyJobsLegacy', body).query.exclude).toMatchObject({ mode: 'and' });
    expect(planned('searchCompanyJobs', body).query.exclude).toMatchObject({ mode: 'or' });
  });
});

describe('a company', () => {
  const found = (id: SearchId, body: Record<string, unknown>) => {
    const { company: details, query } = planned(id, body);
    return [details?.id ?? null, query.wanted.find(([family]) => family === 'company')![1].toSorted()];
  };

  it('includes others with the same name, and in a broad search others with a similar name', () => {
    expect(found('searchCompanyJobs', { company_network_url: URL, company_name: 'ACME Inc.' })).toEqual([
      0,
      [0, 1],
    ]);
    expect(found('searchCompanyJobs', { company_network_url: URL, company_broad_search: true })).toEqual([
      0,
      [0, 1, 2],
    ]);
  });

  it('that is unknown is not an error', () => {
    const body = { company_network_url: 'https://network.example/company/nobody', company_name: 'Acme' };
    expect(found('searchCompanyJobs', body)).toEqual([null, []]);
  });

  it('is found without its domain, except on the legacy search', () => {
    const domain = { company_domain: 'acme-bakery.example' };
    expect(found('searchCompanyJobs', { company_network_url: URL, ...domain })).toEqual([0, [0]]);
    expect(found('searchCompanyJobsLegacy', domain)).toEqual([1, [1]]);
    expect(found('searchCompanyJobsLegacy', { company_name: 'Acme Robotics' })).toEqual([0, [0]]);
    expect(found('searchCompanyJobsLegacy', { company_network_url: URL })).toEqual([0, [0]]);
  });

  it.each(cases.wrongUrls)('is not at %j', (company_network_url) => {
    expect(refusal('searchCompanyJobs', { company_network_url })).toMatch(
      /^400 company_network_url must start with/,
    );
    expect(
      refusal('searchCompanyJobs', { company_network_url }, { 'profile-url-shape': '422' } as const),
    ).toBe('422 body.company_network_url');
  });
});

describe('an invalid body', () => {
  it.each(cases.refused)('is refused for %s by %s', (_, id, body, expected) => {
    expect(refusal(id, body)).toBe(expected);
  });
});
