/** Innocents whose data moves while a run lasts: totals drift, pages shift, and each posting is sold as it comes in; or whose key another uses. */
import type { Innocent } from './mutant.js';
import { jsonOf, setJson, type Call, type Rule } from './mutant.js';
import {
  balanceOf,
  bodyOf,
  concerns,
  daysAgo,
  emptyResult,
  isFields,
  operationKeyOf,
  SEARCHES,
  type Fields,
} from './rules.js';

/** What a search finds when it is the n-th: null for nothing, else the body that brings it about. */
type AsOf = (body: Fields, nth: number, call: Call) => Fields | null | Promise<Fields | null>;

/** Searches of one operation key find what they found when it was first sent. Those that do not count change nothing for those behind them. */
function finding(asOf: AsOf, counts: (body: Fields, call: Call) => boolean = () => true): Rule {
  let count = 0;
  const begun = new Map<string, number>();
  return async (call) => {
    if (!concerns(SEARCHES, call) || call.key === '' || !isFields(call.json())) return call.send();
    if (counts(bodyOf(call), call)) count += 1;
    const key = operationKeyOf(call);
    const name = (of: string): string => `${call.key} ${of}`;
    const nth = (key === undefined ? undefined : begun.get(name(key))) ?? count;
    if (key !== undefined) begun.set(name(key), nth);
    const body = await asOf(bodyOf(call), nth, call);
    if (body === null) return emptyResult(call, await balanceOf(call));
    setJson(call.request, body);
    const answer = await call.send();
    const made = answer.headers['idempotency-key'];
    if (key === undefined && made !== undefined) begun.set(name(made), nth);
    return answer;
  };
}

function isDay(value: unknown): value is string {
  const at = typeof value === 'string' ? Date.parse(`${value}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${String(value)}T`);
}

/** Days of which nothing has come in when a run begins. */
const MISSING_DAYS = 8;

/** The postings of the last days come in one day after the other, each after so many searches that reach into them. */
function latestDaysComeIn(searches: number): Rule {
  const reachesThem = ({ published_before: before = null }: Fields, call: Call): boolean =>
    typeof before !== 'string' || before > daysAgo(call, MISSING_DAYS);
  return finding((body, nth, call) => {
    const days = MISSING_DAYS - Math.floor(nth / searches);
    const { published_after: after, published_before: before = null } = body;
    const end = daysAgo(call, days);
    if (days < 0 || (typeof before === 'string' && before <= end)) return body;
    // What is no day, or out of order, is for the target to refuse.
    if (before !== null && !isDay(before)) return body;
    if (typeof after !== 'string') return { ...body, published_before: end };
    if (!isDay(after) || (before !== null && after >= before)) return body;
    return after < end ? { ...body, published_before: end } : null;
  }, reachesThem);
}

/** One job board in nine is not read before so many searches; then its postings are there, among all others. */
function boardsComeIn(searches: number): Rule {
  let boards: Promise<string[]> | null = null;
  return finding(async (body, nth, call) => {
    boards ??= boardsAt(call);
    const unread = (await boards).filter((_board, i) => i % 9 === 0 && nth < (i / 9) * searches);
    const { exclude_job_boards: excluded = [] } = body;
    return Array.isArray(excluded) && unread.length > 0
      ? { ...body, exclude_job_boards: [...(excluded as unknown[]), ...unread] }
      : body;
  });
}

async function boardsAt(call: Call): Promise<string[]> {
  const answer = await call.send({
    method: 'GET',
    path: '/api/v1/job-boards',
    query: new URLSearchParams(),
    body: Buffer.alloc(0),
    headers: { authorization: `Bearer ${call.key}` },
  });
  const body = jsonOf(answer);
  const boards = isFields(body) && Array.isArray(body['job_boards']) ? (body['job_boards'] as Fields[]) : [];
  return boards.map(({ value }) => String(value));
}

/** Somebody else pages through all postings with the same key, a few at a time, whatever the run asks for. */
function anotherCallerBuys(every: number): Rule {
  let count = 0;
  let next: unknown = null;
  return async (call) => {
    count += 1;
    if (count % every === 0 && call.key !== '') {
      const answer = await call.send({
        method: 'POST',
        path: '/api/v1/jobs-search/search',
        query: new URLSearchParams(),
        body: Buffer.from(JSON.stringify({ limit: 1 + (count % 3), search_after: next })),
        headers: { authorization: `Bearer ${call.key}`, 'content-type': 'application/json' },
      });
      const body = jsonOf(answer);
      const data = isFields(body) && isFields(body['data']) ? body['data'] : {};
      next = data['search_after'] ?? next;
    }
    return call.send();
  };
}

export const movingInnocents: readonly Innocent[] = [
  {
    // Which choice it makes may stay unnamed: few scenarios ask for the last days twice.
    name: 'latest-days-come-in',
    // Its rule reads the target's clock, which an account whose clock was moved does not share.
    fromOutside: true,
    rule: () => latestDaysComeIn(10),
  },
  {
    name: 'another-caller-buys',
    // An account that was made for a scenario is known to nobody else.
    fromOutside: true,
    leavesOpen: 'what rests on the balance of a key that others use, too',
    rule: () => anotherCallerBuys(5),
  },
  {
    name: 'boards-come-in',
    fromOutside: true,
    readings: ['moving-data=moving'],
    rule: () => boardsComeIn(60),
  },
];
