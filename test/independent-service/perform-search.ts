/** Performs a search: replays its stored answer, or executes, charges and stores it. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { monthOf, type Account } from './accounts.js';
import { Refusal, type Endpoint, type Service } from './service.js';
import { PROFILES, type Company, type Market, type Posting } from './postings.js';
import { checkBoards, checkBody, parseBody, windowOf, type Body } from './read-search.js';
import { companyOf, find, withoutCopies, type Search } from './search.js';

/** Returns the text of the answer to a search. Throws Refusal. */
export async function performSearch(
  { endpoint, text, key }: { endpoint: Endpoint; text: string; key: string | null },
  account: Account,
  service: Service,
): Promise<string> {
  const { habits } = service;
  const raw = parseBody(text, endpoint, service);
  const body = checkBody(raw, endpoint, service);
  const window = windowOf(body, endpoint, service);
  const company = endpoint.ofCompany ? companyOf(body, endpoint, service) : null;
  checkBoards(body, endpoint, service);
  const search: Search = { endpoint, body, company, window, account, service };
  if (key === null) return execute(search);

  const slot = habits.keyScope === 'account' ? key : `${endpoint.id} ${key}`;
  const request = {
    endpoint: endpoint.id,
    body: habits.sameBody === 'value' ? raw : text,
    month: monthOf(service.now()),
  };
  const stored = account.operations.get(slot);
  if (stored !== undefined) {
    if (!isDeepStrictEqual(stored.request, request))
      throw new Refusal(409, 'The operation key was used for another request.');
    return habits.replay === 'stored'
      ? stored.text
      : stored.text.replace(/("credits_remaining":\s?)-?\d+/, `$1${account.credits}`);
  }
  const other = account.underWay.get(slot);
  if (other !== undefined) {
    if (habits.copies === 'conflict' || !isDeepStrictEqual(other.body, request.body))
      throw new Refusal(409, 'The operation is in progress.');
    return other.done;
  }
  const done = execute(search);
  account.underWay.set(slot, { body: request.body, done });
  try {
    const answer = await done;
    if (!/^\{"success":\s?false/.test(answer)) account.operations.set(slot, { request, text: answer });
    return answer;
  } finally {
    account.underWay.delete(slot);
  }
}

const TOPPED_UP_AFTER = 500;

async function execute(search: Search): Promise<string> {
  const { endpoint, account, service } = search;
  const { habits, market, now } = service;
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
  return settle(search);
}

/** Determines the page, charges for it and returns the answer, without interruption by other requests. */
function settle(search: Search): string {
  const { endpoint, body, company, account, service } = search;
  const { habits, market, now } = service;
  const postings = find(search);
  const { page, last, hasMore } = pageOf(body, postings, market, service);
  const month = monthOf(now());
  const paid = account.paid.get(month) ?? new Set();
  account.paid.set(month, paid);
  const fresh = page.filter(({ code }) => !paid.has(code));
  const used = fresh.length * endpoint.price;
  if (used > 0 && used > account.credits) throw unaffordable(endpoint, account, service);
  const data = {
    ...(endpoint.ofCompany && (company !== null || habits.unknownCompany === 'null')
      ? { company_details: company && detailsOf(company, endpoint, service) }
      : {}),
    jobs: page.map((posting) => shown(posting, service)),
    total: page.length,
    total_jobs_found: postings.length,
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
  const more = habits.extraFields ? { version: '7' } : {};
  const text = written({ success: true, data, error: page.length > 0 ? null : error, ...more }, service);
  if (Buffer.byteLength(text) > 4 * 1024 * 1024 && (!endpoint.isLegacy || habits.legacySnapshot))
    throw new Refusal(503, 'invalid_result: the result is too large');
  account.credits -= used;
  for (const { code } of fresh) paid.add(code);
  return text;
}

function unaffordable({ id, isLegacy }: Endpoint, { credits }: Account, { habits }: Service): Refusal {
  if (id === 'company history' && habits.historyUnaffordable === 403 && credits <= 0)
    return new Refusal(403, 'API key has no credits remaining');
  const isEnvelope = isLegacy && habits.legacyUnaffordable === 'envelope';
  return new Refusal(402, 'Not enough credits.', isEnvelope ? 'insufficient_credits' : undefined);
}

function pageOf(body: Body, found: readonly Posting[], market: Market, service: Service) {
  const { habits } = service;
  const { limit, search_after: after, next_cursor: next } = body;
  const code = after?.[1] ?? next ?? null;
  const rank = new Map(market.postings.map((posting, i) => [posting, i]));
  const start = code === null ? -1 : market.postings.findIndex((posting) => posting.code === code);
  const rest = found.filter((posting) => rank.get(posting)! > start);
  const size = limit ?? 100;
  const whole = rest.slice(0, size);
  const hasMore =
    rest.length > size || (habits.cursorOnFullLastPage && whole.length === size && whole.length > 0);
  const leavesOut = habits.pages === 'short' && body.exclude_duplicates !== false;
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

function shown({ job, company: { slug } }: Posting, service: Service): object {
  const { habits } = service;
  const told = { ...job };
  if (habits.listings === 'signed') told['Job URL'] = signed(String(job['Job URL']), service);
  if (habits.links === 'of one answer') {
    told['Logo URL'] = signed(`https://logos.example/${slug}.png?size=64`, service);
    const own = job['Apply URL'] && `https://apply.example/go/${signature(job['Apply URL'], service)}`;
    told['Apply URL'] = own;
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
  return hash('sha1', `${address as string} ${searches}`);
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

/** A key that the service makes for a search without one. */
export function madeKey(path: string, text: string, unique: string, service: Service): string {
  if (service.habits.madeKeys === 'new') return `use_v1_${unique.replaceAll('-', '')}`;
  return `use_v1_${hash('sha1', `${path} ${text} ${monthOf(service.now())}`)}`;
}
