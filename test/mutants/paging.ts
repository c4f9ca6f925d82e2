/** Cursors: pages that overlap, skip, stop or never end (§2.3, §4.1, §4.6). */
import type { Call } from './mutant.js';
import {
  ANY_COMPANY,
  asked,
  bodyOf,
  forgets,
  KEYED,
  LEGACY,
  misreads,
  mutant,
  refuses,
  remembering,
  results,
  resultsOf,
  setJson,
  takes,
  editAnswer,
  type Fields,
  type Operations,
  type Results,
} from './rules.js';

const isLater = (body: Fields): boolean => Array.isArray(body['search_after']);

/** The last job of the page that led to this one comes again at its head. */
function overlapping(operations: Operations, cursor: string): () => (call: Call) => ReturnType<Call['send']> {
  return () => {
    const last = new Map<string, Fields>();
    return results(operations, (data, call) => {
      const before = last.get(`${call.key} ${JSON.stringify(bodyOf(call)[cursor])}`);
      if (before !== undefined && data.jobs.length > 0) data.jobs[0] = before;
      const end = data.jobs.at(-1);
      if (end !== undefined && data[cursor] !== null)
        last.set(`${call.key} ${JSON.stringify(data[cursor])}`, end);
    });
  };
}

/** The last job of every page but the last is never delivered. */
function skipping(cursor: string): (data: Results) => void {
  return (data) => {
    if (data[cursor] === null || data.jobs.length < 2) return;
    data.jobs.pop();
    data.total -= 1;
  };
}

