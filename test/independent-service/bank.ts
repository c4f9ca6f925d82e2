/**
 * More faults of the service, written from its specification alone. bank.yaml has their clauses. Each fault changes some values
 * of a search or lookup (`Changes`). A fault with state is a function that each server calls once.
 */
import { randomUUID } from 'node:crypto';
import { pay, type Account, type Operation } from './accounts.js';
import { ordered } from './perform-search.js';
import { DAY, type Posting } from './postings.js';
import { invalid, type Refusal } from './refusal.js';
import type { Body, Group, Raw } from './read-search.js';
import { withoutCopies } from './search.js';
import type { Changes, Search } from './service.js';

const isLater = ({ search_after: after, next_cursor: next }: Body): boolean =>
  (after ?? next ?? null) !== null;
const without = (body: object, ...names: string[]): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
const onLaterPages =
  (change: (body: Body) => Body) =>
  (body: Body): Body =>
    isLater(body) ? change(body) : body;
/** Has an effect, and leaves the value as it is. */
const also =
  <T>(effect: (search: Search, value: T) => void) =>
  (value: T, search: Search): T => {
    effect(search, value);
    return value;
  };
const onStatus = (status: number, effect: (search: Search) => void) =>
  also<Refusal>((search, refusal) => void (refusal.status === status && effect(search)));
/** Returns a faulty cache: a function that returns the first value for a key, however incomplete the key is. */
function remembered<T>(): (key: string, value: T) => T {
  const values = new Map<string, T>();
  return (key, value) => {
    if (!values.has(key)) values.set(key, value);
    return values.get(key)!;
  };
}
/** Has an effect on each replay of a search except the first. `used` is the number of credits in its answer. */
function fromTheSecond(effect: (search: Search, used: number) => void) {
  const recovered = new Set<string>();
  return also<string>((search, text) => {
    const name = `${search.slot} ${text}`;
    if (recovered.has(name)) effect(search, Number(/"credits_used":\s?(\d+)/.exec(text)?.[1]));
    recovered.add(name);
  });
}
const asciiOnly = (text: string): string => text.replace(/[^\0-\x7f]/gu, '?');
const inLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
/** A fault that replaces members of requests. `change` returns the members, or false to leave the request as it is. */
const inBody = (change: (raw: Raw, search: Search) => object | false): Changes => ({
  raw: (raw, search) => ({ ...raw, ...change(raw, search) }),
});
/** Changes each text of a list in the body of the request. */
const inTexts = (name: string, change: (text: string) => string[]): Changes =>
  inBody(({ [name]: list }) => {
    const isText = (each: unknown): each is string => typeof each === 'string';
    const changed = (each: unknown): unknown[] => (isText(each) ? change(each) : [each]);
    return Array.isArray(list) && { [name]: list.flatMap(changed) };
  });
const inJobs = (change: (job: Record<string, unknown>) => object): Changes => ({
  data: (data) => ({ ...data, jobs: (data['jobs'] as Record<string, unknown>[]).map(change) }),
});
/** In searches for which `isMeant` is true, leaves out the postings for which `isKept` is false. */
const lacking = (
  isMeant: (search: Search) => boolean,
  isKept: (posting: Posting, search: Search) => boolean,
): Changes => ({
  found: (postings, search) =>
    isMeant(search) ? postings.filter((posting) => isKept(posting, search)) : postings,
});
/** Returns the first results again for requests with the same `partOf`, even if their other members differ. */
const cachedBy = (partOf: (raw: object) => object) => (): Changes => {
  const cached = remembered<readonly Posting[]>();
  return { found: (postings, { raw, endpoint: { id } }) => cached(id + ordered(partOf(raw)), postings) };
};
/** Replaces the letters beyond ASCII in a member of the body. */
const inAscii = (name: 'jobs_locations' | 'job_keywords'): Changes => ({
  body: (body) =>
    body[name] ? { ...body, [name]: JSON.parse(asciiOnly(JSON.stringify(body[name]))) as unknown } : body,
});
const inQueries = (change: (text: string) => string): Changes => ({
  query: (query) =>
    new URLSearchParams(Array.from(query, ([name, value]): [string, string] => [name, change(value)])),
});
/** Cuts each list at five items, at whatever depth. */
const firstFive = <T extends object>(part: T): T =>
  JSON.parse(JSON.stringify(part), (_, value: unknown) =>
    Array.isArray(value) ? value.slice(0, 5) : value,
  ) as T;
