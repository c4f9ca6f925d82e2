/**
 * Jobs lie within the dates that a search names or has by default (§4.2 to §4.4, §8). Whose days a date means is open
 * (reading calendar): every bound and every `Post Date` has a day's slack, and what is counted in months one day more.
 */
import type { ClauseId } from '../../../spec/clauses.js';
import type { SearchId, SearchOperation } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Oracle, OracleContext } from '../oracle.js';
import { dateInput, shiftDay } from '../../values/dates.js';
import { answers, jobCount, searchAnswer, type SearchAnswer } from '../../model/answers.js';
import { fields, type Fields } from '../../values/fields.js';
import { gatherEvidence, type Evidence } from './evidence.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Clauses on the default lower and upper bound, on what is too old, in range, and out of order. */
const CLAUSES: Partial<
  Record<SearchId, Record<'after' | 'tooOld' | 'order', ClauseId> & { before?: ClauseId; reaches?: ClauseId }>
> = {
  searchJobs: { after: 'WIN-4', tooOld: 'WIN-6', reaches: 'WIN-7', order: 'WIN-8' },
  searchCompanyJobs: { after: 'WIN-9', before: 'WIN-10', tooOld: 'WIN-12', order: 'WIN-13' },
  searchCompanyJobsHistorical: {
    after: 'WIN-14',
    before: 'WIN-15',
    tooOld: 'WIN-16',
    reaches: 'WIN-17',
    order: 'WIN-18',
  },
};

export const windows: Oracle = {
  id: 'windows',
  clauses: [
    'WIN-3',
    'WIN-1',
    'WIN-2',
    'WIN-4',
    'WIN-5',
    'WIN-6',
    'WIN-7',
    'WIN-8',
    'WIN-9',
    'WIN-10',
    'WIN-12',
    'WIN-13',
    'WIN-14',
    'WIN-15',
    'WIN-16',
    'WIN-17',
    'WIN-18',
    'WIN-22',
  ],
  judge(history, context) {
    const evidence = gatherEvidence('windows', context);
    for (const answer of answers(history, context)) {
      const { exchange, operation } = answer;
      if (operation.kind !== 'search') continue;
      const bounds = boundsOf(exchange);
      const late = lateBy(exchange, context);
      judgeBounds(exchange, operation, bounds, late, evidence);
      const search = searchAnswer(answer);
      if (search === null) continue;
      judgeNamed(search, bounds, evidence);
      judgeDefaults(search, bounds, late, evidence);
    }
    return evidence.findings();
  },
};

/** With an operation key an answer can be as old as a billing cycle, in days, unless it is known that it is not. */
function lateBy(exchange: Exchange, { seen }: OracleContext): number {
  return seen === 'all' || exchange.request.headers['idempotency-key'] === undefined ? 0 : 31;
}

interface Bounds {
  after: string | null;
  before: string | null;
  /** Both are absent or well-formed. */
  clear: boolean;
}

function boundsOf({ request }: Exchange): Bounds {
  const body = fields(request.body) ?? {};
  const read = (name: string): string | null => {
    const value = body[name];
    return typeof value === 'string' && DAY.test(value) ? value : null;
  };
  const [after, before] = [read('published_after'), read('published_before')];
  const clear =
    (after !== null || body['published_after'] === undefined) &&
    (before !== null || body['published_before'] === undefined);
  return { after, before, clear };
}

