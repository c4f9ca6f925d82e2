/**
 * Pages that follow each other by cursor are disjoint, complete, and end with null (§1, §2.3, §4.6). New postings may arrive
 * between two pages. If the first page, sent again, shows that they did, totals and places prove nothing.
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import type { Exchange } from '../../../record/exchange.js';
import { count, shown } from '../../../values/text.js';
import { grouped } from '../../../values/grouped.js';
import { canonical } from '../../../values/json.js';
import { addressOf, duplicatesAmong, listingOf, type Listed } from '../../../values/postings.js';
import {
  limitOf,
  postingNames,
  searchAnswers,
  searchWithout,
  type SearchAnswer,
} from '../../../model/answers.js';
import { keyUses, mayBeStored } from '../../../model/key-uses.js';
import { fields, integer } from '../../../values/fields.js';
import { oracleOf, type Evidence } from '../../oracle.js';
import { DAY_MS, spans } from '../../../model/timeline.js';

interface Page extends ReturnType<typeof pageOf> {
  /** The latest page with the cursor of this request; null for a first page, undefined if the history does not have that page. */
  before: Page | null | undefined;
}

/** The clauses of the searches and of the legacy search, by topic. */
const CLAUSES = {
  form: ['PAGE-2', 'LEG-7'],
  follows: ['PAGE-3', 'LEG-8'],
  disjoint: ['PAGE-4', 'LEG-10'],
  complete: ['PAGE-5', 'LEG-10'],
  ends: ['PAGE-6', 'LEG-9'],
  last: ['PAGE-1', 'LEG-9'],
  constant: ['PAGE-7', 'LEG-10'],
  others: ['PAGE-16', 'PAGE-19', 'PAGE-20', 'ENV-8', 'FILT-38'],
} satisfies Record<string, ClauseId[]>;

export const cursorChains = oracleOf({
  id: 'cursor-chains',
  clauses: Object.values(CLAUSES).flat(),
  infers: Object.values(CLAUSES)
    .filter((clauses) => clauses !== CLAUSES.form)
    .flat(),
  judge(history, context, gathered) {
    const evidence = context.seen === 'all' ? gathered : steady(gathered);
    const repeated = repeatedListings(searchAnswers(history, context));
    const uses = keyUses(history, context);
    for (const span of spans(history, context)) {
      const pages: Page[] = [];
      for (const answer of searchAnswers(span, context)) {
        const page = pageOf(answer, !mayBeStored(uses.get(answer.exchange.id)));
        const cursor = answer.request[answer.operation.cursorField] ?? null;
        const wanted = canonical(cursor);
        const isBefore = (each: Page): boolean =>
          each.search === page.search &&
          canonical(each.next) === wanted &&
          each.answer.exchange.receivedAt <= answer.exchange.sentAt;
        // Members of a spread copy take more time to read.
        pages.push(Object.assign(page, { before: cursor === null ? null : pages.findLast(isBefore) }));
      }
      pages.forEach((page, i) => {
        judgeForm(page, evidence);
        const chain = chainOf(page, pages);
        if (chain !== null) {
          judgeOrder(chain, evidence);
          judgeEnd(chain, evidence);
        }
        judgeDuplicates(chain?.pages ?? [page], repeated, evidence);
        judgeSameCursor(page, pages.slice(0, i), evidence);
      });
      judgeTotals(pages, evidence);
    }
  },
});

/** `isCurrent`: false if the answer may be stored, and so show earlier data. */
function pageOf(answer: SearchAnswer, isCurrent: boolean) {
  const { data, jobs, operation } = answer;
  /** The search without its cursor, and the cursor in the answer. */
  const [search, next] = [searchWithout(answer, []), data[operation.cursorField] ?? null];
  return {
    answer,
    search,
    names: postingNames(jobs),
    found: integer(data['total_jobs_found']),
    next,
    isCurrent,
  };
}

/** In traffic, the data may change between two pages. Pages that are farther apart are not compared. */
const NEAR_MS = 3_600_000;
/** A search whose days ended this long ago gets no new postings. */
const SETTLED_MS = 28 * DAY_MS;

