/** The conditions of a search, for all five operations; `domain/plan-search.ts` makes it from a body. */

/** One item of `jobs_locations` (§2.5): a job matches if every field given here is the job's, letter case aside. */
export interface LocationItem {
  country?: string | null;
  state?: string | null;
  city?: string | null;
}

/**
 * Keywords as one tree: simple and advanced keywords (§2.6) both come to it. A branch without children says
 * nothing: it neither holds a job back nor lets one pass, wherever in the tree it stands.
 */
export type KeywordNode =
  { mode: 'and' | 'or'; children: readonly KeywordNode[] } | { field: 'title' | 'description'; term: string };

/** A place in the result order: the last posting before the next page. */
export interface Cursor {
  /** Milliseconds since the epoch. */
  timestamp: number;
  id: number;
}

export interface SearchQuery {
  /** Postings of `[from, to)`, milliseconds since the epoch. */
  from: number;
  to: number;
  /** Ordinals below it have not come in yet. */
  newest: number;
  limit: number;
  after: Cursor | null;
  /** Any of them; an item without a field says nothing. */
  locations: readonly LocationItem[];
  excludeLocations: readonly LocationItem[];
  isRemote: boolean | null;
  /** True: only postings with a country. False asks nothing. */
  countryExists: boolean;
  /** True: only postings from job boards; false: only career-page postings, which name no board. */
  jobBoards: boolean | null;
  /** Lookup values in lower case. */
  includeBoards: readonly string[];
  excludeBoards: readonly string[];
  departments: readonly string[];
  /** In lower case. */
  industries: readonly string[];
  jobTypes: readonly string[];
  seniorities: readonly string[];
  /** Only postings with any of the four salary fields. */
  salaryOnly: boolean;
  agencies: 'only' | 'exclude' | null;
  include: KeywordNode | null;
  exclude: KeywordNode | null;
  /** Ids of employers; null means all, and an empty set none. */
  companies: ReadonlySet<number> | null;
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
    locations: [],
    excludeLocations: [],
    isRemote: null,
    countryExists: false,
    jobBoards: null,
    includeBoards: [],
    excludeBoards: [],
    departments: [],
    industries: [],
    jobTypes: [],
    seniorities: [],
    salaryOnly: false,
    agencies: null,
    include: null,
    exclude: null,
    companies: null,
    excludeDuplicates: false,
    ...changes,
  };
}
