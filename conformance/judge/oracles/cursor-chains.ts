/**
 * Pages that follow each other by cursor: disjoint, complete, and ending with null (§1, §2.3, §4.6). Postings may come in
 * while pages are read: where the first page says that they did, nothing rests on a total or a
 * place.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle } from '../oracle.js';
import { shown } from '../../values/text.js';
import { canonical } from '../../values/json.js';
import { addressOf } from '../../values/postings.js';
import { jobCount, limitOf, postingNames, searchAnswer, type SearchAnswer } from '../../model/answers.js';
import { fields, integer } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';
import { spans } from '../../model/timeline.js';

interface Page {
  answer: SearchAnswer;
  /** The search without its place in the result. */
  search: string;
  names: (string | null)[];
  found: number | null;
  /** The cursor that it gives, null for none. */
  next: unknown;
  /** Later readings of the same first page. */
  rereadings: Page[];
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
  clauses: [
    ...new Set<ClauseId>([
      ...Object.values(OWN),
      ...Object.values(LEGACY),
      'PAGE-16',
      'PAGE-19',
      'PAGE-20',
      'ENV-8',
    ]),
  ],
  judge(history, context) {
    const gathered = gatherEvidence('cursor-chains', context);
    const evidence = context.seen === 'all' ? gathered : steady(gathered);
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
          rereadings: [],
          before: predecessor(answer, search, field, pages),
        };
        if (page.before === null)
          for (const each of pages) if (isFirst(each) && each.search === search) each.rereadings.push(page);
        pages.push(page);
      }
      pages.forEach((page, i) => {
        judgePage(page, evidence);
        judgeSameCursor(page, pages.slice(0, i), evidence);
      });
      judgeTotals(pages, evidence);
    }
    return evidence.findings();
  },
};

const DAY_MS = 86_400_000;
/** Where nobody knows what happened between two pages, they tell of each other only so close together, */
const NEAR_MS = 3_600_000;
/** and where no posting can come in any more. */
const SETTLED_MS = 28 * DAY_MS;

/** Blames only what one answer shows, or searches of one closed window that follow each other closely; a form is what it is. */
function steady(evidence: Evidence): Evidence {
  return {
    ...evidence,
    judge: (clause, on, holds, expected, actual) => {
      const exchanges = 'id' in on ? [on] : on;
      const isForm = clause === OWN.form || clause === LEGACY.form;
      // One answer is of one moment.
      if (holds || isForm || exchanges.length === 1 || areSteady(exchanges))
        evidence.judge(clause, on, holds, expected, actual);
    },
  };
}

function areSteady(exchanges: readonly Exchange[]): boolean {
  const times = exchanges.map(({ targetNow }) => targetNow);
  const isClosed = exchanges.every(({ request, targetNow }) => {
    const before = fields(request.body)?.['published_before'];
    return typeof before === 'string' && targetNow !== null && Date.parse(before) <= targetNow - SETTLED_MS;
  });
  return isClosed && Math.max(...times.map(Number)) - Math.min(...times.map(Number)) <= NEAR_MS;
}

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

function isFirst({ before }: Page): boolean {
  return before === null;
}

/** Whether the search found the same again after the last page of its chain was read; null where nobody asked. */
function stoodStill(chain: readonly Page[]): boolean | null {
  const [first, last] = [chain[0]!, chain.at(-1)!];
  const again = first.rereadings.find(
    ({ answer }) => answer.exchange.sentAt >= last.answer.exchange.receivedAt,
  );
  return again === undefined ? null : foundSame(first, again);
}

function foundSame(one: Page, other: Page): boolean {
  return one.found === other.found && canonical(one.answer.jobs) === canonical(other.answer.jobs);
}

/** One operation key twice is a recovery, which says nothing of the data. */
function keyOf({ answer: { response } }: Page): string | undefined {
  return response.headers['idempotency-key'];
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
  const { answer, next } = page;
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

  const isConstant = chain.every((each) => each.found === chain[0]!.found);
  const still = stoodStill(chain);
  if (page.before) {
    const repeated = repeatedJobs(chain);
    const actual = repeated === null ? `${chain.length} pages, no job twice` : repeated;
    // What comes in shifts the jobs of a page to the next.
    const mayHaveShifted = still === false || (still === null && !isConstant);
    if (repeated === null || !(allListings || mayHaveShifted))
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

  judgeEnd(chain, { allListings, isConstant, still }, evidence);
}

/** What the last page so far says of the whole chain. */
function judgeEnd(
  chain: readonly Page[],
  { allListings, isConstant, still }: { allListings: boolean; isConstant: boolean; still: boolean | null },
  evidence: Evidence,
): void {
  const page = chain.at(-1)!;
  const { found, next } = page;
  const { exchange, jobs, operation, request } = page.answer;
  const clauses = operation.cursorField === 'next_cursor' ? LEGACY : OWN;
  const trail = chain.map((each) => each.answer.exchange).slice(-4);
  const sum = chain.reduce((total, { answer: { jobs: held } }) => total + held.length, 0);
  const first = chain[0]!.found;
  if (found === null || first === null) return;
  const isFull = jobs.length >= limitOf(request);
  if (next !== null && sum < found && jobs.length > 0)
    evidence.observe('page-fullness', isFull ? 'full' : 'short', exchange);
  if (next === null && page.before && sum === first && (isConstant || still === true)) {
    const totals = chain.map((each) => String(each.found)).join(', ');
    evidence.judge(clauses.constant, trail, isConstant, `total_jobs_found ${first} on every page`, totals);
  }
  // Where totals move from page to page the data may have moved too, and says nothing of what is missing.
  if (!isConstant) return;
  const held = `${jobCount(sum)} on ${chain.length} page${chain.length === 1 ? '' : 's'} of ${found} found`;
  if (next === null) {
    if (isFull && sum === found) evidence.observe('end-of-results', 'null', exchange);
    if (jobs.length === 0 && page.before && sum === found)
      evidence.observe('end-of-results', 'empty-page', trail);
    if ((sum < found && !allListings) || (sum !== found && still === false)) return;
    evidence.judge(clauses.complete, trail, sum === found, `${found} jobs on all pages`, held);
    if (sum === found) {
      evidence.judge(clauses.ends, trail, true, 'null after the last job', held);
      evidence.judge(clauses.last, trail, true, 'null after the last job', held);
    }
  } else if (sum >= found && !(isFull && sum === found) && still !== false) {
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
      answer.response.headers['idempotency-key'] !== keyOf(page),
  );
  if (twin === undefined || twin.found !== page.found) return;
  // Other addresses in a job may be signed anew for each answer.
  const same = canonical(twin.answer.jobs.map(addressOf)) === canonical(page.answer.jobs.map(addressOf));
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
 * where the same search before and after it agreed. An answer whose operation key came before may be the stored one,
 * whoever made the key (reading made-keys), and tells nothing of the data as it is.
 */
function judgeTotals(pages: readonly Page[], evidence: Evidence): void {
  const groups = new Map<string, Page[]>();
  const keys = new Set<string>();
  for (const page of pages) {
    const operationKey = page.answer.response.headers['idempotency-key'];
    const maybeStored = operationKey !== undefined && keys.has(operationKey);
    if (operationKey !== undefined) keys.add(operationKey);
    if (page.before !== null || page.found === null || maybeStored) continue;
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
