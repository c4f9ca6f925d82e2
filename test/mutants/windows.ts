/** Faults of date windows (§4.2 to §4.5): shifted bounds, other defaults, no limit, another index for the archive. */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const AFTER = 'published_after';
const BEFORE = 'published_before';

/** Accepts lower bounds more than `days` ago, which it must refuse, and moves them into the window. */
function takesOlder(operations: on.Operations, days: number): Rule {
  return rule.takes(operations, 422, (body, call) => {
    const after = body[AFTER];
    if (rule.isDayShaped(after) && after <= rule.daysAgo(call, days))
      body[AFTER] = rule.daysAgo(call, days - 3);
  });
}

function takesAnyOrder(operations: on.Operations): Rule {
  return rule.takes(operations, 422, (body) => {
    const { [AFTER]: after, [BEFORE]: before } = body;
    if (typeof after === 'string' && typeof before === 'string' && after >= before)
      body[AFTER] = rule.shifted(before, -1);
  });
}

/** Dates the newest job of a page after today. */
function datedTomorrow(operations: on.Operations): Rule {
  return rule.results(operations, ({ jobs: [first] }, call) => {
    if (first !== undefined && !(BEFORE in rule.bodyOf(call))) first['Post Date'] = rule.daysAgo(call, -2);
  });
}

function refusesBeyond(operations: on.Operations, days: number): Rule {
  return rule.refuses(
    operations,
    ({ [AFTER]: after }, call) => typeof after === 'string' && after < rule.daysAgo(call, days),
  );
}

/** Leaves out the first `days` of every window with an upper bound. */
function beginsLate(operations: on.Operations, days: number): Rule {
  return rule.misreads(operations, AFTER, (after, { [BEFORE]: before }) => {
    const later = rule.shifted(after, days);
    return typeof later === 'string' && typeof before === 'string' && later < before ? later : after;
  });
}

/** Applies another default to a missing date: `days` before today. */
export function defaultTo(operations: on.Operations, field: string, days: number): Rule {
  return rule.misreads(operations, field, (date, _body, call) => date ?? rule.daysAgo(call, days));
}

/** Moves older lower bounds to `days` ago. `fallback` replaces a missing bound. */
function reachesBack(operations: on.Operations, days: number, fallback?: string): Rule {
  return rule.misreads(operations, AFTER, (given, _body, call) => {
    const date = given ?? fallback;
    const first = rule.daysAgo(call, days);
    return typeof date === 'string' && date < first ? first : date;
  });
}

function moved(field: string, days: number): Rule {
  return rule.misreads(on.SEARCHES, field, (date) => rule.shifted(date, days));
}

export const windowRules = (): rule.Rules => ({
  'direct-windows-begin-late': beginsLate(on.DIRECT, 3),
  'history-begins-late': beginsLate(on.HISTORICAL, 3),
  'lower-bound-three-days-early': moved(AFTER, -3),
  'upper-bound-three-days-late': moved(BEFORE, 3),
  'direct-looks-back-five-months': defaultTo(on.DIRECT, AFTER, 150),
  'direct-ends-yesterday': defaultTo(on.DIRECT, BEFORE, 0),
  'direct-takes-any-date': takesOlder(on.DIRECT, 184),
  'direct-takes-two-months': refusesBeyond(on.DIRECT, 63),
  'direct-reaches-two-months': reachesBack(on.DIRECT, 61),
  'company-takes-five-months': refusesBeyond(on.COMPANY, 150),
  'company-reaches-five-months': reachesBack(on.COMPANY, 150),
  'direct-takes-bounds-in-any-order': takesAnyOrder(on.DIRECT),
  'company-looks-back-two-months': defaultTo(on.COMPANY, AFTER, 61),
  'company-finds-jobs-of-tomorrow': datedTomorrow(on.COMPANY),
  'company-ends-tomorrow': defaultTo(on.COMPANY, BEFORE, -1),
  'company-takes-any-date': takesOlder(on.COMPANY, 184),
  'company-takes-bounds-in-any-order': takesAnyOrder(on.COMPANY),
  'historical-looks-back-a-year': defaultTo(on.HISTORICAL, AFTER, 365),
  'historical-finds-jobs-of-tomorrow': datedTomorrow(on.HISTORICAL),
  'historical-takes-any-date': takesOlder(on.HISTORICAL, 2193),
  'historical-takes-six-months': refusesBeyond(on.HISTORICAL, 190),
  'historical-takes-bounds-in-any-order': takesAnyOrder(on.HISTORICAL),
  'historical-searches-are-current': reachesBack(on.ANY_HISTORICAL, 180, ''),
  'historical-direct-is-current': reachesBack(on.HISTORICAL_DIRECT, 180, ''),
});

/** Ignores a filter for days that only the archive covers, as if the archive were another index. */
function archiveForgets(field: string): Rule {
  return rule.misreads(on.HISTORICAL, field, (value, { published_before: before }, call) =>
    typeof before === 'string' && before < rule.daysAgo(call, 200) ? undefined : value,
  );
}

export const historicalRules = (): rule.Rules => ({
  'archive-forgets-remote': archiveForgets('is_remote'),
  'archive-forgets-keywords': archiveForgets('job_keywords'),
  'old-postings-are-dated-now': rule.results(on.HISTORICAL, ({ jobs }, call) => {
    const { published_before: before } = rule.bodyOf(call);
    if (typeof before !== 'string' || before > rule.daysAgo(call, 200)) return;
    for (const job of jobs) job['Post Date'] = rule.daysAgo(call, 10);
  }),
  'every-second-job-is-lost-without-agencies': rule.results(on.HISTORICAL, (data, call) => {
    if (!('is_agency' in rule.bodyOf(call))) rule.withhold(data, (_job, at) => at % 2 === 1);
  }),
});
