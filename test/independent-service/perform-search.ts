/** Performs a search: replays its stored answer, or executes, charges and stores it. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cycleOf, pay, type Account, type Operation } from './accounts.js';
import type { Endpoint } from './endpoints.js';
import { PROFILES, type Company, type Market, type Posting } from './postings.js';
import { checkBoards, checkBody, parseBody, windowOf, type Body } from './read-search.js';
import { Refusal } from './refusal.js';
import { companyOf, find, withoutCopies } from './search.js';
import { changed, type Search, type Service } from './service.js';

/** Returns the text of the answer to a search. Throws Refusal. */
export async function performSearch(
  request: { endpoint: Endpoint; text: string; key: string | null; isKeyMade: boolean },
  account: Account,
  service: Service,
): Promise<string> {
  const { endpoint, text, key, isKeyMade } = request;
  const raw = parseBody(text, endpoint, service);
  const paid = new Set(account.paid.get(cycleOf(service)));
  const search: Search = {
    service,
    account,
    endpoint,
    raw,
    body: {},
    counts: '',
    slot: '',
    isKeyMade,
    arrived: { paid, credits: account.credits },
    found: [],
    page: { page: [], last: undefined, hasMore: false, rest: 0 },
  };
  try {
    return await performOperation(search, { text, key });
  } catch (error) {
    throw error instanceof Refusal ? changed('refusal', error, search) : error;
  }
}

