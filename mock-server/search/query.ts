/** The conditions of a search, for all five operations; `domain/plan-search.ts` makes it from a body. */

import type { LocationItem } from '../../spec/index.js';
import type { FacetValue, Family } from './facets.js';

/** Simple and advanced keywords (§2.6) as one tree. Branches without children have no effect. */
export type KeywordNode =
  { mode: 'and' | 'or'; children: readonly KeywordNode[] } | { field: 'title' | 'description'; term: string };

/** The last posting before the next page, in result order. */
export interface Cursor {
  /** Milliseconds since the epoch. */
  timestamp: number;
  id: number;
}

/** A family and values. A posting matches if it has any of the values; without values, none matches. */
export type Filter = readonly [family: Family, values: readonly FacetValue[]];

export interface SearchQuery {
  /** Postings of `[from, to)`, milliseconds since the epoch. */
  from: number;
  to: number;
  /** The first ordinal to search. A fault hides newer postings. */
  newest: number;
  limit: number;
  after: Cursor | null;
  /** A job must match all filters in `wanted`, and none in `unwanted`. */
  wanted: readonly Filter[];
  unwanted: readonly Filter[];
  /** A job must match any item. It matches an item (§2.5) if it has all fields of the item, ignoring letter case. */
  locations: readonly LocationItem[];
  excludeLocations: readonly LocationItem[];
  include: KeywordNode | null;
  exclude: KeywordNode | null;
  /** Keep only the newest of matching postings with the same employer, title, city and state. */
  excludeDuplicates: boolean;
}
