/** Converts the body of a search request to a query of the search engine, or refuses it (§4.2 to §4.6). */

import type { Company } from '../../fixtures/index.js';
import type { HistoricalCompanySearchRequest, Issue, SearchId, SearchOperation } from '../../spec/index.js';
import { type Cursor, type Filter, type SearchIndex, type SearchQuery } from '../search/index.js';
import { decodeCursor } from './cursor.js';
import { planKeywords, termIssues } from './plan-keywords.js';
import { profileUrlMalformed, refuse, validationFailed } from './problems.js';
import type { Readings } from './readings.js';
import { planWindow } from './windows.js';

export interface SearchPlan {
  query: SearchQuery;
  /** The company whose details are in the response: null if it is unknown, undefined if the operation returns no company. */
  company: Company | null | undefined;
}

/** The fields of all searches. Each operation uses only its own. */
type Body = Partial<HistoricalCompanySearchRequest> & { next_cursor?: string | null };

/** On these searches `is_agency: true`, the default, keeps other employers, too (readings legacy- and historical-agency). */
const AGENCIES_INCLUDED: ReadonlySet<SearchId> = new Set([
  'searchCompanyJobsHistorical',
  'searchCompanyJobsLegacy',
]);

/**
 * Plans a search, at `now`, from a JSON object that is not validated yet. Throws a Problem, in this order: a missing or malformed
 * company identity (400), all invalid fields together (422), an unknown job board on the company searches (400).
 */
export function planSearch(
  operation: SearchOperation,
  sent: Readonly<Record<string, unknown>>,
  { now, readings, index }: { now: number; readings: Readings; index: SearchIndex },
): SearchPlan {
  checkIdentity(operation, sent, readings, index.dataset.networkUrl);
  const malformed = operation.validateBody(sent);
  if (malformed.length > 0) throw validationFailed(malformed);

  const body = fieldsOf(operation, sent, readings);
  const window = planWindow(operation.window, body, now);
  const cursor = planCursor(operation, body);
  const unknownBoard = findUnknownBoard(body, index);
  const issues = [
    ...(Array.isArray(window) ? window : []),
    ...termIssues(body),
    ...('issue' in cursor ? [cursor.issue] : []),
    ...(unknownBoard && !operation.withCompany ? [unknownBoard] : []),
  ];
  if (issues.length > 0 || Array.isArray(window) || 'issue' in cursor) throw validationFailed(issues);
  if (unknownBoard)
    throw refuse('unknown-job-board', { field: unknownBoard.loc[1]!, issue: unknownBoard.msg });

  const { from, to } = window;
  const { include, exclude } = planKeywords(body, operation.id === 'searchCompanyJobsLegacy');
  const match = operation.withCompany ? index.companies.find(identityOf(body)) : null;
  const { wanted, unwanted } = filtersOf(operation, body, readings);
  if (match !== null) wanted.push(['company', [...match.ids]]);
  return {
    company: match === null ? undefined : match.company,
    // No object spreads, so that every query has the same hidden class: spreads would take longer than the rest of the plan.
    query: {
      from,
      to,
      newest: 0,
      limit: body.limit ?? operation.page.usual,
      after: cursor.after,
      wanted,
      unwanted,
      locations: body.jobs_locations ?? [],
      excludeLocations: body.exclude_jobs_locations ?? [],
      include,
      exclude,
      excludeDuplicates: body.exclude_duplicates ?? true,
    },
  };
}

/** §4.3, §4.6: a missing or malformed company identity is reported before all other errors in a body. */
function checkIdentity(
  { id, withCompany }: SearchOperation,
  body: Readonly<Record<string, unknown>>,
  readings: Readings,
  networkUrl: string,
): void {
  if (!withCompany) return;
  const { company_network_url: url } = body;
  if (id === 'searchCompanyJobsLegacy') {
    // A field of a wrong type counts as present; the validation rejects it later.
    const given = [url, body['company_name'], body['company_domain']].some((field) =>
      typeof field === 'string' ? field.trim() !== '' : field !== undefined,
    );
    if (!given) throw refuse('identity-missing', {});
  } else if (url === undefined || url === null) throw refuse('profile-url-missing', {});
  else if (typeof url === 'string' && !isProfileUrl(url, networkUrl))
    throw profileUrlMalformed(networkUrl, readings['profile-url-shape']);
}

