/** The conditions of a search, for all five operations; `domain/plan-search.ts` makes it from a body. */

import type { LocationItem } from '../../spec/index.js';
import type { FacetValue, Family } from './facets.js';

/** Simple and advanced keywords (§2.6) as one tree. A branch without children has no effect, wherever it stands. */
export type KeywordNode =
  { mode: 'and' | 'or'; children: readonly KeywordNode[] } | { field: 'title' | 'description'; term: string };

/** A place in the result order: the last posting before the next page. */
export interface Cursor {
  /** Milliseconds since the epoch. */
  timestamp: number;
  id: number;
}

/** A filter: a family, and values of which a posting has any. Without values, no posting does. */
export type Filter = readonly [family: Family, values: readonly FacetValue[]];

export interface SearchQuery {
  /** Postings of `[from, to)`, milliseconds since the epoch. */
  from: number;
  to: number;
  /** Ordinals below it have not come in yet. */
  newest: number;
  limit: number;
  after: Cursor | null;
  /** All of these, and none of those. */
  wanted: readonly Filter[];
  unwanted: readonly Filter[];
  /** Any of them. A job matches an item (§2.5) if every field of the item is the job's, letter case aside. */
  locations: readonly LocationItem[];
  excludeLocations: readonly LocationItem[];
  include: KeywordNode | null;
  exclude: KeywordNode | null;
  /** Of matching postings with one employer, title, city and state, keep the newest. */
  excludeDuplicates: boolean;
}

/** A query that asks for everything; a caller sets what matters to it. */
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
