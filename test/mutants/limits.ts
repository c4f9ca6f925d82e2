/** Page sizes: other defaults, other bounds, too many jobs (§4.2 to §4.6, §8). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Replaces an invalid limit by the nearest valid one. */
function clamps(operations: on.Operations, least: number, most: number): Rule {
  return rule.takes(operations, 422, (body) => {
    const { limit } = body;
    const isWrong = typeof limit === 'number' && between(least, limit, most) !== limit;
    return isWrong ? { ...body, limit: between(least, limit, most) } : null;
  });
}

/** Returns one job more than requested. */
function oneMore(operations: on.Operations): Rule {
  return rule.results(operations, (data, call) => {
    const first = data.jobs[0];
    if (first === undefined || data.jobs.length !== rule.bodyOf(call)['limit']) return;
    data.jobs.push({ ...first, 'Job Title': 'One more' });
    data.total += 1;
  });
}

/** Leaves the last job out of pages without a stated limit. */
function losesLast(operations: on.Operations): Rule {
  return rule.results(operations, (data, call) => {
    if ('limit' in rule.bodyOf(call)) return;
    data.jobs.pop();
    data.total = data.jobs.length;
  });
}

function placesUnlessSaid(limit: string): Rule {
  return rule.misreadsQuery(on.LOCATIONS, 'limit', (said) => said ?? limit);
}

export const limitMutants = rule.mutantsOf(() => ({
  'PAGE-9 fifty-unless-said': rule.unlessSaid(on.DIRECT, 'limit', 50),
  'PAGE-9 historical-direct-thirty-unless-said': rule.unlessSaid(on.HISTORICAL_DIRECT, 'limit', 30),
  'PAGE-9 a-job-less-unless-said': losesLast(on.KEYED),
  'PAGE-10 historical-direct-limit-doubled': rule.misreads(on.HISTORICAL_DIRECT, 'limit', (limit) =>
    typeof limit === 'number' ? Math.min(100, 2 * limit) : limit,
  ),
  'PAGE-12 historical-direct-limit-clamped': clamps(on.HISTORICAL_DIRECT, 1, 100),
  'PAGE-10 one-job-too-many': oneMore(on.KEYED),
  'PAGE-10 limit-forgotten': rule.forgets(on.DIRECT, 'limit'),
  'PAGE-11 limit-of-ten-refused': rule.refuses(on.DIRECT, ({ limit }) => limit === 10),
  'PAGE-11 limit-of-hundred-refused': rule.refuses(on.KEYED, ({ limit }) => limit === 100),
  'PAGE-11 company-limit-of-ten-refused': rule.refuses(on.COMPANY, ({ limit }) => limit === 10),
  'PAGE-12 direct-limit-clamped': clamps(on.DIRECT, 1, 100),
  'PAGE-12 company-limit-clamped': clamps(on.COMPANY, 1, 100),
  'PAGE-12 historical-limit-clamped-above': clamps(on.HISTORICAL, -1e9, 100),
  'HIST-4 historical-limit-clamped-below': clamps(on.HISTORICAL, 10, 1e9),
  'LEG-12 legacy-fifty-unless-said': rule.unlessSaid(on.LEGACY, 'limit', 50),
  'LEG-13 legacy-one-job-too-many': oneMore(on.LEGACY),
  'LEG-13 legacy-limit-up-to-hundred': rule.refuses(
    on.LEGACY,
    ({ limit }) => Number(limit) > 100 && Number(limit) <= 500,
  ),
  'LEG-14 legacy-limit-clamped-above': clamps(on.LEGACY, -1e9, 500),
  'LEG-15 legacy-limit-clamped-below': clamps(on.LEGACY, 1, 1e9),
  'LOOK-12 long-q-is-cut': rule.takesQuery(on.LOOKUPS, 'q', (q) =>
    q !== null && q.length > 200 ? q.slice(0, 200) : null,
  ),
  'LOOK-13 q-of-hundred-at-most': rule.refusesQuery(on.LOOKUPS, (q) => q.length > 100 && q.length <= 200),
  'LOOK-23 thirty-places-unless-said': placesUnlessSaid('30'),
  'LOOK-23 five-places-unless-said': placesUnlessSaid('5'),
  'LOOK-24 limit-of-thirty-places-refused': rule.refusesQuery(on.LOCATIONS, (_q, limit) => limit === '30'),
  'LOOK-24 one-place-too-many': rule.misreadsQuery(on.LOCATIONS, 'limit', (limit) =>
    Number(limit) >= 1 && Number(limit) < 30 ? String(Number(limit) + 1) : limit,
  ),
  'LOOK-25 place-limits-clamped': rule.takesQuery(on.LOCATIONS, 'limit', (limit) => {
    const clamped = between(1, Number(limit ?? 10), 30);
    return clamped === Number(limit ?? 10) ? null : String(clamped);
  }),
  'LOOK-25 one-place-over-the-limit': rule.takesQuery(on.LOCATIONS, 'limit', (limit) =>
    limit === '31' ? '30' : null,
  ),
}));
