/** Page sizes: other defaults, other bounds, too many jobs (§4.2 to §4.6, §8). */
import type { Rule } from './mutant.js';
import * as on from './operations.js';
import * as rule from './rules.js';

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Returns one job more than requested. */
function oneMore(operations: on.Operations): Rule {
  return rule.results(operations, (data, call) => {
    const first = data.jobs[0];
    if (first === undefined || data.jobs.length !== rule.bodyOf(call)['limit']) return;
    data.jobs.push({ ...first, 'Job Title': 'One more' });
    data.total += 1;
  });
}

function placesUnlessSaid(limit: string): Rule {
  return rule.misreadsQuery(on.LOCATIONS, 'limit', (said) => said ?? limit);
}

export const limitRules = (): rule.Rules => ({
  'one-job-too-many': oneMore(on.KEYED),
  'legacy-one-job-too-many': oneMore(on.LEGACY),
  'long-q-is-cut': rule.takesQuery(on.LOOKUPS, 'q', (q) =>
    q !== null && q.length > 200 ? q.slice(0, 200) : null,
  ),
  'q-of-hundred-at-most': rule.refusesQuery(on.LOOKUPS, (q) => q.length > 100 && q.length <= 200),
  'thirty-places-unless-said': placesUnlessSaid('30'),
  'five-places-unless-said': placesUnlessSaid('5'),
  'limit-of-thirty-places-refused': rule.refusesQuery(on.LOCATIONS, (_q, limit) => limit === '30'),
  'one-place-too-many': rule.misreadsQuery(on.LOCATIONS, 'limit', (limit) =>
    Number(limit) >= 1 && Number(limit) < 30 ? String(Number(limit) + 1) : limit,
  ),
  'place-limits-clamped': rule.takesQuery(on.LOCATIONS, 'limit', (limit) => {
    const clamped = between(1, Number(limit ?? 10), 30);
    return clamped === Number(limit ?? 10) ? null : String(clamped);
  }),
  'one-place-over-the-limit': rule.takesQuery(on.LOCATIONS, 'limit', (limit) =>
    limit === '31' ? '30' : null,
  ),
});
