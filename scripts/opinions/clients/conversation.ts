/** Uses every generated client in the same way, so that the results can be compared. */

/** A client with an API key of a mock. `Cursor` is the generated type of cursors. */
export interface Client<Cursor> {
  /** Returns a page of full-time jobs in the industries Banking and Insurance, at most seven. */
  search(cursor: Cursor | null): Promise<Page<Cursor>>;
  /** Returns the values of the departments whose name contains `q`. */
  departments(q: string): Promise<string[]>;
}

type Page<Cursor> =
  | { success: false; error: string | null }
  | { success: true; data: { jobs: Job[]; total_jobs_found: number; search_after: Cursor | null } };

interface Job {
  'Job Title': string | null;
}

/** The values that a client received. */
export interface Received {
  failure: string | null;
  titles: (string | null)[];
  pages: number;
  found: number;
  departments: string[];
}

/** Sends a search that a fault of the mock fails, a search with all its pages, and a lookup. Throws on any other outcome. */
export async function converse<Cursor>(client: Client<Cursor>): Promise<Received> {
  const failed = await client.search(null);
  if (failed.success) throw new Error('The first search did not fail.');
  const received: Received = { failure: failed.error, titles: [], pages: 0, found: 0, departments: [] };
  let cursor: Cursor | null = null;
  do {
    const page: Page<Cursor> = await client.search(cursor);
    if (!page.success) throw new Error(`A page failed: ${page.error}`);
    received.titles.push(...page.data.jobs.map((job) => job['Job Title']));
    received.pages += 1;
    received.found = page.data.total_jobs_found;
    cursor = page.data.search_after;
  } while (cursor !== null);
  received.departments = await client.departments('design');
  return received;
}
