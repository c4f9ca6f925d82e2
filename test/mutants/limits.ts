/** Page sizes: other defaults, other bounds, more than was asked for (§4.2 to §4.6, §8). */
import type { Rule } from './mutant.js';
import {
  bodyOf,
  COMPANY,
  DIRECT,
  HISTORICAL,
  LEGACY,
  LOCATIONS,
  LOOKUPS,
  incoming,
  misreads,
  mutant,
  refuses,
  refusesQuery,
  results,
  setJson,
  takes,
  KEYED,
  type Operations,
} from './rules.js';

/** Takes a limit out of bounds as the nearest one within. */
function clamps(operations: Operations, least: number, most: number): Rule {
  return takes(operations, 422, (call) => {
    const body = bodyOf(call);
    const limit = body['limit'];
    if (typeof limit !== 'number' || (limit >= least && limit <= most)) return false;
    setJson(call.request, { ...body, limit: Math.min(most, Math.max(least, limit)) });
    return true;
  });
}

function clampsPlaces(call: Parameters<Rule>[0]): boolean {
  const limit = Number(call.request.query.get('limit') ?? 10);
  if (limit >= 1 && limit <= 30) return false;
  call.request.query.set('limit', String(Math.min(30, Math.max(1, limit))));
  return true;
}

/** One job more than was asked for. */
function oneMore(operations: Operations): Rule {
  return results(operations, (data, call) => {
    const limit = bodyOf(call)['limit'];
    const first = data.jobs[0];
    if (first === undefined || data.jobs.length !== limit) return;
    data.jobs.push({ ...first, 'Job Title': 'One more' });
    data.total += 1;
  });
}

const QUERY = 'q';

export const limitMutants = [
  mutant(
    'fifty-unless-said',
    'PAGE-9',
    misreads(DIRECT, 'limit', (limit) => limit ?? 50),
  ),
  mutant('one-job-too-many', 'PAGE-10', oneMore(KEYED)),
  mutant(
    'limit-forgotten',
    'PAGE-10',
    misreads(DIRECT, 'limit', () => undefined),
  ),
  mutant(
    'limit-of-ten-refused',
    'PAGE-11',
    refuses(DIRECT, ({ limit }) => limit === 10),
  ),
  mutant(
    'limit-of-hundred-refused',
    'PAGE-11',
    refuses(KEYED, ({ limit }) => limit === 100),
  ),
  mutant(
    'company-limit-of-ten-refused',
    'PAGE-11',
    refuses(COMPANY, ({ limit }) => limit === 10),
  ),
  mutant('direct-limit-clamped', 'PAGE-12', clamps(DIRECT, 1, 100)),
  mutant('company-limit-clamped', 'PAGE-12', clamps(COMPANY, 1, 100)),
  mutant('historical-limit-clamped-above', 'PAGE-12', clamps(HISTORICAL, -1e9, 100)),
  mutant('historical-limit-clamped-below', 'HIST-4', clamps(HISTORICAL, 10, 1e9)),
  mutant(
    'legacy-fifty-unless-said',
    'LEG-12',
    misreads(LEGACY, 'limit', (limit) => limit ?? 50),
  ),
  mutant('legacy-one-job-too-many', 'LEG-13', oneMore(LEGACY)),
  mutant(
    'legacy-limit-up-to-hundred',
    'LEG-13',
    refuses(LEGACY, ({ limit }) => Number(limit) > 100 && Number(limit) <= 500),
  ),
  mutant('legacy-limit-clamped-above', 'LEG-14', clamps(LEGACY, -1e9, 500)),
  mutant('legacy-limit-clamped-below', 'LEG-15', clamps(LEGACY, 1, 1e9)),
  mutant(
    'long-q-is-cut',
    'LOOK-12',
    takes(LOOKUPS, 422, ({ request: { query } }) => {
      if ((query.get(QUERY)?.length ?? 0) <= 200) return false;
      query.set(QUERY, query.get(QUERY)!.slice(0, 200));
      return true;
    }),
  ),
  mutant(
    'q-of-hundred-at-most',
    'LOOK-13',
    refusesQuery(LOOKUPS, (query) => {
      const length = query.get(QUERY)?.length ?? 0;
      return length > 100 && length <= 200;
    }),
  ),
  mutant(
    'thirty-places-unless-said',
    'LOOK-23',
    incoming(LOCATIONS, ({ request: { query } }) => {
      if (!query.has('limit')) query.set('limit', '30');
    }),
  ),
  mutant(
    'five-places-unless-said',
    'LOOK-23',
    incoming(LOCATIONS, ({ request: { query } }) => {
      if (!query.has('limit')) query.set('limit', '5');
    }),
  ),
  mutant(
    'limit-of-thirty-places-refused',
    'LOOK-24',
    refusesQuery(LOCATIONS, (query) => query.get('limit') === '30'),
  ),
  mutant(
    'one-place-too-many',
    'LOOK-24',
    incoming(LOCATIONS, ({ request: { query } }) => {
      const limit = Number(query.get('limit') ?? 0);
      if (limit >= 1 && limit < 30) query.set('limit', String(limit + 1));
    }),
  ),
  mutant('place-limits-clamped', 'LOOK-25', takes(LOCATIONS, 422, clampsPlaces)),
  mutant(
    'one-place-over-the-limit',
    'LOOK-25',
    takes(LOCATIONS, 422, (call) => call.request.query.get('limit') === '31' && clampsPlaces(call)),
  ),
];