/** Scheme and host of a URL are case-insensitive, but its path is not (RFC 3986, 6.2.2.1). */
function isProfileUrl(url: string, networkUrl: string): boolean {
  const prefix = withSmallOrigin(`${networkUrl}/company/`);
  const sent = withSmallOrigin(url);
  return sent.startsWith(prefix) && /^[^/?#\s]/.test(sent.slice(prefix.length));
}

function withSmallOrigin(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, (origin) => origin.toLowerCase());
}

/** Returns the fields that the operation has, without others (reading `unknown-field`), such as `industry` in §4.3. */
function fieldsOf(
  { id, bodyFields }: SearchOperation,
  sent: Readonly<Record<string, unknown>>,
  readings: Readings,
): Body {
  const body: Record<string, unknown> = {};
  const ignoresAdvanced =
    id === 'searchCompanyJobsHistorical' && readings['historical-advanced-keywords'] === 'ignored';
  for (const field of Object.keys(sent))
    if (bodyFields.includes(field) && !(ignoresAdvanced && field.startsWith('advanced_')))
      body[field] = sent[field];
  return body;
}

function planCursor(
  { cursorField }: SearchOperation,
  body: Body,
): { after: Cursor | null } | { issue: Issue } {
  const value = body[cursorField];
  if (value === null || value === undefined) return { after: null };
  const after = decodeCursor(cursorField, value);
  if (after) return { after };
  const msg = 'is not a cursor; pass back what the previous answer held, unchanged';
  return { issue: { loc: ['body', cursorField], msg, type: 'cursor' } };
}

function findUnknownBoard(body: Body, { boards }: SearchIndex): Issue | null {
  for (const field of ['include_job_boards', 'exclude_job_boards'] as const) {
    for (const [i, value] of (body[field] ?? []).entries()) {
      if (boards.has(value.toLowerCase())) continue;
      const msg = `${JSON.stringify(value)} is not a value of the job-boards lookup`;
      return { loc: ['body', field, i], msg, type: 'job_board' };
    }
  }
  return null;
}

function identityOf(body: Body) {
  const given = (text: string | undefined): string | null => (text?.trim() ? text : null);
  return {
    profileUrl: given(body.company_network_url),
    name: given(body.company_name),
    domain: given(body.company_domain),
    broad: body.company_broad_search ?? false,
  };
}

/** Returns the filters of a body, without repeated values. */
function filtersOf(operation: SearchOperation, body: Body, readings: Readings) {
  const wanted: Filter[] = [];
  const unwanted: Filter[] = [];
  const add = (filters: Filter[], family: Filter[0], values: readonly string[] = []): void => {
    if (values.length > 0) filters.push([family, [...new Set(values)]]);
  };
  add(wanted, 'board', lowerCase(body.include_job_boards));
  add(unwanted, 'board', lowerCase(body.exclude_job_boards));
  add(wanted, 'department', body.department);
  add(wanted, 'industry', lowerCase(body.industry));
  add(wanted, 'job type', body.job_type);
  add(wanted, 'seniority', body.seniority_level);
  if (typeof body.is_remote === 'boolean') wanted.push(['remote', [body.is_remote]]);
  if (typeof body.job_boards === 'boolean') add(body.job_boards ? wanted : unwanted, 'has', ['board']);
  if (body.country_exists) wanted.push(['has', ['country']]);
  if (isSalaryOnly(operation, body, readings)) wanted.push(['has', ['salary']]);
  if (body.is_agency === false) unwanted.push(['has', ['agency']]);
  if (body.is_agency && !AGENCIES_INCLUDED.has(operation.id)) wanted.push(['has', ['agency']]);
  return { wanted, unwanted };
}

/** The default of §4.4 is true. Null has no effect, like false. */
function isSalaryOnly(operation: SearchOperation, body: Body, readings: Readings): boolean {
  const byDefault =
    operation.id === 'searchCompanyJobsHistorical' && readings['historical-salary-default'] !== 'none';
  const { salary_data_available: asked = byDefault } = body;
  return asked ?? false;
}

function lowerCase(values?: readonly string[]): string[] | undefined {
  return values?.map((value) => value.toLowerCase());
}
