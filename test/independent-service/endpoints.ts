/** The searches of section 4. */
const SHARED = [
  'jobs_locations',
  'is_remote',
  'published_after',
  'published_before',
  'department',
  'job_type',
  'seniority_level',
  'job_keywords',
  'exclude_job_keywords',
  'job_boards',
  'include_job_boards',
  'exclude_job_boards',
  'exclude_duplicates',
  'limit',
];
const CURRENT = [
  ...SHARED,
  'exclude_jobs_locations',
  'country_exists',
  'salary_data_available',
  'advanced_job_keywords',
  'advanced_exclude_job_keywords',
  'search_after',
];
const COMPANY = ['company_network_url', 'company_name', 'company_domain', 'company_broad_search'];

export interface Endpoint {
  id: 'direct' | 'company' | 'company history' | 'direct history' | 'legacy';
  /** Credits for a new job. */
  price: 1 | 2;
  /** Requests a minute; null where the source gives none. */
  rate: number | null;
  ofCompany: boolean;
  isHistory: boolean;
  isLegacy: boolean;
  fields: readonly string[];
  limits: readonly [number, number];
}

function endpoint(
  id: Endpoint['id'],
  rate: number | null,
  fields: readonly string[],
  limits: Endpoint['limits'],
): Endpoint {
  const isHistory = id.endsWith('history');
  const isLegacy = id === 'legacy';
  return {
    id,
    price: isHistory ? 2 : 1,
    rate,
    ofCompany: !id.startsWith('direct'),
    isHistory,
    isLegacy,
    fields,
    limits,
  };
}

export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/api/v1/jobs-search/search': endpoint('direct', 200, [...CURRENT, 'industry', 'is_agency'], [1, 100]),
  '/api/v1/company-jobs/search': endpoint('company', null, [...CURRENT, ...COMPANY], [1, 100]),
  '/api/v1/company-jobs/historical/search': endpoint(
    'company history',
    100,
    [...CURRENT, ...COMPANY, 'industry', 'is_agency'],
    [10, 100],
  ),
  '/api/v1/jobs-search/historical/search': endpoint(
    'direct history',
    null,
    [...CURRENT, 'industry', 'is_agency'],
    [1, 100],
  ),
  '/api/v1/search/company-jobs': endpoint(
    'legacy',
    null,
    [...SHARED, ...COMPANY, 'is_agency', 'next_cursor'],
    [1, 500],
  ),
};

export const FREE_PATHS = {
  '/api/v1/job-boards': 'boards',
  '/api/v1/departments': 'departments',
  '/api/v1/locations': 'locations',
  '/api/v1/credits/balance': 'balance',
} as const;
