/** Mistakes with pages, results and the content of answers (CLI-33 to CLI-50). */
import {
  Failure,
  type Answer,
  type Json,
  type Outgoing,
  type Override,
  type Overrides,
  type Page,
} from './client.js';

type Jobs = (string | null)[];
type Job = Record<string, unknown>;

export function laterBodyBy(change: (next: Json) => Json): Override {
  return (right) => ({
    nextBody: (body, page) => {
      const next = right.nextBody(body, page);
      return next && change(next);
    },
  });
}

function cursorBy<Cursor = [number, string]>(
  change: (cursor: Cursor) => unknown,
  field = 'search_after',
): Override {
  return laterBodyBy((next) => ({ ...next, [field]: change(next[field] as Cursor) }));
}

function onePageMore(last: (body: Json) => Json): Override {
  return (right) => {
    let extra = 1;
    return { nextBody: (body, page) => right.nextBody(body, page) ?? (extra-- > 0 ? last(body) : null) };
  };
}

/** Ends the search at the first page for which `isLast` is true. `pages` counts the pages up to this one. */
function endsIf(isLast: (page: Page, body: Json, pages: number) => boolean): Override {
  return (right) => {
    let pages = 0;
    return {
      nextBody: (body, page) => (isLast(page, body, (pages += 1)) ? null : right.nextBody(body, page)),
    };
  };
}

/** Requests pages without cursors until it has 40 jobs. `member` gets the number of jobs so far. */
function pagesBy(member: (held: number) => Json): Override {
  return (_right, client) => {
    let held = 0;
    return {
      nextBody: (_body, page) => {
        held += page.jobs.length;
        return held < 40 ? { ...client.taskBody(), ...member(held) } : null;
      },
    };
  };
}

function resultBy(change: (jobs: Jobs) => Jobs): Override {
  return (right) => ({ done: (jobs) => right.done(change(jobs)) });
}

function addressBy(change: (address: string) => string): Override {
  return resultBy((jobs) => jobs.map((job) => job && change(job)));
}

function requestBy(change: (request: Outgoing, key: string) => Partial<Outgoing>): Override {
  return (right, { place }) => ({
    requestOf: (attempted, path) => {
      const request = right.requestOf(attempted, path);
      return { ...request, ...change(request, place.key) };
    },
  });
}

function jobsBy(read: (job: Job) => unknown): Override {
  return { jobsOf: ({ jobs }) => jobs.map(read) as Jobs };
}

function balanceBy(change: (balance: number) => number | null): Override {
  return (right) => ({
    ask: async (search, path) => {
      const answer = await right.ask(search, path);
      return { ...answer, credits_remaining: change(answer['credits_remaining'] as number) };
    },
  });
}

/** Sends `q` without escaping all of it. */
function encodedBy(encode: (q: string) => string): Override {
  return { encoded: (q) => encode(q).replaceAll('ü', '%C3%BC').replaceAll(' ', '%20') };
}

/** Reads successful answers more strictly. */
function succeedsIf(check: (value: Json, answer: Answer) => void): Override {
  return (right) => ({
    succeed: (answer) => {
      const value = right.succeed(answer);
      check(value, answer);
      return value;
    },
  });
}