async function performOperation(
  search: Search,
  { text, key }: { text: string; key: string | null },
): Promise<string> {
  const { service, account, endpoint } = search;
  const { habits, breaks, now } = service;
  search.raw = changed('raw', search.raw, search);
  if (key !== null) {
    search.counts = changed('counts', habits.sameBody === 'value' ? ordered(search.raw) : text, search);
    const compared = changed('slot', key, search);
    search.slot = habits.keyScope === 'account' ? compared : `${endpoint.id} ${compared}`;
  }
  search.body = changed('body', checkBody(search.raw, endpoint, service), search);
  const { body, counts, slot } = search;
  const window = windowOf(body, endpoint, service);
  const company = endpoint.ofCompany ? companyOf(body, endpoint, service) : null;
  const found = (): Found => ({ company, postings: find(body, endpoint, { company, window }, service) });
  checkBoards(body, endpoint, service);
  if (key === null) return execute(search, found);

  const stored = changed('stored', account.operations.get(slot), search);
  if (stored !== undefined) {
    const isChanged =
      stored.endpoint !== endpoint.id || stored.body !== counts || stored.month !== cycleOf(service);
    if (isChanged && breaks !== 'answers-a-changed-request')
      throw new Refusal(409, 'The operation key was used for another request.');
    if (breaks === 'charges-a-retry') pay(account, 1);
    const answer = changed('replay', stored.text, search);
    return habits.replay === 'stored' && breaks !== 'charges-a-retry'
      ? answer
      : answer.replace(/("credits_remaining":\s?)-?\d+/, `$1${account.credits}`);
  }
  const other = account.underWay.get(slot);
  if (other !== undefined) {
    if (habits.copies === 'conflict' || other.body !== counts)
      throw new Refusal(409, 'The operation is in progress.');
    return other.done;
  }
  const done = execute(search, found);
  account.underWay.set(slot, { body: counts, done });
  try {
    const answer = await done;
    const operation: Operation = {
      endpoint: endpoint.id,
      body: counts,
      month: cycleOf(service),
      text: answer,
      at: now(),
    };
    const hasFailed = /^\{"success":\s?false/.test(answer);
    const kept = hasFailed ? null : changed('kept', operation, search);
    if (kept !== null) account.operations.set(slot, kept);
    return answer;
  } finally {
    account.underWay.delete(slot);
  }
}

const TOPPED_UP_AFTER = 500;

async function execute(search: Search, found: () => Found): Promise<string> {
  const { endpoint, account, service } = search;
  const { habits, market, now } = service;
  const pause = changed('pause', 0, search);
  if (pause > 0) await sleep(pause);
  service.searches += 1;
  if (habits.toppedUp && service.searches === TOPPED_UP_AFTER) account.credits += 1000;
  if (habits.slow && service.searches % 150 === 0) await sleep(2000);
  if (habits.passingFailures && service.searches % 40 === 0)
    throw new Refusal(503, 'service_unavailable: the search is down');
  if (habits.passingFailures && service.searches % 61 === 0) {
    const data = {
      ...(endpoint.ofCompany ? { company_details: null } : {}),
      jobs: [],
      total: 0,
      total_jobs_found: 0,
    };
    const left = { credits_used: 0, credits_remaining: account.credits, [cursorName(endpoint)]: null };
    return written({ success: false, data: { ...data, ...left }, error: 'the search failed' }, service);
  }
  if (habits.moving && service.searches % 5 === 0) market.grow(now());
  if (habits.vanishing && service.searches % 5 === 0) market.lose();
  return settle(search, found());
}

interface Found {
  company: Company | null;
  postings: readonly Posting[];
}

/** Determines the page, charges for it and returns the answer, without interruption by other requests. */
function settle(search: Search, { company, postings: all }: Found): string {
  const { endpoint, account, service } = search;
  const { habits, breaks, market } = service;
  const postings = changed('found', all, search);
  search.found = postings;
  search.page = changed('page', pageOf(search.body, postings, market, service), search);
  const { page, last, hasMore } = search.page;
  const month = cycleOf(service);
  const paid = account.paid.get(month) ?? new Set();
  account.paid.set(month, paid);
  const unpaid = page.filter(({ code }) => breaks === 'charges-paid-jobs-again' || !paid.has(code));
  const fresh = changed('fresh', unpaid, search);
  const price = breaks === 'history-at-one-credit' ? 1 : endpoint.price;
  const used = changed('used', fresh.length * price, search);
  if (used > 0 && used > account.credits) throw unaffordable(endpoint, account, service);
  const told: Record<string, unknown> = {
    ...(endpoint.ofCompany && (company !== null || habits.unknownCompany === 'null')
      ? { company_details: company && detailsOf(company, endpoint, service) }
      : {}),
    jobs: page.map((posting) => shown(posting, service)),
    total: page.length,
    total_jobs_found: breaks === 'counts-the-page-alone' ? page.length : postings.length,
    credits_used: used,
    credits_remaining: account.credits - used,
    [cursorName(endpoint)]: hasMore && last ? cursorAt(last, endpoint, service) : null,
    ...(habits.extraFields ? { took_ms: 12, meta: { shard: 3 } } : {}),
  };
  const data = changed('data', told, search);
  const nothing = 'No jobs match this search.';
  const error =
    endpoint.isLegacy && habits.legacyEmpty === 'object'
      ? { code: 'no_results', message: nothing, details: [] }
      : nothing;
  const isSilent = page.length > 0 || breaks === 'says-nothing-when-empty';
  const more = habits.extraFields ? { version: '7' } : {};
  const text = written({ success: true, data, error: isSilent ? null : error, ...more }, service);
  if (Buffer.byteLength(text) > 4 * 1024 * 1024 && (!endpoint.isLegacy || habits.legacySnapshot))
    throw new Refusal(503, 'invalid_result: the result is too large');
  pay(account, used);
  for (const { code } of fresh) paid.add(code);
  return text;
}

function unaffordable({ id, isLegacy }: Endpoint, { credits }: Account, { habits }: Service): Refusal {
  if (id === 'company history' && habits.historyUnaffordable === 403 && credits <= 0)
    return new Refusal(403, 'API key has no credits remaining');
  const isEnvelope = isLegacy && habits.legacyUnaffordable === 'envelope';
  return new Refusal(402, 'Not enough credits.', isEnvelope ? 'insufficient_credits' : undefined);
}

export interface Page {
  page: Posting[];
  last: Posting | undefined;
  hasMore: boolean;
  /** Number of jobs on this page and after it. */
  rest: number;
}

function pageOf(body: Body, found: readonly Posting[], market: Market, service: Service): Page {
  const { habits, breaks } = service;
  const { limit, search_after: after, next_cursor: next } = body;
  const code = after?.[1] ?? next ?? null;
  const rank = new Map(market.postings.map((posting, i) => [posting, i]));
  const start = code === null ? -1 : market.postings.findIndex((posting) => posting.code === code);
  const behind = found.filter((posting) => rank.get(posting)! > start);
  const rest = code !== null && breaks === 'loses-a-job-between-pages' ? behind.slice(1) : behind;
  const size = limit ?? (breaks === 'fifty-by-default' ? 50 : 100);
  const whole = rest.slice(0, size);
  const hasMore =
    rest.length > size || (habits.cursorOnFullLastPage && whole.length === size && whole.length > 0);
  const isWhole = body.exclude_duplicates === false && breaks !== 'duplicates-stay-out';
  const leavesOut = habits.pages === 'short' && !isWhole;
  const firsts = leavesOut ? new Set(withoutCopies(found, service)) : null;
  const page = firsts === null ? whole : whole.filter((posting) => firsts.has(posting));
  return { page, last: whole.at(-1), hasMore, rest: rest.length };
}

function cursorName({ isLegacy }: Endpoint): string {
  return isLegacy ? 'next_cursor' : 'search_after';
}

function cursorAt({ at, code }: Posting, { isLegacy }: Endpoint, { habits }: Service): unknown {
  if (isLegacy) return code;
  const time = { milliseconds: at, text: new Date(at).toISOString(), seconds: Math.floor(at / 1000) };
  return [time[habits.cursor], code];
}

function shown({ job, company: { slug } }: Posting, service: Service): object {
  const { habits } = service;
  const told = { ...job };
  if (habits.listings === 'signed') told['Job URL'] = signed(String(job['Job URL']), service);
  if (habits.links === 'of one answer') {
    told['Logo URL'] = signed(`https://logos.example/${slug}.png?size=64`, service);
    if (job['Apply URL'])
      told['Apply URL'] = `https://apply.example/go/${signature(job['Apply URL'], service)}`;
  }
  if (habits.absentFields === 'null') return told;
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
}

/** Signs an address for this answer, for an hour. */
function signed(address: string, service: Service): string {
  const until = Math.floor(service.now() / 1000) + 3600;
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}exp=${until}&sig=${signature(address, service)}`;
}

function signature(address: unknown, { searches }: Service): string {
  return createHash('sha1')
    .update(`${address as string} ${searches}`)
    .digest('hex');
}

function detailsOf(company: Company, { isLegacy }: Endpoint, { habits }: Service): object {
  const { slug, name, number, industries } = company;
  const url = { same: slug, slash: `${slug}/`, capitals: slug.toUpperCase() }[habits.profileUrl];
  const isHalf = habits.companies === 'half known';
  const office = { city: 'Upton', state: 'North', country: 'TL', is_headquarters: true };
  return {
    company_name: name,
    description: isHalf ? null : 'Makes things since 1990.',
    industry: industries[0],
    employee_data:
      isHalf && isLegacy ? null : { headcount: 120 + number, size_range: number % 4 === 0 ? null : '51-200' },
    website: `https://${slug}.example`,
    network_url: `${PROFILES}${url}`,
    locations: [isLegacy ? { ...office, address_line1: '1 Main St' } : office],
    founded_date: { year: 1990 + (number % 30) },
    ...(isLegacy ? {} : { tagline: 'We make it' }),
    specialties: isHalf && isLegacy ? [] : ['making'],
  };
}

export function written(value: unknown, { habits }: Service): string {
  const text = JSON.stringify(value);
  return habits.spaces ? text.replaceAll('":', '": ') : text;
}

/** Returns a text that is the same for equal JSON values. */
export function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${ordered(each)}`).join()}}`;
}

/** A key that the service makes for a search without one. */
export function madeKey(path: string, text: string, unique: string, service: Service): string {
  if (service.habits.madeKeys === 'new') return `use_v1_${unique.replaceAll('-', '')}`;
  return `use_v1_${createHash('sha1')
    .update(`${path} ${text} ${cycleOf(service)}`)
    .digest('hex')}`;
}
