/** The same conversation with a mock for every generated client, so that the results can be compared. */

/** One page of full-time jobs in the industries Banking and Insurance, seven on a page. */
export type Page<Cursor> =
  { failure: string | null } | { titles: (string | null)[]; found: number; next: Cursor | null };

/** A client of a mock with a key. `Cursor` has the type that its generator gives it. */
export interface Client<Cursor> {
  /** Narrows the response on `success`, and returns the cursor unchanged. */
  search(cursor: Cursor | null): Promise<Page<Cursor>>;
  /** Values of the departments whose name contains `q`. */
  departments(q: string): Promise<string[]>;
}

export interface Told {
  failure: string | null;
  titles: (string | null)[];
  pages: number;
  found: number;
  departments: string[];
}

/** A search that fails by a planted fault, then all pages, then a lookup. */
export async function converse<Cursor>(client: Client<Cursor>): Promise<Told> {
  const failed = await client.search(null);
  if (!('failure' in failed)) throw new Error('The first search did not fail.');
  const told: Told = { failure: failed.failure, titles: [], pages: 0, found: 0, departments: [] };
  let cursor: Cursor | null = null;
  do {
    const page: Page<Cursor> = await client.search(cursor);
    if ('failure' in page) throw new Error(`A page failed: ${page.failure}`);
    told.titles.push(...page.titles);
    told.pages += 1;
    told.found = page.found;
    cursor = page.next;
  } while (cursor !== null);
  told.departments = await client.departments('design');
  return told;
}
