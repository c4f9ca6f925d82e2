/**
 * The search engine. Postings are in result order, so a date range is a range of ordinals. Each filter value is a set
 * of ordinals. A search combines sets, counts the remaining bits and reads the next few after the cursor. Later pages
 * therefore take no longer than the first.
 */
import { BitmapSearch, type Result } from './execute.js';
import { resolveQuery } from './resolve-query.js';
import type { SearchQuery } from './query.js';
import type { Scratch } from './scratch.js';
import type { SearchIndex } from './search-index.js';
import type { Steps } from './steps.js';

export { SpaceFull } from './bitmap.js';
export type { Result } from './execute.js';
export type { Cursor, Filter, KeywordNode, SearchQuery } from './query.js';
export { SearchIndex } from './search-index.js';
export { hasWords } from './words.js';

/** Returns the result of a query; a promise of it if the search takes more than one time slice. Throws SpaceFull. */
export function search(index: SearchIndex, query: SearchQuery): Result | Promise<Result> {
  return index.scheduler.run((scratch) => stepsOf(index, query, scratch));
}

/** Not nested in `search`: a generator function that is made for each search gets hidden classes of its own, which is slow. */
function* stepsOf(index: SearchIndex, query: SearchQuery, scratch: Scratch): Steps<Result> {
  return yield* new BitmapSearch(yield* resolveQuery(index, query), scratch).page();
}
