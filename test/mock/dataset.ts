import { EMPTY_JOB } from '../../fixtures/data.js';
import type { Company, Dataset, Job, Posting } from '../../fixtures/index.js';
import { BOARDS, DETAILS } from '../samples/generated/samples.js';
import { search, type Result, type SearchIndex, type SearchQuery } from '../../mock-server/search/index.js';

export const DAY = 86_400_000;

export function job(changes: Partial<Job> = {}): Job {
  return { ...EMPTY_JOB, ...changes };
}

/** A posting of the given day after the epoch. */
export function posting(
  id: number,
  day: number,
  changes: Partial<Job> = {},
  companyId: number | null = null,
): Posting {
  return { id, postedAt: day * DAY, companyId, job: job(changes) };
}

export function company(id: number, changes: Partial<Company> = {}): Company {
  const slug = changes.slug ?? `company-${id}`;
  const profileUrl = `https://network.example/company/${slug}`;
  return {
    id,
    name: `Company ${id}`,
    variants: [],
    slug,
    profileUrl,
    domain: `${slug}.example`,
    agency: null,
    industry: null,
    details: {
      ...DETAILS,
      company_name: changes.name ?? `Company ${id}`,
      network_url: profileUrl,
      locations: [],
      specialties: [],
    },
    ...changes,
  };
}

export function datasetOf(postings: readonly Posting[], companies: readonly Company[] = []): Dataset {
  return {
    seed: 0,
    size: postings.length,
    hash: 'test',
    firstDay: '2026-03-01',
    networkUrl: 'https://network.example',
    companies,
    posting: (i) => postings[i]!,
    jobBoards: BOARDS,
    departments: [],
    locations: [],
    wellKnown: [],
  };
}

/** The result of a search in an index with an infinite `sliceMs`, which is available synchronously. */
export function searchNow(index: SearchIndex, query: SearchQuery): Result {
  return search(index, query) as Result;
}

/** Returns a query that matches all postings, with some members replaced. */
export function everything(changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    newest: 0,
    limit: 100,
    after: null,
    wanted: [],
    unwanted: [],
    locations: [],
    excludeLocations: [],
    include: null,
    exclude: null,
    excludeDuplicates: false,
    ...changes,
  };
}
