/** Cursors: pages that overlap, skip, stop or never end (§2.3, §4.1, §4.6). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const CURSOR = 'search_after';
const NEXT = 'next_cursor';
const INVENTED = [1_600_000_000_000, 'end'];

const isLater = (body: rule.Fields): boolean => Array.isArray(body[CURSOR]);

function isCursor(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'number';
}

/** Replaces the cursor of keyed searches. */
function cursor(read: rule.Change<rule.Results>): Rule {
  return rule.ofResults(on.KEYED, CURSOR, read);
}

/** Repeats the last job of a page as the first job of the next page. */
function overlapping(operations: on.Operations, field: string): Rule {
  const last = new Map<string, rule.Fields>();
  return rule.results(operations, (data, call) => {
    const before = last.get(`${call.key} ${JSON.stringify(rule.bodyOf(call)[field])}`);
    if (before !== undefined && data.jobs.length > 0) data.jobs[0] = before;
    const end = data.jobs.at(-1);
    if (end !== undefined && data[field] !== null)
      last.set(`${call.key} ${JSON.stringify(data[field])}`, end);
  });
}

/** Never returns the last job of a page, except on the last page. */
function skipping(operations: on.Operations, field: string): Rule {
  return rule.results(operations, (data) => {
    if (data[field] === null || data.jobs.length < 2) return;
    data.jobs.pop();
    data.total -= 1;
  });
}

/** Returns a cursor with the last page. */
function endless(operations: on.Operations, field: string, invented: unknown): Rule {
  return rule.ofResults(operations, field, (next, { jobs }, call) =>
    next === null && jobs.length > 0 ? (rule.bodyOf(call)[field] ?? invented) : next,
  );
}

/** Removes the first job of pages if `when` is true for the request. */
function losesFirst(operations: on.Operations, when: (body: rule.Fields, call: rule.Call) => boolean): Rule {
  return rule.results(operations, (data, call) => {
    if (!when(rule.bodyOf(call), call)) return;
    data.jobs.shift();
    data.total = data.jobs.length;
  });
}

/** Ignores filters after the first page. */
function laterForget(
  operations: on.Operations,
  isLaterPage: typeof isLater,
  filters: readonly string[],
): Rule {
  return rule.asked(operations, (body) => {
    if (isLaterPage(body)) for (const field of filters) delete body[field];
  });
}

const FILTERS = [
  'department',
  'industry',
  'job_type',
  'seniority_level',
  'is_remote',
  'job_keywords',
  'jobs_locations',
  'salary_data_available',
  'job_boards',
  'include_job_boards',
  'exclude_job_boards',
];

/** Filters that no scenario uses alone beyond a first page. */
const KINDS_AND_PLACES = ['job_type', 'department', 'seniority_level', 'country_exists', 'jobs_locations'];

