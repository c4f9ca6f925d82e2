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

/** Adds the postings of one more recent day after every `searches` searches that include recent days. */
function latestDaysComeIn(searches: number): Rule {
  const includesThem = ({ published_before: before = null }: rule.Fields, call: Call): boolean =>
    typeof before !== 'string' || before > rule.daysAgo(call, MISSING_DAYS);
  return finding((body, nth, call) => {
    const days = MISSING_DAYS - Math.floor(nth / searches);
    const { published_after: after, published_before: before = null } = body;
    const end = rule.daysAgo(call, days);
    if (days < 0 || (typeof before === 'string' && before <= end)) return body;
    // The target refuses invalid dates and bounds in the wrong order.
    if (before !== null && !rule.isDay(before)) return body;
    if (typeof after !== 'string') return { ...body, published_before: end };
    if (!rule.isDay(after) || (before !== null && after >= before)) return body;
    return after < end ? { ...body, published_before: end } : null;
  }, includesThem);
}

/** Leaves out one job board in nine, and adds one of them after every `searches` searches. */
function boardsComeIn(searches: number): Rule {
  let boards: Promise<unknown[]> | null = null;
  return finding(async (body, nth, call) => {
    boards ??= rule
      .aside(call, '/api/v1/job-boards')
      .then((answer) => rule.fieldsIn(answer['job_boards']).map(({ value }) => value));
    const unread = (await boards).filter((_board, i) => i % 9 === 0 && nth < (i / 9) * searches);
    const { exclude_job_boards: excluded = [] } = body;
    return Array.isArray(excluded) && unread.length > 0
      ? { ...body, exclude_job_boards: [...(excluded as unknown[]), ...unread] }
      : body;
  });
}

/** Another caller with the same API key fetches a few postings before every n-th request. */
function anotherCallerBuys(every: number): Rule {
  let count = 0;
  let next: unknown = null;
  return async (call) => {
    count += 1;
    if (count % every === 0 && call.key !== '') {
      const body = { limit: 1 + (count % 3), search_after: next };
      const { data } = await rule.aside(call, '/api/v1/jobs-search/search', body);
      next = (rule.isFields(data) ? data['search_after'] : null) ?? next;
    }
    return call.send();
  };
}

export const movingRules = (): rule.Rules => ({
  'latest-days-come-in': latestDaysComeIn(10),
  'another-caller-buys': anotherCallerBuys(5),
  'boards-come-in': boardsComeIn(60),
});
