/** Mistakes with pages, results and the content of answers (CLI-33 to CLI-50). */
import { badClientsOf } from './bad-client.js';
import { both, Failure, type Answer, type Json, type Outgoing, type Override, type Page } from './client.js';

type Jobs = (string | null)[];
type Job = Record<string, unknown>;

/** Changes the body for the next page. */
function laterBodyBy(change: (next: Json) => Json): Override {
  return (right) => ({
    nextBody: (body, page) => {
      const next = right.nextBody(body, page);
      return next && change(next);
    },
  });
}

function cursorBy(change: (cursor: [number, string]) => unknown): Override {
  return laterBodyBy((next) => ({ ...next, search_after: change(next['search_after'] as [number, string]) }));
}

function legacyCursorBy(change: (cursor: string) => string): Override {
  return laterBodyBy((next) => ({ ...next, next_cursor: change(next['next_cursor'] as string) }));
}

/** Requests one page after the last. */
function onePageMore(last: (body: Json) => Json): Override {
  return (right) => {
    let extra = 1;
    return { nextBody: (body, page) => right.nextBody(body, page) ?? (extra-- > 0 ? last(body) : null) };
  };
}

/** Pages without cursors, to 40 jobs. */
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

/** Ends at a page that failed with such a status; null is a lost answer. */
function endsAtPages(isEnd: (status: number | null) => boolean): Override {
  return (right) => ({
    page: (body) =>
      right.page(body).catch((error: unknown) => {
        if (error instanceof Failure && isEnd(error.status)) return { jobs: [], search_after: null };
        throw error;
      }),
  });
}

/** Reports another result. */
function resultBy(change: (jobs: Jobs) => Jobs): Override {
  return (right) => ({ done: (jobs) => right.done(change(jobs)) });
}

function addressBy(change: (address: string) => string): Override {
  return resultBy((jobs) => jobs.map((job) => job && change(job)));
}

/** Reports another failure. */
function failureBy(
  change: (failure: Failure) => { status?: number | null; requestId?: string | null },
): Override {
  return (right) => ({ failed: (failure) => ({ ...right.failed(failure), ...change(failure) }) });
}

const noRequestId = failureBy(() => ({ requestId: null }));

function requestBy(change: (request: Outgoing, key: string) => Partial<Outgoing>): Override {
  return (right, { place }) => ({
    requestOf: (attempted, path) => {
      const request = right.requestOf(attempted, path);
      return { ...request, ...change(request, place.key) };
    },
  });
}

function bodyWith(members: Json): Override {
  return requestBy(({ body }) => ({ body: { ...body, ...members } }));
}

/** Changes the body of the task. */
function taskBy(change: (body: Json) => Json): Override {
  return (right) => ({ taskBody: () => change(right.taskBody()) });
}

