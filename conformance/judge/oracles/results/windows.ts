/**
 * Jobs lie within the dates that a search names or has by default (§4.2 to §4.4, §8). The time zone of a date is open (reading
 * calendar): every bound and every `Post Date` may be off by a day, and a bound that is counted in months by one more.
 */
import type { ClauseId } from '../../../../spec/clauses.js';
import type { SearchOperation } from '../../../../spec/contract.js';
import type { Exchange } from '../../../record/exchange.js';
import { dateInput, dayBack, shiftDay } from '../../../values/dates.js';
import { answers, isValid, searchAnswer } from '../../../model/answers.js';
import type { Seen } from '../../../model/context.js';
import { fields, strings, type Fields } from '../../../values/fields.js';
import { oracleOf, type Evidence } from '../../oracle.js';
import { count } from '../../../values/text.js';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The clauses of the searches, by topic. */
const CLAUSES = {
  others: ['WIN-1', 'WIN-2', 'WIN-3', 'WIN-5', 'WIN-22'],
  defaultAfter: ['WIN-4', 'WIN-9', 'WIN-14'],
  defaultBefore: ['WIN-10', 'WIN-15'],
  tooOld: ['WIN-6', 'WIN-12', 'WIN-16'],
  accepted: ['WIN-7', 'WIN-17'],
  order: ['WIN-8', 'WIN-13', 'WIN-18'],
} satisfies Record<string, ClauseId[]>;

export const windows = oracleOf({
  id: 'windows',
  clauses: Object.values(CLAUSES).flat(),
  judge(history, context, evidence) {
    for (const answer of answers(history, context)) {
      const { exchange, operation } = answer;
      if (operation.kind !== 'search') continue;
      const bounds = boundsOf(exchange, operation, context.seen);
      judgeBounds(bounds, evidence);
      const search = searchAnswer(answer);
      if (search !== null) judgeDates(search.jobs, bounds, evidence);
    }
  },
});

type Bounds = ReturnType<typeof boundsOf>;

/** The dates that a request names. `areClear`: both are absent or well-formed. `late`: possible age of the answer in days. */
function boundsOf(exchange: Exchange, operation: SearchOperation, seen: Seen) {
  const { request } = exchange;
  const { published_after: after, published_before: before } = fields(request.body) ?? {};
  const read = (value: unknown): string | null =>
    typeof value === 'string' && DAY.test(value) ? value : null;
  const areClear = [after, before].every((value) => value === undefined || read(value) !== null);
  // In traffic, an answer with an operation key can be as old as a billing cycle.
  const late = request.headers['idempotency-key'] !== undefined && seen !== 'all' ? 31 : 0;
  return { exchange, operation, after: read(after), before: read(before), areClear, late };
}

/** Judges whether the target refuses or accepts the bounds of a request that has no other fault. */
function judgeBounds(bounds: Bounds, evidence: Evidence): void {
  const { exchange, operation, after, before, areClear, late } = bounds;
  const { response, targetNow: now } = exchange;
  const status = response!.status;
  if (after === null || !areClear || (status !== 200 && status !== 422)) return;
  if (!isValid(exchange, operation)) return;
  const refused = (clauses: ClauseId[], why: string): void => {
    const expected = `status 422, because ${after} is ${why}`;
    evidence.judge(clauses, exchange, status === 422, expected, `status ${status}`);
  };
  if (before !== null && after >= before) return refused(CLAUSES.order, `not earlier than ${before}`);
  if (now === null) return;
  const oldest = dayBack(now, operation.window.oldest);
  // History must accept dates that the current search refuses.
  const isOld = operation.id !== 'searchCompanyJobsHistorical' || after < dayBack(now, { months: 6 });
  if (after < dayBack(now, operation.window.oldest, -2 - late)) refused(CLAUSES.tooOld, `before ${oldest}`);
  else if (status === 200 && isOld)
    evidence.judge(CLAUSES.accepted, exchange, true, `${after} is accepted`, 'status 200');
}

function judgeDates(jobs: readonly Fields[], bounds: Bounds, evidence: Evidence): void {
  const { exchange, operation, after, before, areClear, late } = bounds;
  const dates = strings(jobs.map((job) => job['Post Date'])).filter((date) => DAY.test(date));
  const [oldest, newest] = [dates.sort()[0], dates.at(-1)];
  if (oldest === undefined || newest === undefined) return;
  const posted = `Post Date from ${oldest} to ${newest} on ${count(jobs.length, 'job')}`;
  if (after !== null) {
    const first = shiftDay(after, -1);
    const expected = `no job posted before ${after}, give or take a day`;
    evidence.judge('WIN-1', exchange, oldest >= first, expected, posted);
    if (oldest === first) evidence.observe('calendar', 'zone', exchange);
  }
  if (before !== null) {
    const last = shiftDay(before, 1);
    const expected = `no job posted after ${before}, give or take a day`;
    evidence.judge('WIN-2', exchange, newest <= last, expected, posted);
    if (newest === last) evidence.observe('calendar', 'zone', exchange);
    if (newest === before) evidence.observe('date-bounds', 'inclusive', exchange);
  }
  const isNarrow = after !== null && before !== null && before <= shiftDay(after, 3);
  if (isNarrow && oldest === after && newest <= before) evidence.observe('calendar', 'utc', exchange);

  const now = exchange.targetNow;
  if (now === null || !areClear) return;
  const today = dateInput('today', now)!;
  const actual = `${posted}; today is ${today}`;
  if (after === null) {
    const { defaultAfter } = operation.window;
    const first = dayBack(now, defaultAfter, -2 - late - (defaultAfter.days ?? 0));
    evidence.judge(CLAUSES.defaultAfter, exchange, oldest >= first, `no job posted before ${first}`, actual);
  }
  if (before === null) {
    const last = shiftDay(today, 1);
    evidence.judge(CLAUSES.defaultBefore, exchange, newest <= last, `no job posted after ${today}`, actual);
    if (newest === today) evidence.judge('WIN-5', exchange, true, "today's jobs are found", actual);
  }
}