/** Long enough for concurrent requests to arrive. */
const PAUSE_MS = 15;
/** Members that the key of a cache lacks. */
const UNCACHED = /^(advanced_)?exclude_job|^limit$|^search_after$|^next_cursor$/;

function keepLatest({ paid }: Account, most: number): void {
  for (const codes of paid.values())
    for (const code of [...codes].slice(0, Math.max(0, codes.size - most))) codes.delete(code);
}

function cut({ groups = [], ...group }: Group, levels: number): Group {
  return { ...group, ...(levels > 1 ? { groups: groups.map((each) => cut(each, levels - 1)) } : {}) };
}

export const BANK = {
  // Operation keys
  'keys-last-a-minute': {
    stored: (operation, { service }) =>
      operation !== undefined && service.now() - operation.at > 60_000 ? undefined : operation,
  },
  'remembers-forty-operations': {
    kept: also(({ account: { operations } }) => {
      if (operations.size >= 40) operations.delete([...operations.keys()][0]!);
    }),
  },
  'recovers-once': { replay: also(({ account, slot }) => account.operations.delete(slot)) },
  'recovers-twice': () => ({ replay: fromTheSecond(({ account, slot }) => account.operations.delete(slot)) }),
  // The other members of a recovered job are those of the stored answer.
  'recovered-links-are-signed-anew': {
    replay: (text) => text.replace(/sig=[0-9a-f]+/g, () => `sig=${randomUUID()}`),
  },
  'second-recovery-is-charged': () => ({ replay: fromTheSecond(({ account }, used) => pay(account, used)) }),
  'conflict-releases-the-key': {
    refusal: onStatus(409, ({ account, slot }) => account.operations.delete(slot)),
  },
  'conflict-replaces-the-request': {
    refusal: onStatus(409, ({ account, slot, counts }) => {
      const operation = account.operations.get(slot);
      if (operation !== undefined) operation.body = counts;
    }),
  },
  'forgets-keys-it-made': { kept: (operation, { isKeyMade }) => (isKeyMade ? null : operation) },
  'keys-ignore-case': { slot: (key) => key.toLowerCase() },
  'keys-compared-to-64': { slot: (key) => key.slice(0, 64) },
  'answers-across-endpoints': {
    stored: (operation, { endpoint }) => operation && { ...operation, endpoint: endpoint.id },
  },
  'compares-objects-by-name': {
    counts: (_, { raw }) => Object.entries(raw).map(String).sort().join(),
  },
  'compares-without-cursor': { counts: (_, { raw }) => ordered(without(raw, 'search_after')) },

  // Pages
  'later-pages-forget-exclusions': {
    body: onLaterPages((body) =>
      without(body, 'exclude_job_keywords', 'exclude_jobs_locations', 'exclude_job_boards'),
    ),
  },
  'later-pages-forget-the-window': {
    body: onLaterPages((body) => without(body, 'published_after', 'published_before')),
  },
  'later-pages-are-free': { used: (credits, { body }) => (isLater(body) ? 0 : credits) },
  'later-totals-count-the-rest': {
    data: (data, { body, page }) => ({
      ...data,
      ...(isLater(body) ? { total_jobs_found: page.rest } : {}),
    }),
  },
  'later-pages-at-the-default-size': { body: onLaterPages((body) => without(body, 'limit')) },
  'third-page-repeats-a-job'() {
    const second = new Map<string, Posting>();
    return {
      page(page, { body }) {
        const code = body.search_after?.[1] ?? body.next_cursor ?? null;
        const before = code === null ? undefined : second.get(code);
        if (page.last !== undefined && code !== null) second.set(page.last.code, page.last);
        return before === undefined ? page : { ...page, page: [before, ...page.page.slice(1)] };
      },
    };
  },
  'cursor-after-the-end': { page: (page) => ({ ...page, hasMore: true }) },
  'one-chain-per-account'() {
    let latest: string | undefined;
    return {
      body: (body) =>
        body.search_after ? { ...body, search_after: [0, latest ?? body.search_after[1]] } : body,
      page: also((_, page) => {
        if (page.hasMore) latest = page.last?.code;
      }),
    };
  },
  'query-of-the-latest-first-page'() {
    const latest = new Map<string, Body>();
    return {
      body(body, { endpoint: { id } }) {
        if (!isLater(body)) latest.set(id, body);
        const { search_after, next_cursor, limit } = body;
        return { ...latest.get(id), search_after, next_cursor, limit } as Body;
      },
    };
  },
  'single-last-job-lost': {
    page: (page, { body: { limit = 100 } }) => ({
      ...page,
      hasMore: page.hasMore && page.rest !== limit + 1,
    }),
  },
  'copies-return-on-later-pages': {
    body: onLaterPages((body) => ({ ...body, exclude_duplicates: false })),
    data: (data, { body, found, service }) => ({
      ...data,
      ...(isLater(body) ? { total_jobs_found: withoutCopies(found, service).length } : {}),
    }),
  },
  'details-on-the-first-page-only': {
    data: (data, { body }) =>
      'company_details' in data && isLater(body) ? { ...data, company_details: null } : data,
  },

  // Concurrent searches
  'concurrent-searches-share-a-limit'() {
    let shared: number | undefined;
    return {
      pause: () => PAUSE_MS,
      body: also((_, { limit }) => (shared = limit)),
      found: also((search) => (search.body = { ...search.body, limit: shared } as Body)),
    };
  },
  'concurrent-searches-pay-twice': {
    pause: () => PAUSE_MS,
    fresh: (_, { page, arrived }) => page.page.filter(({ code }) => !arrived.paid.has(code)),
  },
  'concurrent-charges-overwrite': {
    pause: () => PAUSE_MS,
    used: also(({ account, arrived }) => (account.credits = arrived.credits)),
  },

  // Caches
  'cache-without-exclusions': cachedBy((raw) =>
    Object.fromEntries(Object.entries(raw).filter(([name]) => !UNCACHED.test(name))),
  ),
  'cache-without-the-company': cachedBy((raw) =>
    without(raw, 'company_network_url', 'limit', 'search_after', 'next_cursor'),
  ),
  'details-of-the-first-company'() {
    const first = remembered<unknown>();
    return {
      data: (data) =>
        data['company_details'] ? { ...data, company_details: first('', data['company_details']) } : data,
    };
  },
  'lookup-cached-by-three-letters'() {
    const cached = remembered<object[]>();
    return {
      options: (options, { path, query }) =>
        cached(`${path} ${query.get('q')?.trim().toLowerCase().slice(0, 3)} ${query.get('limit')}`, options),
    };
  },
  'lookup-cached-without-limit'() {
    const cached = remembered<object[]>();
    return { options: (options, { path, query }) => cached(`${path} ${query.get('q')}`, options) };
  },
  'balance-cached-for-ten-seconds'() {
    let [until, cached] = [0, 0];
    return {
      balance(credits, { service }) {
        if (service.now() >= until) [until, cached] = [service.now() + 10_000, credits];
        return cached;
      },
    };
  },

  // Alphabets
  'places-beyond-ascii-unfound': inAscii('jobs_locations'),
  'terms-beyond-ascii-unfound': inAscii('job_keywords'),
  'q-decoded-as-latin1': inQueries(inLatin1),
  'capital-k-unfound': inQueries((text) => text.replaceAll('K', '?')),
  'boards-lowered-in-turkish': inTexts('include_job_boards', (text) => [text.toLocaleLowerCase('tr')]),
  'industry-split-at-commas': inTexts('industry', (text) => text.split(', ')),
  'cities-encoded-twice': inJobs((job) =>
    job['City'] ? { ...job, City: inLatin1(String(job['City'])) } : job,
  ),

  // Borders
  'limit-hundred-refused': {
    endpoint: (endpoint) =>
      endpoint.isLegacy ? endpoint : { ...endpoint, limits: [endpoint.limits[0], 99] },
  },
  'history-clamps-limits': inBody(
    ({ limit }, { endpoint }) => endpoint.isHistory && Number(limit) > 100 && { limit: 100 },
  ),
  'equal-dates-accepted': inBody(({ published_after: after, published_before: before }, { endpoint }) => {
    const isMeant = endpoint.ofCompany && after !== undefined && after === before;
    return isMeant && { published_before: dayOf(Date.parse(String(before)) + DAY) };
  }),
  'first-day-left-out': lacking(
    ({ body }) => body.published_after !== undefined,
    ({ at }, { body }) => at >= Date.parse(body.published_after!) + DAY,
  ),
  'six-months-of-31-days': inBody(({ published_after: after }, { service, endpoint }) => {
    const age = (service.now() - Date.parse(String(after))) / DAY;
    const isTolerated = !endpoint.isHistory && age > 178 && age < 187;
    return isTolerated && { published_after: dayOf(service.now() - 178 * DAY) };
  }),
  'eight-weeks-by-default': lacking(
    ({ body, endpoint }) => endpoint.id === 'direct' && body.published_after === undefined,
    ({ at }, { service }) => at > service.now() - 56 * DAY,
  ),
  'today-ends-the-default': {
    body: (body, { endpoint, service }) =>
      endpoint.id === 'direct' ? { published_before: dayOf(service.now()), ...body } : body,
  },
  'spaces-count-in-q': {
    query(query) {
      const q = query.get('q') ?? '';
      const isShort = q.length >= 3 && q.replace(/\s/g, '').length < 3;
      // An invisible character that is no white space.
      return isShort ? new URLSearchParams({ q: `${q}\u200b\u200b\u200b` }) : query;
    },
  },
  'lists-cut-at-ten': {
    body: (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]: [string, unknown]) => [
          name,
          Array.isArray(value) ? value.slice(0, 10) : value,
        ]),
      ),
  },
  'keyword-lists-cut-at-five': {
    body: (body) => ({
      ...body,
      ...firstFive({ job_keywords: body.job_keywords, advanced_job_keywords: body.advanced_job_keywords }),
    }),
  },
  'places-cut-at-five': {
    body: (body) => ({ ...body, ...firstFive({ jobs_locations: body.jobs_locations }) }),
  },

  // Refusals
  'charges-a-refused-search': { refusal: onStatus(422, ({ account }) => pay(account, 1)) },
  'charges-an-unavailable-search': { refusal: onStatus(503, ({ account }) => pay(account, 1)) },
  'charges-a-conflict': { refusal: onStatus(409, ({ account }) => pay(account, 1)) },
  'key-spent-by-a-503': {
    refusal: onStatus(503, ({ account, slot, endpoint }) => {
      const spent: Operation = { endpoint: endpoint.id, body: '', month: '', text: '', at: 0 };
      if (slot !== '') account.operations.set(slot, spent);
    }),
  },

  // Charging
  'paid-by-endpoint'() {
    const paid = new Set<string>();
    return {
      fresh(_, { page, endpoint: { id } }) {
        const fresh = page.page.filter(({ code }) => !paid.has(`${id} ${code}`));
        for (const { code } of fresh) paid.add(`${id} ${code}`);
        return fresh;
      },
    };
  },
  'forgets-paid-jobs-after-sixty': { found: also(({ account }) => keepLatest(account, 60)) },
  'each-tenth-job-free': {
    used: (credits, { endpoint: { price } }) => credits - Math.floor(credits / price / 10) * price,
  },
  'each-tenth-charge-falls-twice'() {
    let charges = 0;
    return {
      used: also(({ account }, credits) => {
        if (credits > 0) charges += 1;
        if (charges % 10 === 0) pay(account, credits);
      }),
    };
  },
  'history-at-one-and-a-half': {
    used: (credits, { endpoint }) => (endpoint.isHistory ? Math.ceil(credits * 0.75) : credits),
  },
  'charges-nothing': { used: () => 0 },
  'empty-search-costs-one': { used: (credits, { page }) => (page.page.length === 0 ? 1 : credits) },

  // Filters
  'null-remote-means-on-site': inBody(({ is_remote }) => is_remote === null && { is_remote: false }),
  'salary-false-means-none': lacking(
    ({ body }) => body.salary_data_available === false,
    ({ job }) => job['Salary From'] === null,
  ),
  'third-level-groups-ignored': {
    body: ({ advanced_job_keywords: groups, ...body }) => ({
      ...body,
      ...(groups ? { advanced_job_keywords: groups.map((each) => cut(each, 2)) } : {}),
    }),
  },
  'exclusion-removes-jobs-without-text': lacking(
    ({ body }) => Boolean(body.exclude_job_keywords?.description?.length),
    ({ text }) => text !== null,
  ),
  'legacy-drops-unclassified-employers': lacking(
    ({ body, endpoint }) => endpoint.isLegacy && body.is_agency === false,
    ({ company }) => company.isAgency === false,
  ),
  'post-dates-with-a-time': inJobs((job) =>
    String(job['Job URL']).endsWith('77')
      ? { ...job, 'Post Date': `${String(job['Post Date'])}T00:00:00Z` }
      : job,
  ),
  'null-in-places-refused': {
    raw(raw) {
      if (/"(state|city)":null/.test(JSON.stringify(raw)))
        throw invalid(['jobs_locations'], 'Input should be a valid string', 'string_type');
      return raw;
    },
  },

  // Requests
  'longer-api-keys-accepted': { apiKey: (key) => key.slice(0, 20) },
  'takes-the-callers-request-id': {
    headers(headers, { request }) {
      const id = request.headers['x-request-id'];
      return typeof id === 'string' ? { ...headers, 'X-Request-ID': id } : headers;
    },
  },
  'replay-repeats-the-request-id'() {
    const first = remembered<string>();
    return {
      headers(headers, { request, status }) {
        const key = request.headers['idempotency-key'];
        return typeof key === 'string' && status === 200
          ? { ...headers, 'X-Request-ID': first(key, headers['X-Request-ID']!) }
          : headers;
      },
    };
  },
  'no-request-id-on-405': {
    headers: (headers, { status }) =>
      status === 405 ? (without(headers, 'X-Request-ID') as Record<string, string>) : headers,
  },
  'operation-key-in-small-letters': {
    headers: (headers) =>
      headers['Idempotency-Key'] === undefined
        ? headers
        : { ...headers, 'Idempotency-Key': headers['Idempotency-Key'].toLowerCase() },
  },
  'underscore-is-a-wildcard': {
    query: (query, { path }) =>
      /^[_%]+$/.test(query.get('q') ?? '') && path !== '/api/v1/locations' ? new URLSearchParams() : query,
  },
  'departments-cut-q-at-twenty': {
    query(query, { path }) {
      const q = query.get('q') ?? '';
      if (path !== '/api/v1/departments' || q.length > 200) return query;
      return new URLSearchParams({ q: q.trim().slice(0, 20) });
    },
  },
} satisfies Record<string, Changes | (() => Changes)>;