function dayMoved(bound: string, days: number): Override {
  return taskBy((body) => {
    const day = new Date(Date.parse(`${String(body[bound])}T00:00:00Z`) + days * 86_400_000);
    return { ...body, [bound]: day.toISOString().slice(0, 10) };
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

const twiceEachPage: Override = (right) => ({
  page: async (body, round = 0) => {
    if (body['search_after']) await right.page(body, round + 1);
    return right.page(body, round);
  },
});

/** Uses the legacy search after a failure of the search. */
const fallsBack: Override = (right) => {
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
};

const KNOWN = ['success', 'data', 'error'];

export const badPages = badClientsOf({
  'CLI-33 cursor-as-a-text in pages': cursorBy((cursor) => [JSON.stringify(cursor)]),
  'CLI-33 cursor-of-texts in pages': cursorBy((cursor) => cursor.map(String)),
  'CLI-33 cursor-turned-around in pages': cursorBy((cursor) => [...cursor].reverse()),
  'CLI-33 cursor-that-lost-digits in pages': cursorBy(([time, id]) => [Number(time.toPrecision(5)), id]),
  'CLI-33 cursor-for-the-next-day in pages': cursorBy(([time, id]) => [time - 86_400_000, id]),
  'CLI-33 legacy-cursor-in-quotes in legacy': legacyCursorBy(JSON.stringify),
  'CLI-33 legacy-cursor-by-decodeURIComponent in legacy': legacyCursorBy(decodeURIComponent),
  'CLI-33 legacy-cursor-by-encodeURIComponent in legacy': legacyCursorBy(encodeURIComponent),
  'CLI-33 cursor-as-an-object in pages': cursorBy((cursor) => ({ ...cursor })),
  'CLI-34 filters-on-the-first-page-alone in pages': laterBodyBy(
    ({ search_after, limit, published_after }) => ({ search_after, limit, published_after }),
  ),
  'CLI-34 larger-pages-later in pages': laterBodyBy((next) => ({ ...next, limit: 50 })),
  'CLI-34 another-filter-later in pages': laterBodyBy((next) => ({ ...next, is_remote: true })),
  'CLI-35 sends-null-on in full-last-page': onePageMore((body) => ({ ...body, search_after: null })),
  'CLI-35 pages-until-one-is-empty in full-last-page': onePageMore((body) => ({ ...body, limit: 9 })),
  'CLI-35 pages-for-ever in one-page': {
    nextBody: (body, { search_after }) => ({ ...body, search_after }),
  },
  'CLI-36 fetches-each-page-twice in pages': twiceEachPage,
  'CLI-36 fetches-each-page-twice-over-a-new-cycle in cycle-turns': { wastes: 10, client: twiceEachPage },
  'CLI-36 pages-by-offset in pages': pagesBy((offset) => ({ offset })),
  'CLI-36 pages-by-number in pages': pagesBy((held) => ({ page: held / 10 + 1 })),
  'CLI-38 one-page-too-many in enough': {
    wastes: 10,
    client: (right) => {
      let extra = 1;
      return { isEnough: (jobs) => right.isEnough(jobs) && extra-- < 1 };
    },
  },
  'CLI-38 more-than-enough in just-enough': {
    wastes: 10,
    client: (right) => ({
      isEnough: (jobs) => right.isEnough(jobs.slice(1)),
    }),
  },
  'CLI-38 does-not-know-enough in enough': { wastes: 14, client: { isEnough: () => false } },
  'CLI-39 leaves-out-the-last-page in pages': resultBy((jobs) => jobs.slice(0, 30)),
  'CLI-39 tells-the-last-page-twice in pages': resultBy((jobs) => [...jobs, ...jobs.slice(30)]),
  'CLI-39 tells-the-last-page-alone in pages': resultBy((jobs) => jobs.slice(30)),
  'CLI-39 turns-jobs-around in pages': resultBy((jobs) => [...jobs].reverse()),
  'CLI-39 tells-another-form-of-addresses-1 in pages': addressBy((url) => url.toLowerCase()),
  'CLI-39 tells-another-form-of-addresses-2 in pages': addressBy((url) => url.split('?')[0]!),
  'CLI-39 tells-another-form-of-addresses-3 in pages': addressBy(decodeURIComponent),
  'CLI-39 tells-another-form-of-addresses-4 in pages': addressBy((url) => url.replaceAll('&', '&amp;')),
  'CLI-39 loses-the-first-job in pages': resultBy((jobs) => jobs.slice(1)),
  'CLI-39 sorts-pages-wrongly in company': resultBy((jobs) => [...jobs.slice(10), ...jobs.slice(0, 10)]),
  'CLI-39 adds-a-filter in pages,enough,poll': (right) => ({
    bodyOfAttempt: (attempted) => ({ ...right.bodyOfAttempt(attempted), is_remote: true }),
  }),
  'CLI-39 stops-after-the-first-page in pages': { nextBody: () => null },
  'CLI-39 cuts-off-at-enough in enough': resultBy((jobs) => jobs.slice(0, 15)),
  'CLI-39 ends-at-the-total-of-a-page in pages': (right) => ({
    nextBody: (body, page) => (Number(page['total']) <= page.jobs.length ? null : right.nextBody(body, page)),
  }),
  'CLI-39 encodes-a-word-twice in locations': (right) => ({
    locations: (q) => right.locations(encodeURIComponent(q)),
  }),
  'CLI-39 lookup-with-signs-1 in locations-signs': encodedBy((q) => q),
  'CLI-39 lookup-with-signs-2 in locations-signs': encodedBy(encodeURI),
  'CLI-39 lookup-with-signs-3 in locations-signs': encodedBy((q) =>
    encodeURIComponent(q).replaceAll('%2B', '+'),
  ),
  'CLI-39 published_after-a-day-before in dates': dayMoved('published_after', -1),
  'CLI-39 published_after-a-day-after in dates': dayMoved('published_after', 1),
  'CLI-39 published_before-a-day-before in dates': dayMoved('published_before', -1),
  // The first jobs could have arrived in the meantime, but the price shows the mistake.
  'CLI-40 published_before-a-day-after in dates': dayMoved('published_before', 1),
  'CLI-39 knows-jobs-by-their-address in nulls': resultBy((jobs) => [...new Set(jobs)]),
  'CLI-39 leaves-out-jobs-without-address in nulls': resultBy((jobs) => jobs.filter((job) => job !== null)),
  'CLI-39 done-in-spite-of-402 in unaffordable': endsAtPages(() => true),
  'CLI-39 done-in-spite-of-lost-pages in never-answers-later': endsAtPages((status) => status === null),
  'CLI-39 done-in-spite-of-limited-pages in always-limited-later': endsAtPages((status) => status === 429),
  'CLI-39 takes-no-credits-left-for-the-end in used-up': (right) => ({
    nextBody: (body, page) => (Number(page['credits_remaining']) > 0 ? right.nextBody(body, page) : null),
  }),
  'CLI-39 needs-credits-left in last-credit': (right) => ({
    read: (answer) => {
      const page = right.read(answer);
      if (!page['credits_remaining']) throw new TypeError('credits_remaining is missing');
      return page;
    },
  }),
  'CLI-39 takes-zero-for-no-balance-1 in balance-of-zero': balanceBy((balance) => balance || null),
  'CLI-39 takes-zero-for-no-balance-2 in balance-of-zero': balanceBy((balance) => balance || -1),
  'CLI-40 larger-pages-than-asked in enough': {
    wastes: 14,
    client: taskBy((body) => ({ ...body, limit: 100 })),
  },
  'CLI-40 looks-around-before in pages': {
    wastes: 5,
    client: (right, client) => ({
      collect: async () => {
        await client.page({ ...client.taskBody(), department: ['Finance'], limit: 5 });
        return right.collect();
      },
    }),
  },
  'CLI-41 api-key-in-the-address in pages': requestBy(({ path }, key) => ({
    path: `${path}?api_key=${key}`,
  })),
  'CLI-41 api-key-in-the-body in pages': requestBy(({ body }, key) => ({ body: { ...body, api_key: key } })),
  'CLI-41 api-key-in-another-header in pages': requestBy(({ headers }, key) => ({
    headers: { ...headers, 'X-Api-Key': key },
  })),
  'CLI-42 limit-as-a-text in pages': bodyWith({ limit: '10' }),
  'CLI-42 limit-too-large in pages': bodyWith({ limit: 500 }),
  'CLI-42 date-in-another-form in pages': bodyWith({ published_after: '01.12.2025' }),
  'CLI-42 lookup-without-a-word in locations': requestBy(() => ({ path: '/api/v1/locations?q=z' })),
  'CLI-43 refuses-unknown-fields in unknown-fields': succeedsIf((value) => {
    const unknown = Object.keys(value).find((name) => !KNOWN.includes(name));
    if (unknown !== undefined) throw new TypeError(`${unknown} is not known`);
  }),
  'CLI-43 reports-unknown-fields-as-a-failure in unknown-fields': succeedsIf((value, answer) => {
    if ('x_added_later' in value) throw new Failure('unknown answer', { ...answer, status: 400 });
  }),
  'CLI-44 needs-a-title in nulls': jobsBy((job) => (job['Job Title'] as string).trim() && job['Job URL']),
  'CLI-44 needs-skills in nulls': jobsBy((job) =>
    (job['Skills'] as string[]).length >= 0 ? job['Job URL'] : null,
  ),
  'CLI-44 needs-an-address in nulls': jobsBy((job) => (job['Job URL'] as string).replace('http:', 'https:')),
  'CLI-44 needs-a-date in nulls': jobsBy((job) => (job['Post Date'] as string).slice(0, 4) && job['Job URL']),
  'CLI-45 tells-no-request-id-in-unaffordable in unaffordable': noRequestId,
  'CLI-45 tells-no-request-id-in-refused-key in refused-key': noRequestId,
  'CLI-45 tells-no-request-id-in-long-wait in long-wait': noRequestId,
  'CLI-45 tells-no-request-id-in-always-unavailable in always-unavailable': noRequestId,
  'CLI-45 tells-another-request-id in refused-request': failureBy(() => ({
    requestId: '00000000-0000-4000-8000-000000000000',
  })),
  'CLI-46 uses-the-legacy-search in company': { operation: () => 'searchCompanyJobsLegacy' },
  'CLI-46 falls-back-on-the-legacy-search in company-unavailable': { wastes: 0, client: fallsBack },
  'CLI-40 falls-back-on-the-legacy-search-after-a-loss in company-lost': {
    wastes: 2,
    client: both(fallsBack, { attempts: 1 }),
  },
  'CLI-47 pays-twice-for-recent-jobs in pages': {
    wastes: 34,
    client: { operation: () => 'searchJobsHistorical' },
  },
  'CLI-48 takes-a-message-for-a-failure in empty-result': succeedsIf(({ error }, answer) => {
    if (error !== null) throw new Failure(String(error), { ...answer, status: 400 });
  }),
  'CLI-48 tries-for-a-result in empty-result': succeedsIf(({ data }, answer) => {
    if ((data as Page).jobs.length === 0) throw new Failure('nothing found', answer);
  }),
  'CLI-48 crashes-without-jobs in empty-result': (right) => ({
    jobsOf: (page) => {
      void (page.jobs[0] as Job)['Job URL'];
      return right.jobsOf(page);
    },
  }),
  'CLI-49 takes-a-failed-search-for-an-empty-page in failed-search': {
    succeed: ({ text }) => JSON.parse(text) as Json,
    read: ({ data }) => (data as Page | null) ?? { jobs: [], search_after: null },
  },
  'CLI-49 ends-at-a-failed-search in failed-search': endsAtPages(() => true),
  'CLI-50 tells-500-for-402 in unaffordable': failureBy(() => ({ status: 500 })),
  'CLI-50 tells-502-for-a-failed-search in failed-search': failureBy(({ status }) => ({
    status: status === 200 ? 502 : status,
  })),
  'CLI-50 tells-no-status in always-limited-later': failureBy(() => ({ status: null })),
});