/** Bounds that are refused or accepted, on requests that have no other fault. */
function judgeBounds(
  exchange: Exchange,
  operation: SearchOperation,
  bounds: Bounds,
  late: number,
  evidence: Evidence,
): void {
  const { after, before, clear } = bounds;
  const status = exchange.response!.status;
  const clauses = CLAUSES[operation.id];
  if (clauses === undefined || !clear || (status !== 200 && status !== 422)) return;
  const body = fields(exchange.request.body);
  if (body === null || operation.validateBody(body).length > 0) return;
  const actual = `status ${status}`;

  if (after !== null && before !== null && after >= before) {
    const expected = `status 422, since ${after} is not earlier than ${before}`;
    evidence.judge(clauses.order, exchange, status === 422, expected, actual);
    return;
  }
  if (after === null || exchange.targetNow === null) return;
  const oldest = dateBack(exchange.targetNow, operation.window.oldest);
  if (after < shiftDay(oldest, -2 - late)) {
    evidence.judge(
      clauses.tooOld,
      exchange,
      status === 422,
      `status 422, since ${after} is before ${oldest}`,
      actual,
    );
  } else if (clauses.reaches && status === 200 && reaches(operation, after, exchange.targetNow)) {
    evidence.judge(clauses.reaches, exchange, true, `${after} is accepted`, actual);
  }
}

/** WIN-17 asks for an age that only history has. */
function reaches(operation: SearchOperation, after: string, now: number): boolean {
  return operation.id !== 'searchCompanyJobsHistorical' || after < dateBack(now, { months: 6 });
}

function judgeNamed({ exchange, jobs }: SearchAnswer, { after, before }: Bounds, evidence: Evidence): void {
  const dates = datesOf(jobs);
  if (dates.length === 0) return;
  const [oldest, newest] = [dates[0]!, dates.at(-1)!];
  const told = `Post Date from ${oldest} to ${newest} on ${jobCount(jobs.length)}`;
  if (after !== null) {
    const first = shiftDay(after, -1);
    evidence.judge(
      'WIN-1',
      exchange,
      oldest >= first,
      `no job posted before ${after}, give or take a day`,
      told,
    );
    if (oldest === first) evidence.observe('calendar', 'zone', exchange);
  }
  if (before !== null) {
    const last = shiftDay(before, 1);
    evidence.judge(
      'WIN-2',
      exchange,
      newest <= last,
      `no job posted after ${before}, give or take a day`,
      told,
    );
    if (newest === last) evidence.observe('calendar', 'zone', exchange);
    if (newest === before) evidence.observe('date-bounds', 'inclusive', exchange);
  }
  const isNarrow = after !== null && before !== null && before <= shiftDay(after, 3);
  if (isNarrow && oldest === after && newest <= before) evidence.observe('calendar', 'utc', exchange);
}

function judgeDefaults(
  { exchange, jobs, operation }: SearchAnswer,
  bounds: Bounds,
  late: number,
  evidence: Evidence,
): void {
  const clauses = CLAUSES[operation.id];
  const dates = datesOf(jobs);
  const now = exchange.targetNow;
  if (clauses === undefined || now === null || dates.length === 0) return;
  const [oldest, newest] = [dates[0]!, dates.at(-1)!];
  const today = dateInput('today', now)!;
  const told = `Post Date from ${oldest} to ${newest} on ${jobCount(jobs.length)}, today being ${today}`;
  if (bounds.after === null && bounds.clear) {
    const { defaultAfter } = operation.window;
    const first = shiftDay(dateBack(now, defaultAfter), -2 - late - (defaultAfter.days ?? 0));
    evidence.judge(clauses.after, exchange, oldest >= first, `no job posted before ${first}`, told);
  }
  if (bounds.before === null && bounds.clear) {
    const last = shiftDay(today, 1);
    if (clauses.before) {
      evidence.judge(clauses.before, exchange, newest <= last, `no job posted after ${today}`, told);
    } else if (newest === today) {
      evidence.judge('WIN-5', exchange, true, "today's jobs are found", told);
    }
  }
}

/** Post dates in order; jobs without one are passed over. */
function datesOf(jobs: readonly Fields[]): string[] {
  return jobs
    .flatMap((job) => {
      const date = job['Post Date'];
      return typeof date === 'string' && DAY.test(date) ? [date] : [];
    })
    .sort();
}

function dateBack(now: number, { months = 0, years = 0 }: { months?: number; years?: number }): string {
  return dateInput(`monthsAgo${months + 12 * years}`, now)!;
}
