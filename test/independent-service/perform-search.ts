/** A search from its body to its answer: replayed, or executed, charged and stored. */
import { createHash } from 'node:crypto';
import { monthOf, type Account } from './accounts.js';
import type { Endpoint } from './endpoints.js';
import { PROFILES, type Company, type Market, type Posting } from './postings.js';
import { checkBoards, checkBody, parseBody, windowOf, type Body } from './read-search.js';
import { Refusal } from './refusal.js';
import { companyOf, find, withoutCopies } from './search.js';
import type { Service } from './service.js';

/** The text of the answer to a search. Throws Refusal. */
export async function performSearch(
  request: { endpoint: Endpoint; text: string; key: string | null },
  account: Account,
  service: Service,
): Promise<string> {
  const { endpoint, text, key } = request;
  const { habits, breaks, now } = service;
  const raw = parseBody(text, endpoint, service);
  const body = checkBody(raw, endpoint, service);
  const window = windowOf(body, endpoint, service);
  const company = endpoint.ofCompany ? companyOf(body, endpoint, service) : null;
  const found = (): Found => ({ company, postings: find(body, endpoint, { company, window }, service) });
  checkBoards(body, endpoint, service);
  if (key === null) return execute({ endpoint, body }, found, account, service);

  const counts = habits.sameBody === 'value' ? ordered(raw) : text;
  const slot = habits.keyScope === 'account' ? key : `${endpoint.id} ${key}`;
  const stored = account.operations.get(slot);
  if (stored !== undefined) {
    const isChanged =
      stored.endpoint !== endpoint.id || stored.body !== counts || stored.month !== monthOf(now());
    if (isChanged && breaks !== 'answers-a-changed-request')
      throw new Refusal(409, 'The operation key was used for another request.');
    if (breaks === 'charges-a-retry') pay(account, 1);
    return habits.replay === 'stored' && breaks !== 'charges-a-retry'
      ? stored.text
      : stored.text.replace(/("credits_remaining":\s?)-?\d+/, `$1${account.credits}`);
  }
  const other = account.underWay.get(slot);
  if (other !== undefined) {
    if (habits.copies === 'conflict' || other.body !== counts)
      throw new Refusal(409, 'The operation is under way.');
    return other.done;
  }
  const done = execute({ endpoint, body }, found, account, service);
  account.underWay.set(slot, { body: counts, done });
  try {
    const answer = await done;
    if (!isFailure(answer))
      account.operations.set(slot, {
        endpoint: endpoint.id,
        body: counts,
        month: monthOf(now()),
        text: answer,
      });
    return answer;
  } finally {
    account.underWay.delete(slot);
  }
}

function isFailure(answer: string): boolean {
  return /^\{"success":\s?false/.test(answer);
}

async function execute(
  request: { endpoint: Endpoint; body: Body },
  found: () => Found,
  account: Account,
  service: Service,
): Promise<string> {
  const { endpoint } = request;
  const { habits, market, now } = service;
  service.searches += 1;
  if (habits.slow && service.searches % 150 === 0) await new Promise((resolve) => setTimeout(resolve, 2000));
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
  return settle(request, found(), account, service);
}

interface Found {
  company: Company | null;
  postings: readonly Posting[];
}

/** Takes a page, its price and its cursor in one step. */
function settle(
  { endpoint, body }: { endpoint: Endpoint; body: Body },
  { company, postings }: Found,
  account: Account,
  service: Service,
): string {
  const { habits, breaks, market, now } = service;
  const { page, last, hasMore } = pageOf(body, postings, market, service);
  const month = monthOf(now());
  const paid = account.paid.get(month) ?? new Set();
  account.paid.set(month, paid);
  const fresh = page.filter(({ code }) => breaks === 'charges-paid-jobs-again' || !paid.has(code));
  const used = fresh.length * (breaks === 'history-at-one-credit' ? 1 : endpoint.price);
  if (used > 0 && used > account.credits) throw unaffordable(endpoint, account, service);
  const data = {
    ...(endpoint.ofCompany ? { company_details: company && detailsOf(company, endpoint, service) } : {}),
    jobs: page.map((posting) => shown(posting, service)),
    total: page.length,
    total_jobs_found: breaks === 'counts-the-page-alone' ? page.length : postings.length,
    credits_used: used,
    credits_remaining: account.credits - used,
    [cursorName(endpoint)]: hasMore && last ? cursorAt(last, endpoint, service) : null,
    ...(habits.extraFields ? { took_ms: 12, meta: { shard: 3 } } : {}),
  };
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

function pay(account: Account, credits: number): void {
  if (credits === 0) return;
  account.creditsBefore = account.credits;
  account.credits -= credits;
}

function unaffordable({ id, isLegacy }: Endpoint, { credits }: Account, { habits }: Service): Refusal {
  if (id === 'company history' && habits.historyUnaffordable === 403 && credits <= 0)
    return new Refusal(403, 'API key has no credits remaining');
  const isEnvelope = isLegacy && habits.legacyUnaffordable === 'envelope';
  return new Refusal(402, 'Not enough credits.', isEnvelope ? 'insufficient_credits' : undefined);
}

interface Page {
  page: Posting[];
  last: Posting | undefined;
  hasMore: boolean;
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
  return { page, last: whole.at(-1), hasMore };
}

function cursorName({ isLegacy }: Endpoint): string {
  return isLegacy ? 'next_cursor' : 'search_after';
}

function cursorAt({ at, code }: Posting, { isLegacy }: Endpoint, { habits }: Service): unknown {
  if (isLegacy) return code;
  const time = { milliseconds: at, text: new Date(at).toISOString(), seconds: Math.floor(at / 1000) };
  return [time[habits.cursor], code];
}

function shown({ job }: Posting, { habits }: Service): object {
  if (habits.absentFields === 'null') return job;
  return Object.fromEntries(Object.entries(job).filter(([, value]) => value !== null));
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

/** JSON as this service writes it. */
export function written(value: unknown, { habits }: Service): string {
  const text = JSON.stringify(value);
  return habits.spaces ? text.replaceAll('":', '": ') : text;
}

/** One text for equal JSON values. */
function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${ordered(each)}`).join()}}`;
}

/** A key that the service makes for a search without one. */
export function madeKey(path: string, text: string, unique: string, { habits, now }: Service): string {
  if (habits.madeKeys === 'new') return `use_v1_${unique.replaceAll('-', '')}`;
  return `use_v1_${createHash('sha1')
    .update(`${path} ${text} ${monthOf(now())}`)
    .digest('hex')}`;
}