/** Evidence that drops failures which compare answers between which the data may have changed. */
function steady(evidence: Evidence): Evidence {
  return {
    ...evidence,
    judge: (clause, on, ...result) => {
      const exchanges = 'id' in on ? [on] : on;
      if (result[0] || clause === CLAUSES.form || exchanges.length === 1 || areSteady(exchanges))
        evidence.judge(clause, on, ...result);
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

/** The pages up to one page, in order; null if the first page is missing. */
function chainOf(last: Page, all: readonly Page[]) {
  const pages = [last];
  for (let at = last.before; at !== null; at = at.before) {
    if (at === undefined) return null;
    pages.unshift(at);
  }
  const isConstant = pages.every(({ found }) => found === pages[0]!.found);
  return { pages, last, isConstant, still: wasUnchanged(pages, all), trail: trailOf(pages) };
}

type Chain = NonNullable<ReturnType<typeof chainOf>>;

/** Whether the search, sent again after the last page of its chain, found the same; null if it was not sent again. */
function wasUnchanged(chain: readonly Page[], all: readonly Page[]): boolean | null {
  const [first, end] = [chain[0]!, chain.at(-1)!.answer.exchange.receivedAt];
  const again = all.find((page) => {
    const isSame = page !== first && page.before === null && page.search === first.search;
    return isSame && page.answer.exchange.sentAt >= end && page.isCurrent;
  });
  if (again === undefined) return null;
  return again.found === first.found && canonical(again.answer.jobs) === canonical(first.answer.jobs);
}

function judgeForm({ answer: { exchange, operation }, next }: Page, evidence: Evidence): void {
  if (next === null) return;
  const isText = operation.cursorField === 'next_cursor';
  const expected = isText ? 'a string, or null' : 'an array of two, or null';
  const isRight = isText ? typeof next === 'string' : Array.isArray(next) && next.length === 2;
  evidence.judge(CLAUSES.form, exchange, isRight, expected, shown(next));
}

/** Duplicates may be equal in every field, and a total may count duplicates that are not delivered (reading duplicate). */
function hasDuplicates({ answer: { request } }: Page): boolean {
  return request['exclude_duplicates'] === false;
}

/** Judges whether the last page of a chain continues the others. */
function judgeOrder({ pages, last, isConstant, still, trail }: Chain, evidence: Evidence): void {
  if (!last.before) return;
  const repeated = repeatedJobs(pages);
  // New postings move jobs to the next page.
  const mayRepeat = hasDuplicates(last) || still === false || (still === null && !isConstant);
  if (repeated !== null && mayRepeat) return;
  const actual = repeated ?? `${count(pages.length, 'page')}, no repeated job`;
  evidence.judge(CLAUSES.disjoint, trail, repeated === null, 'no job of an earlier page', actual);
  const isNamed = !last.names.includes(null);
  const isSamePage = repeated !== null && isNamed && canonical(last.names) === canonical(last.before.names);
  const { jobs } = last.answer;
  if (jobs.length === 0 || (repeated !== null && !isSamePage)) return;
  const found = isSamePage ? 'the previous page again' : count(jobs.length, 'job');
  evidence.judge(CLAUSES.follows, trail, !isSamePage, 'jobs after the previous page', found);
}

/** Judges clauses about the whole chain by its last page. */
function judgeEnd({ pages, last, isConstant, still, trail }: Chain, evidence: Evidence): void {
  const { found, next, before } = last;
  const { exchange, jobs } = last.answer;
  const sum = pages.reduce((total, { answer }) => total + answer.jobs.length, 0);
  const first = pages[0]!.found;
  if (found === null || first === null) return;
  const isFull = jobs.length >= limitOf(last.answer);
  if (next !== null && sum < found && jobs.length > 0)
    evidence.observe('page-fullness', isFull ? 'full' : 'short', exchange);
  if (next === null && before && sum === first && (isConstant || still === true)) {
    const totals = pages.map((each) => String(each.found)).join(', ');
    evidence.judge(CLAUSES.constant, trail, isConstant, `total_jobs_found ${first} on every page`, totals);
  }
  // If totals differ between pages, the data may have changed too, and missing jobs prove nothing.
  if (!isConstant) return;
  const held = `${count(sum, 'job')} on ${count(pages.length, 'page')} of ${found} found`;
  if (next === null) {
    if (isFull && sum === found) evidence.observe('end-of-results', 'null', exchange);
    if (jobs.length === 0 && before && sum === found) evidence.observe('end-of-results', 'empty-page', trail);
    if ((sum < found && !hasDuplicates(last)) || (sum !== found && still === false)) return;
    evidence.judge(CLAUSES.complete, trail, sum === found, `${count(found, 'job')} on all pages`, held);
    if (sum === found)
      for (const clauses of [CLAUSES.ends, CLAUSES.last])
        evidence.judge(clauses, trail, true, 'null after the last job', held);
  } else if (sum >= found && !(isFull && sum === found) && still !== false) {
    const actual = `${shown(next)} after ${held}`;
    const clauses = [...CLAUSES.ends, ...CLAUSES.last];
    evidence.judge(clauses, trail, false, 'null, because no jobs are left', actual);
  }
}

function trailOf(chain: readonly Page[]): Exchange[] {
  return chain.slice(-4).map(({ answer }) => answer.exchange);
}

/** Describes a job of the last page that is also on an earlier page; null if there is none. */
function repeatedJobs(chain: readonly Page[]): string | null {
  const last = chain.at(-1)!;
  for (const [i, page] of chain.slice(0, -1).entries()) {
    const held = new Set(page.names);
    const at = last.names.findIndex((name) => name !== null && held.has(name));
    if (at === -1) continue;
    const title = shown(last.answer.jobs[at]!['Job Title'], 60);
    return `job ${at + 1} of page ${chain.length}, ${title}, is also on page ${i + 1}`;
  }
  return null;
}

/** Listings that a search with duplicates returned more than once. */
function repeatedListings(found: readonly SearchAnswer[]): ReadonlySet<string> {
  const withDuplicates = found.filter(({ request }) => request['exclude_duplicates'] === false);
  const repeats = withDuplicates.flatMap((answer) => duplicatesAmong(listedOn(answer)));
  return new Set(repeats.map(([, { item }]) => listingOf(item)!));
}

function listedOn({ jobs, exchange: { id } }: SearchAnswer): Listed[] {
  return jobs.map((item) => ({ item, id }));
}

/** Without duplicates, no listing is repeated within the chain. A pass needs a listing that is known to have duplicates. */
function judgeDuplicates(chain: readonly Page[], repeated: ReadonlySet<string>, evidence: Evidence): void {
  const page = chain.at(-1)!;
  const { request, exchange } = page.answer;
  if (request['exclude_duplicates'] === false) return;
  const listed = chain.flatMap(({ answer }) => listedOn(answer));
  const expected = 'no two jobs with the same employer, title, place, type, salary and description';
  const pair = duplicatesAmong(listed).find(([, { id }]) => id === exchange.id);
  if (pair !== undefined) {
    const [earlier, { item }] = pair;
    const on = chain.filter(({ answer }) => [earlier.id, exchange.id].includes(answer.exchange.id));
    const actual = `${shown(item['Job Title'], 60)} of ${shown(item['Company Name'], 60)} is repeated`;
    evidence.judge('FILT-38', trailOf(on), false, expected, actual);
  } else if (page.next === null && listed.some(({ item }) => repeated.has(listingOf(item) ?? ''))) {
    evidence.judge('FILT-38', trailOf(chain), true, expected, 'no duplicates, though the data has some');
  }
}

/** One cursor leads to one page: sent again, it returns the same jobs. */
function judgeSameCursor(page: Page, pages: readonly Page[], evidence: Evidence): void {
  if (page.before === null) return;
  const { request, exchange } = page.answer;
  const body = canonical(request);
  const keyOf = ({ answer }: Page): string | undefined => answer.response.headers['idempotency-key'];
  const twin = pages.findLast(
    (each) =>
      each.search === page.search && canonical(each.answer.request) === body && keyOf(each) !== keyOf(page),
  );
  if (twin === undefined || twin.found !== page.found) return;
  const [before, now] = [twin, page].map(({ answer }) => answer.jobs.map(addressOf));
  const same = canonical(before) === canonical(now);
  // Equal lists of jobs without addresses prove nothing.
  if (same && now!.length > 0 && now!.every((address) => address === null)) return;
  const actual = same ? `${count(page.answer.jobs.length, 'job')}, the same` : 'other jobs';
  const on = [twin.answer.exchange, exchange];
  evidence.judge('PAGE-16', on, same, 'the same jobs for the same cursor', actual);
}

/**
 * Searches that differ only in `limit` have the same total. Data may grow between two of them, so a difference counts only if one
 * search had the same total before and after the other. An answer with an earlier operation key may be stored (reading
 * made-keys), and does not show the current data.
 */
function judgeTotals(pages: readonly Page[], evidence: Evidence): void {
  const fresh = pages.filter(
    ({ before, found, isCurrent }) => before === null && found !== null && isCurrent,
  );
  const groups = grouped(fresh, ({ answer }) => searchWithout(answer, ['limit']));
  for (const group of groups.values()) {
    group.forEach((page, i) => {
      const limit = page.answer.request['limit'];
      const before = group.slice(0, i).findLast((each) => each.answer.request['limit'] !== limit);
      if (before === undefined) return;
      const expected = `total_jobs_found ${before.found} for any limit`;
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
