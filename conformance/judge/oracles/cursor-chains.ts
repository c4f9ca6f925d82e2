/** Pages that follow each other by cursor: disjoint, complete, and ending with null (§1, §2.3, §4.6). */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { canonical } from '../../values/json.js';
import { integer, jobCount, postingNames, searchAnswer, type SearchAnswer } from './answers.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { spans } from './timeline.js';

interface Page {
  answer: SearchAnswer;
  /** The search without its place in the result. */
  search: string;
  names: (string | null)[];
  found: number | null;
  /** The cursor that it gives, null for none. */
  next: unknown;
  /** The page whose cursor it was asked for with; null for a first page, undefined when that page is not in the history. */
  before: Page | null | undefined;
}

type Clauses = Record<'last' | 'form' | 'follows' | 'disjoint' | 'complete' | 'ends' | 'constant', ClauseId>;

const OWN: Clauses = {
  last: 'PAGE-1',
  form: 'PAGE-2',
  follows: 'PAGE-3',
  disjoint: 'PAGE-4',
  complete: 'PAGE-5',
  ends: 'PAGE-6',
  constant: 'PAGE-7',
};
const LEGACY: Clauses = {
  last: 'LEG-9',
  form: 'LEG-7',
  follows: 'LEG-8',
  disjoint: 'LEG-10',
  complete: 'LEG-10',
  ends: 'LEG-9',
  constant: 'LEG-10',
};

export const cursorChains: Oracle = {
  id: 'cursor-chains',
  clauses: [...new Set<ClauseId>([...Object.values(OWN), ...Object.values(LEGACY), 'PAGE-16', 'ENV-8'])],
  judge(history, context) {
    const evidence = gatherEvidence('cursor-chains', context);
    for (const span of spans(history, context)) {
      const pages: Page[] = [];
      for (const exchange of span.exchanges) {
        const { operation, response } = exchange;
        if (operation === null || response === null) continue;
        const answer = searchAnswer({ exchange, response, operation: context.contract.operation(operation) });
        if (answer === null) continue;
        const field = answer.operation.cursorField;
        const search = searchText(answer);
        const page: Page = {
          answer,
          search,
          names: postingNames(answer.jobs),
          found: integer(answer.data['total_jobs_found']),
          next: answer.data[field] ?? null,
          before: predecessor(answer, search, field, pages),
        };
        judgePage(page, evidence);
        judgeSameCursor(page, pages, evidence);
        pages.push(page);
      }
      judgeTotals(pages, evidence);
    }
    return evidence.findings();
  },
};

/** The latest page of the same search that gave the cursor which this request carries. */
function predecessor(
  { request, exchange }: SearchAnswer,
  search: string,
  field: string,
  pages: readonly Page[],
): Page | null | undefined {
  const cursor = request[field] ?? null;
  if (cursor === null) return null;
  const wanted = canonical(cursor);
  return pages.findLast(
    (page) =>
      page.search === search &&
      canonical(page.next) === wanted &&
      page.answer.exchange.receivedAt <= exchange.sentAt,
  );
}

function searchText({ request, operation }: SearchAnswer, without: readonly string[] = []): string {
  const dropped = ['search_after', 'next_cursor', ...without];
  const left = Object.entries(request).filter(([name]) => !dropped.includes(name));
  return `${operation.id} ${canonical(Object.fromEntries(left))}`;
}

/** First page first; null when the chain does not reach back to one. */
function chainOf(page: Page): Page[] | null {
  const chain = [page];
  for (let at = page.before; at !== null; at = at.before) {
    if (at === undefined) return null;
    chain.unshift(at);
  }
  return chain;
}

