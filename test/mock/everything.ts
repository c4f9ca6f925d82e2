import type { SearchQuery } from '../../mock-server/search/index.js';

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
