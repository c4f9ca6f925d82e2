/** Innocents whose data changes during a run, or whose key another caller uses. */
import type { Call, Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

/** The body that makes the n-th search find what it should; null if it should find nothing. */
type AsOf = (body: rule.Fields, nth: number, call: Call) => rule.Fields | null | Promise<rule.Fields | null>;

/** Replaces bodies by those of `asOf`. Retries have the number of their first attempt. Only searches that `counts` selects raise it. */
function finding(asOf: AsOf, counts: (body: rule.Fields, call: Call) => boolean = () => true): Rule {
  let count = 0;
  const begun = new Map<string, number>();
  return async (call) => {
    if (!rule.concerns(on.SEARCHES, call) || call.key === '' || !rule.isFields(call.json()))
      return call.send();
    if (counts(rule.bodyOf(call), call)) count += 1;
    const key = rule.operationKeyOf(call);
    const name = (of: string): string => `${call.key} ${of}`;
    const nth = (key === undefined ? undefined : begun.get(name(key))) ?? count;
    if (key !== undefined) begun.set(name(key), nth);
    const body = await asOf(rule.bodyOf(call), nth, call);
    if (body === null) return rule.emptyResult(call, await rule.balanceOf(call));
    rule.setJson(call.request, body);
    const answer = await call.send();
    const made = answer.headers['idempotency-key'];
    if (key === undefined && made !== undefined) begun.set(name(made), nth);
    return answer;
  };
}

/** Number of recent days without postings when a run begins. */
const MISSING_DAYS = 8;

export const movingRules = (): rule.Rules => ({
  // Adds the postings of one more recent day after every ten searches that include recent days.
  'latest-days-come-in': finding(
    (body, nth, call) => {
      const days = MISSING_DAYS - Math.floor(nth / 10);
      const { published_after: after, published_before: before = null } = body;
      const end = rule.daysAgo(call, days);
      if (days < 0 || (typeof before === 'string' && before <= end)) return body;
      // The target refuses invalid dates and bounds in the wrong order.
      if (before !== null && !rule.isDay(before)) return body;
      if (typeof after !== 'string') return { ...body, published_before: end };
      if (!rule.isDay(after) || (before !== null && after >= before)) return body;
      return after < end ? { ...body, published_before: end } : null;
    },
    ({ published_before: before = null }, call) =>
      typeof before !== 'string' || before > rule.daysAgo(call, MISSING_DAYS),
  ),
  // Before every fifth request, another caller with the same API key fetches a few postings.
  'another-caller-buys': rule.remembering({ count: 0, next: null as unknown }, (other) => async (call) => {
    other.count += 1;
    if (other.count % 5 === 0 && call.key !== '') {
      const body = { limit: 1 + (other.count % 3), search_after: other.next };
      const { data } = await rule.aside(call, '/api/v1/jobs-search/search', body);
      other.next = (rule.isFields(data) ? data['search_after'] : null) ?? other.next;
    }
    return call.send();
  }),
  // Leaves out one job board in nine, and adds one of them after every 60 searches.
  'boards-come-in': rule.remembering({ all: null as Promise<unknown[]> | null }, (boards) =>
    finding(async (body, nth, call) => {
      boards.all ??= rule
        .aside(call, '/api/v1/job-boards')
        .then((answer) => rule.fieldsIn(answer['job_boards']).map(({ value }) => value));
      const unread = (await boards.all).filter((_board, i) => i % 9 === 0 && nth < (i / 9) * 60);
      const { exclude_job_boards: excluded = [] } = body;
      return Array.isArray(excluded) && unread.length > 0
        ? { ...body, exclude_job_boards: [...(excluded as unknown[]), ...unread] }
        : body;
    }),
  ),
});