export const badPages: Overrides = {
  'cursor-as-a-text': cursorBy((cursor) => [JSON.stringify(cursor)]),
  'cursor-of-texts': cursorBy((cursor) => cursor.map(String)),
  'cursor-turned-around': cursorBy((cursor) => [...cursor].reverse()),
  'cursor-that-lost-digits': cursorBy(([time, id]) => [Number(time.toPrecision(5)), id]),
  'cursor-cut-to-seconds': cursorBy(([time, id]) => [Math.floor(time / 1_000) * 1_000, id]),
  'cursor-for-the-next-day': cursorBy(([time, id]) => [time - 86_400_000, id]),
  'legacy-cursor-in-quotes': cursorBy(JSON.stringify, 'next_cursor'),
  'legacy-cursor-by-decodeURIComponent': cursorBy(decodeURIComponent, 'next_cursor'),
  'legacy-cursor-by-encodeURIComponent': cursorBy(encodeURIComponent, 'next_cursor'),
  'cursor-as-an-object': cursorBy((cursor) => ({ ...cursor })),
  'filters-on-the-first-page-alone': laterBodyBy(({ search_after, limit, published_after }) => ({
    search_after,
    limit,
    published_after,
  })),
  'sends-null-on': onePageMore((body) => ({ ...body, search_after: null })),
  'pages-until-one-is-empty': onePageMore((body) => ({ ...body, limit: 9 })),
  'pages-for-ever': {
    nextBody: (body, { search_after }) => ({ ...body, search_after }),
  },
  'collects-twice-under-its-keys': (right) => ({
    done: (jobs) => ({ outcome: 'done', jobs }),
    collect: () => right.collect().then(() => right.collect()),
  }),
  'fetches-each-page-twice': (right) => ({
    page: async (body, round = 0) => {
      if (body['search_after']) await right.page(body, round + 1);
      return right.page(body, round);
    },
  }),
  'pages-by-offset': pagesBy((offset) => ({ offset })),
  'pages-by-number': pagesBy((held) => ({ page: held / 10 + 1 })),
  'one-page-too-many': (right) => {
    let extra = 1;
    return { isEnough: (jobs) => right.isEnough(jobs) && extra-- < 1 };
  },
  'more-than-enough': (right) => ({
    isEnough: (jobs) => right.isEnough(jobs.slice(1)),
  }),
  'leaves-out-the-last-page': resultBy((jobs) => jobs.slice(0, 30)),
  'tells-the-last-page-twice': resultBy((jobs) => [...jobs, ...jobs.slice(30)]),
  'tells-the-last-page-alone': resultBy((jobs) => jobs.slice(30)),
  'turns-jobs-around': resultBy((jobs) => [...jobs].reverse()),
  'tells-another-form-of-addresses-1': addressBy((url) => url.toLowerCase()),
  'tells-another-form-of-addresses-2': addressBy((url) => url.split('?')[0]!),
  'tells-another-form-of-addresses-3': addressBy(decodeURIComponent),
  'tells-another-form-of-addresses-4': addressBy((url) => url.replaceAll('&', '&amp;')),
  'loses-the-first-job': resultBy((jobs) => jobs.slice(1)),
  'sorts-pages-wrongly': resultBy((jobs) => [...jobs.slice(10), ...jobs.slice(0, 10)]),
  'stops-after-the-first-page': endsIf(() => true),
  'stops-after-ten-pages': endsIf((_page, _body, pages) => pages >= 10),
  'stops-at-fifty-jobs': (right) => ({ isEnough: (jobs) => right.isEnough(jobs) || jobs.length >= 50 }),
  'cuts-off-at-enough': resultBy((jobs) => jobs.slice(0, 15)),
  'ends-at-the-total-of-a-page': endsIf((page) => Number(page['total']) <= page.jobs.length),
  'ends-at-a-page-that-is-not-full': endsIf((page, body) => page.jobs.length < Number(body['limit'])),
  'counts-pages-by-the-jobs-found': endsIf(
    (page, body, pages) => pages * Number(body['limit']) >= Number(page['total_jobs_found']),
  ),
  'counts-enough-by-the-limit': endsIf((_page, body, pages) => pages * Number(body['limit']) >= 18),
  'encodes-a-word-twice': (right) => ({
    locations: (q) => right.locations(encodeURIComponent(q)),
  }),
  'lookup-with-signs-1': encodedBy((q) => q),
  'lookup-with-signs-2': encodedBy(encodeURI),
  'lookup-with-signs-3': encodedBy((q) => encodeURIComponent(q).replaceAll('%2B', '+')),
  'knows-jobs-by-their-address': resultBy((jobs) => [...new Set(jobs)]),
  'knows-jobs-by-title-and-place': () => {
    const known = new Set<string>();
    const isNew = (job: Job): boolean => {
      const { size } = known;
      return known.add(JSON.stringify([job['Job Title'], job['Company Name'], job['City']])).size > size;
    };
    return { jobsOf: ({ jobs }) => jobs.filter(isNew).map((job) => job['Job URL'] as string | null) };
  },
  'leaves-out-jobs-without-address': resultBy((jobs) => jobs.filter((job) => job !== null)),
  'takes-no-credits-left-for-the-end': endsIf((page) => Number(page['credits_remaining']) <= 0),
  'needs-credits-left': (right) => ({
    read: (answer) => {
      const page = right.read(answer);
      if (!page['credits_remaining']) throw new TypeError('credits_remaining is missing');
      return page;
    },
  }),
  'takes-zero-for-no-balance-1': balanceBy((balance) => balance || null),
  'takes-zero-for-no-balance-2': balanceBy((balance) => balance || -1),
  'looks-around-before': (right, client) => ({
    collect: async () => {
      await client.page({ ...client.taskBody(), department: ['Finance'], limit: 5 });
      return right.collect();
    },
  }),
  'api-key-in-the-address': requestBy(({ path }, key) => ({
    path: `${path}?api_key=${key}`,
  })),
  'api-key-in-the-body': requestBy(({ body }, key) => ({ body: { ...body, api_key: key } })),
  'api-key-in-another-header': requestBy(({ headers }, key) => ({
    headers: { ...headers, 'X-Api-Key': key },
  })),
  'lookup-without-a-word': requestBy(() => ({ path: '/api/v1/locations?q=z' })),
  'refuses-unknown-fields': succeedsIf((value) => {
    const unknown = Object.keys(value).find((name) => !['success', 'data', 'error'].includes(name));
    if (unknown !== undefined) throw new TypeError(`${unknown} is not known`);
  }),
  'reports-unknown-fields-as-a-failure': succeedsIf((value, answer) => {
    if ('x_added_later' in value) throw new Failure('unknown answer', { ...answer, status: 400 });
  }),
  'needs-a-title': jobsBy((job) => (job['Job Title'] as string).trim() && job['Job URL']),
  'needs-skills': jobsBy((job) => ((job['Skills'] as string[]).length >= 0 ? job['Job URL'] : null)),
  'needs-an-address': jobsBy((job) => (job['Job URL'] as string).replace('http:', 'https:')),
  'needs-a-date': jobsBy((job) => (job['Post Date'] as string).slice(0, 4) && job['Job URL']),
  'falls-back-on-the-legacy-search': (right) => {
    let isLegacy = false;
    return {
      operation: () => (isLegacy ? 'searchCompanyJobsLegacy' : right.operation()),
      collect: () =>
        right.collect().catch((error: unknown) => {
          if (isLegacy) throw error;
          isLegacy = true;
          return right.collect();
        }),
    };
  },
  'takes-a-message-for-a-failure': succeedsIf(({ error }, answer) => {
    if (error !== null) throw new Failure(String(error), { ...answer, status: 400 });
  }),
  'tries-for-a-result': succeedsIf(({ data }, answer) => {
    if ((data as Page).jobs.length === 0) throw new Failure('nothing found', answer);
  }),
  'crashes-without-jobs': (right) => ({
    jobsOf: (page) => {
      void (page.jobs[0] as Job)['Job URL'];
      return right.jobsOf(page);
    },
  }),
  'takes-a-failed-search-for-an-empty-page': {
    succeed: ({ text }) => JSON.parse(text) as Json,
    read: ({ data }) => (data as Page | null) ?? { jobs: [], search_after: null },
  },
  'tells-502-for-a-failed-search': (right) => ({
    failed: (failure) => ({ ...right.failed(failure), ...(failure.status === 200 && { status: 502 }) }),
  }),
};