function judgePage(page: Page, evidence: Evidence): void {
  const { answer, found, next } = page;
  const { exchange, jobs, operation } = answer;
  const clauses = operation.cursorField === 'next_cursor' ? LEGACY : OWN;
  if (next !== null) {
    const expected = clauses === OWN ? 'an array of two, or null' : 'a string, or null';
    const fine = clauses === OWN ? Array.isArray(next) && next.length === 2 : typeof next === 'string';
    evidence.judge(clauses.form, exchange, fine, expected, shown(next));
  }
  const chain = chainOf(page);
  if (chain === null) return;
  const exchanges = chain.map((each) => each.answer.exchange);
  const trail = exchanges.slice(-4);
  // Listings of one job may be alike in every field; where they are left out, a total may count them (reading duplicate).
  const allListings = answer.request['exclude_duplicates'] === false;

  if (page.before) {
    const repeated = repeatedJobs(chain);
    const actual = repeated === null ? `${chain.length} pages, no job twice` : repeated;
    if (repeated === null || !allListings)
      evidence.judge(clauses.disjoint, trail, repeated === null, 'no job that an earlier page held', actual);
    if (jobs.length > 0 && repeated === null) {
      evidence.judge(
        clauses.follows,
        trail,
        true,
        'jobs that come after the page before',
        jobCount(jobs.length),
      );
    }
  }

  const sum = chain.reduce((total, { answer: { jobs: held } }) => total + held.length, 0);
  const first = chain[0]!.found;
  const constant = chain.every((each) => each.found === first);
  if (found === null || first === null) return;
  if (next === null && page.before && sum === first) {
    const totals = chain.map((each) => String(each.found)).join(', ');
    evidence.judge(clauses.constant, trail, constant, `total_jobs_found ${first} on every page`, totals);
  }
  // Where totals move from page to page the data may have moved too, and says nothing of what is missing.
  if (!constant) return;
  const held = `${jobCount(sum)} on ${chain.length} page${chain.length === 1 ? '' : 's'} of ${found} found`;
  if (next === null) {
    if (sum < found && !allListings) return;
    evidence.judge(clauses.complete, trail, sum === found, `${found} jobs on all pages`, held);
    if (sum === found && (jobs.length > 0 || found === 0)) {
      evidence.judge(clauses.ends, trail, true, 'null after the last job', held);
      evidence.judge(clauses.last, trail, true, 'null after the last job', held);
    }
  } else if (sum >= found) {
    evidence.judge(clauses.last, trail, false, 'null, since nothing is left', `${shown(next)} after ${held}`);
  }
}

/** A job of the last page that an earlier one held; the earlier pages were compared when they came. */
function repeatedJobs(chain: readonly Page[]): string | null {
  const last = chain.at(-1)!;
  for (const [i, page] of chain.slice(0, -1).entries()) {
    const held = new Set(page.names);
    const at = last.names.findIndex((name) => name !== null && held.has(name));
    if (at === -1) continue;
    const title = shown(last.answer.jobs[at]!['Job Title'], 60);
    return `job ${at + 1} of page ${chain.length}, ${title}, was on page ${i + 1} already`;
  }
  return null;
}

/** One cursor leads to one page: asked again, the same jobs. */
function judgeSameCursor(page: Page, pages: readonly Page[], evidence: Evidence): void {
  const { request, operation, exchange } = page.answer;
  const field = operation.cursorField;
  if ((request[field] ?? null) === null) return;
  const body = canonical(request);
  const twin = pages.findLast(
    ({ answer }) =>
      answer.exchange.operation === exchange.operation &&
      canonical(answer.request) === body &&
      // One operation key twice is a recovery, which says nothing of the cursor.
      answer.response.headers['idempotency-key'] !== page.answer.response.headers['idempotency-key'],
  );
  if (twin === undefined || twin.found !== page.found) return;
  const same = canonical(twin.answer.jobs) === canonical(page.answer.jobs);
  evidence.judge(
    'PAGE-16',
    [twin.answer.exchange, exchange],
    same,
    'the same jobs for the same cursor',
    same ? `${jobCount(page.answer.jobs.length)}, the same` : 'other jobs',
  );
}

/**
 * Searches that differ in `limit` alone find as much. Data may grow between two of them, so a difference counts only
 * where the same search before and after it agreed.
 */
function judgeTotals(pages: readonly Page[], evidence: Evidence): void {
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    if (page.before !== null || page.found === null) continue;
    const key = searchText(page.answer, ['limit']);
    groups.set(key, [...(groups.get(key) ?? []), page]);
  }
  for (const group of groups.values()) {
    group.forEach((page, i) => {
      const limit = page.answer.request['limit'];
      const before = group.slice(0, i).findLast((each) => each.answer.request['limit'] !== limit);
      if (before === undefined) return;
      const expected = `total_jobs_found ${before.found}, whatever the limit`;
      const actual = `total_jobs_found ${page.found} with limit ${shown(limit ?? null)}`;
      if (page.found === before.found) {
        evidence.judge('ENV-8', [before.answer.exchange, page.answer.exchange], true, expected, actual);
        return;
      }
      const after = group.slice(i + 1).find((each) => each.search === before.search);
      if (after === undefined || after.found !== before.found) return;
      const trail = [before, after, page].map(({ answer }) => answer.exchange);
      evidence.judge('ENV-8', trail, false, expected, actual);
    });
  }
}