export const pagingMutants = rule.mutantsOf(() => ({
  'PAGE-1 cursor-after-the-last-page': endless(on.KEYED, CURSOR, INVENTED),
  'PAGE-1 cursor-when-nothing-was-found': cursor((next, { jobs }) => (jobs.length === 0 ? INVENTED : next)),
  'PAGE-5 ends-after-one-page': cursor(() => null),
  'PAGE-2 cursor-as-text': cursor((next) => next && JSON.stringify(next)),
  'PAGE-2 cursor-of-one-part': cursor((next) => (Array.isArray(next) ? next.slice(0, 1) : next)),
  'PAGE-3 cursor-forgotten': rule.forgets(on.KEYED, CURSOR),
  // The server remembers one position for each key and operation, and ignores the cursor's.
  'PAGE-3 cursor-of-the-latest-page': rule.remembering(new Map<string, unknown>(), (latest) =>
    rule.only(on.KEYED, async (call) => {
      const slot = `${call.key} ${call.operation!.id}`;
      const body = rule.bodyOf(call);
      if (isLater(body)) rule.setJson(call.request, { ...body, [CURSOR]: latest.get(slot) ?? body[CURSOR] });
      const answer = await call.send();
      const next = rule.resultsOf(answer)?.[CURSOR];
      if (Array.isArray(next)) latest.set(slot, next);
      return answer;
    }),
  ),
  'PAGE-4 pages-overlap': overlapping(on.KEYED, CURSOR),
  'PAGE-5 pages-skip-a-job': skipping(on.KEYED, CURSOR),
  'PAGE-6 paging-goes-round': rule.remembering(new Map<string, unknown>(), (first) =>
    cursor((next, _data, call) => {
      if (next === null) return isLater(rule.bodyOf(call)) ? (first.get(call.key) ?? null) : null;
      first.set(call.key, first.get(call.key) ?? next);
      return next;
    }),
  ),
  'PAGE-7 found-counts-what-is-left': rule.results(on.KEYED, (data, call) => {
    if (isLater(rule.bodyOf(call))) data.total_jobs_found = Math.max(data.total, data.total_jobs_found - 5);
  }),
  'PAGE-8 null-cursor-refused': rule.refuses(on.KEYED, (body) => body[CURSOR] === null),
  'PAGE-8 null-cursor-skips-the-first-job': losesFirst(on.KEYED, (body) => body[CURSOR] === null),
  'PAGE-14 broken-cursor-starts-anew': rule.takes(on.KEYED, [400, 422], (body) =>
    rule.withoutFields(body, [CURSOR]),
  ),
  'PAGE-15 broken-cursor-is-not-found': rule.refuses(
    on.KEYED,
    ({ [CURSOR]: sent = null }) => sent !== null && !isCursor(sent),
    404,
  ),
  'PAGE-16 cursor-serves-once': rule.remembering(rule.counter(), (uses) =>
    losesFirst(
      on.KEYED,
      (body, call) =>
        isLater(body) && uses(`${call.key} ${call.operation!.id} ${JSON.stringify(body[CURSOR])}`) > 1,
    ),
  ),
  'PAGE-17 later-pages-forget-filters': laterForget(on.KEYED, isLater, FILTERS),
  'PAGE-17 later-historical-direct-pages-forget-filters': laterForget(on.HISTORICAL_DIRECT, isLater, FILTERS),
  'ENV-8 historical-direct-finds-what-it-shows': rule.results(on.HISTORICAL_DIRECT, (data, call) => {
    const { limit } = rule.bodyOf(call);
    if (limit === 23) data.total_jobs_found = data.total;
  }),
  'PAGE-13 historical-direct-loses-jobs-of-large-pages': losesFirst(
    on.HISTORICAL_DIRECT,
    ({ limit }) => Number(limit) > 30,
  ),
  'PAGE-17 later-pages-forget-kinds-and-places': laterForget(on.KEYED, isLater, KINDS_AND_PLACES),
  'FILT-36 later-legacy-pages-forget-kinds-and-places': laterForget(
    on.LEGACY,
    (body) => typeof body[NEXT] === 'string',
    KINDS_AND_PLACES,
  ),
  // Small pages contain another job than large pages.
  'PAGE-13 page-size-changes-the-result': rule.results(on.KEYED, ({ jobs }, call) => {
    const { limit } = rule.bodyOf(call);
    if (typeof limit === 'number' && limit <= 20 && jobs.length > 2) jobs[1]!['Job Title'] = 'Another';
  }),
  'LEG-7 legacy-cursor-in-search-after': rule.results(on.LEGACY, (data: rule.Fields) => {
    data[CURSOR] = data[NEXT];
    delete data[NEXT];
  }),
  'LEG-7 legacy-cursor-as-number': rule.ofResults(on.LEGACY, NEXT, (next) => next && 17),
  'LEG-8 legacy-cursor-forgotten': rule.forgets(on.LEGACY, NEXT),
  'LEG-9 legacy-cursor-after-the-last-page': endless(on.LEGACY, NEXT, 'ZW5k'),
  'LEG-10 legacy-pages-overlap': overlapping(on.LEGACY, NEXT),
  'LEG-10 legacy-pages-skip-a-job': skipping(on.LEGACY, NEXT),
  'LEG-11 legacy-null-cursor-refused': rule.refuses(on.LEGACY, (body) => body[NEXT] === null),
  'ENV-7 company-totals-in-words': rule.ofResults(on.ANY_COMPANY, 'total_jobs_found', String),
  // With a small limit, every cursor returns the first page again.
  'PAGE-3 small-pages-start-anew': rule.misreads(on.KEYED, CURSOR, (value, { limit }) =>
    Number(limit) <= 10 ? undefined : value,
  ),
}));