/** A page keeps its cursor though nothing is left. */
function endless(cursor: string, made: unknown): (data: Results, call: Call) => void {
  return (data, call) => {
    if (data[cursor] === null && data.jobs.length > 0) data[cursor] = bodyOf(call)[cursor] ?? made;
  };
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

/** Those that no scenario asks for alone behind a first page. */
const KINDS_AND_PLACES = ['job_type', 'department', 'seniority_level', 'country_exists', 'jobs_locations'];

export const pagingMutants = [
  mutant(
    'cursor-after-the-last-page',
    'PAGE-1',
    results(KEYED, endless('search_after', [1_600_000_000_000, 'end'])),
  ),
  mutant(
    'cursor-when-nothing-was-found',
    'PAGE-1',
    results(KEYED, (data) => {
      if (data.jobs.length === 0) data['search_after'] = [1_600_000_000_000, 'end'];
    }),
  ),
  mutant(
    'ends-after-one-page',
    'PAGE-5',
    results(KEYED, (data) => void (data['search_after'] = null)),
  ),
  mutant(
    'cursor-as-text',
    'PAGE-2',
    results(KEYED, (data) => {
      if (data['search_after'] !== null) data['search_after'] = JSON.stringify(data['search_after']);
    }),
  ),
  mutant(
    'cursor-of-one-part',
    'PAGE-2',
    results(KEYED, (data) => {
      if (Array.isArray(data['search_after'])) data['search_after'] = data['search_after'].slice(0, 1);
    }),
  ),
  mutant('cursor-forgotten', 'PAGE-3', forgets(KEYED, 'search_after')),
  remembering('pages-overlap', 'PAGE-4', overlapping(KEYED, 'search_after')),
  mutant('pages-skip-a-job', 'PAGE-5', results(KEYED, skipping('search_after'))),
  remembering('paging-goes-round', 'PAGE-6', () => {
    const first = new Map<string, unknown>();
    return results(KEYED, (data, call) => {
      if (data['search_after'] !== null) first.set(call.key, first.get(call.key) ?? data['search_after']);
      else if (isLater(bodyOf(call))) data['search_after'] = first.get(call.key) ?? null;
    });
  }),
  mutant(
    'found-counts-what-is-left',
    'PAGE-7',
    results(KEYED, (data, call) => {
      if (isLater(bodyOf(call))) data.total_jobs_found = Math.max(data.total, data.total_jobs_found - 5);
    }),
  ),
  mutant(
    'null-cursor-refused',
    'PAGE-8',
    refuses(KEYED, (body) => body['search_after'] === null),
  ),
  mutant(
    'null-cursor-skips-the-first-job',
    'PAGE-8',
    results(KEYED, (data, call) => {
      if (bodyOf(call)['search_after'] !== null) return;
      data.jobs.shift();
      data.total = data.jobs.length;
    }),
  ),
  mutant(
    'broken-cursor-starts-anew',
    'PAGE-14',
    takes(KEYED, [400, 422], (call) => {
      const body = bodyOf(call);
      if (body['search_after'] === undefined) return false;
      delete body['search_after'];
      setJson(call.request, body);
      return true;
    }),
  ),
  mutant(
    'broken-cursor-is-not-found',
    'PAGE-15',
    refuses(
      KEYED,
      ({ search_after: cursor }) => cursor !== undefined && cursor !== null && !isCursor(cursor),
      404,
    ),
  ),
  remembering('cursor-serves-once', 'PAGE-16', () => {
    const used = new Set<string>();
    return results(KEYED, (data, call) => {
      const cursor = bodyOf(call)['search_after'];
      const name = `${call.key} ${call.operation!.id} ${JSON.stringify(cursor)}`;
      if (!Array.isArray(cursor)) return;
      if (used.has(name)) data.jobs.shift();
      used.add(name);
      data.total = data.jobs.length;
    });
  }),
  mutant('later-pages-forget-filters', 'PAGE-17', (call) => {
    const body = bodyOf(call);
    if (!isLater(body) || call.operation === null) return call.send();
    for (const field of FILTERS) delete body[field];
    setJson(call.request, body);
    return call.send();
  }),
  mutant(
    'later-pages-forget-kinds-and-places',
    'PAGE-17',
    asked(KEYED, (body) => {
      if (isLater(body)) for (const field of KINDS_AND_PLACES) delete body[field];
    }),
  ),
  mutant(
    'later-legacy-pages-forget-kinds-and-places',
    'FILT-36',
    asked(LEGACY, (body) => {
      if (typeof body['next_cursor'] === 'string') for (const field of KINDS_AND_PLACES) delete body[field];
    }),
  ),
  mutant(
    'page-size-changes-the-result',
    'PAGE-13',
    results(KEYED, (data, call) => {
      // Small pages hold another job than large ones.
      const { limit } = bodyOf(call);
      if (typeof limit === 'number' && limit <= 20 && data.jobs.length > 2)
        data.jobs[1]!['Job Title'] = 'Another';
    }),
  ),
  mutant(
    'legacy-cursor-in-search-after',
    'LEG-7',
    results(LEGACY, (data) => {
      data['search_after'] = data['next_cursor'];
      delete (data as Fields)['next_cursor'];
    }),
  ),
  mutant(
    'legacy-cursor-as-number',
    'LEG-7',
    results(LEGACY, (data) => {
      if (data['next_cursor'] !== null) data['next_cursor'] = 17;
    }),
  ),
  mutant('legacy-cursor-forgotten', 'LEG-8', forgets(LEGACY, 'next_cursor')),
  mutant('legacy-cursor-after-the-last-page', 'LEG-9', results(LEGACY, endless('next_cursor', 'ZW5k'))),
  remembering('legacy-pages-overlap', 'LEG-10', overlapping(LEGACY, 'next_cursor')),
  mutant('legacy-pages-skip-a-job', 'LEG-10', results(LEGACY, skipping('next_cursor'))),
  mutant(
    'legacy-null-cursor-refused',
    'LEG-11',
    refuses(LEGACY, (body) => body['next_cursor'] === null),
  ),
  mutant('company-totals-in-words', 'ENV-7', (call) =>
    call.send().then((answer) => {
      if (ANY_COMPANY.includes(call.operation?.id ?? 'searchJobs') && resultsOf(answer) !== null)
        editAnswer(answer, (body) => {
          const data = body['data'] as Fields;
          data['total_jobs_found'] = String(data['total_jobs_found']);
        });
      return answer;
    }),
  ),
  mutant(
    'small-pages-start-anew',
    'PAGE-3',
    misreads(KEYED, 'search_after', (value, body) => {
      // Reads a cursor as the start whenever the limit is small: the same page for ever.
      return Number(body['limit']) <= 10 ? undefined : value;
    }),
  ),
];

function isCursor(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'number';
}
