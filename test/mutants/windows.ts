/** Date windows: a few days off, another default, no limit (§4.2 to §4.4). */
import type { Rule } from './mutant.js';
import {
  asked,
  bodyOf,
  COMPANY,
  daysAgo,
  DIRECT,
  HISTORICAL,
  HISTORICAL_DIRECT,
  ANY_HISTORICAL,
  LEGACY,
  misreads,
  mutant,
  refuses,
  results,
  SEARCHES,
  setJson,
  shifted,
  takes,
  type Operations,
} from './rules.js';

const AFTER = 'published_after';
const BEFORE = 'published_before';

/** Takes a bound further back than the window reaches, as if it lay within. */
function takesOlder(operations: Operations, days: number): Rule {
  return takes(operations, 422, (call) => {
    const body = bodyOf(call);
    const after = body[AFTER];
    if (typeof after !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(after) || after > daysAgo(call, days))
      return false;
    setJson(call.request, { ...body, [AFTER]: daysAgo(call, days - 3) });
    return true;
  });
}

/** Takes bounds in any order. */
function takesAnyOrder(operations: Operations): Rule {
  return takes(operations, 422, (call) => {
    const body = bodyOf(call);
    const [after, before] = [body[AFTER], body[BEFORE]];
    if (typeof after !== 'string' || typeof before !== 'string' || after < before) return false;
    setJson(call.request, { ...body, [AFTER]: shifted(before, -1) });
    return true;
  });
}

/** The newest job of a page is dated beyond today. */
function datedTomorrow(operations: Operations): Rule {
  return results(operations, ({ jobs }, call) => {
    if (BEFORE in bodyOf(call) || jobs[0] === undefined) return;
    jobs[0]['Post Date'] = daysAgo(call, -2);
  });
}

const refusesBeyond = (operations: Operations, days: number): Rule =>
  refuses(operations, (body, call) => typeof body[AFTER] === 'string' && body[AFTER] < daysAgo(call, days));

/** Leaves out the first days of every window that has a last one. */
function beginsLate(operations: Operations, days: number): Rule {
  return asked(operations, (body) => {
    const after = shifted(body[AFTER], days);
    if (typeof after === 'string' && typeof body[BEFORE] === 'string' && after < body[BEFORE])
      body[AFTER] = after;
  });
}

export const windowMutants = [
  mutant('direct-windows-begin-late', 'WIN-1', beginsLate(DIRECT, 3)),
  mutant('history-begins-late', 'WIN-1', beginsLate(HISTORICAL, 3)),
  mutant(
    'lower-bound-three-days-early',
    'WIN-1',
    misreads(SEARCHES, AFTER, (date) => shifted(date, -3)),
  ),
  mutant(
    'lower-bound-unread',
    'WIN-1',
    misreads(SEARCHES, AFTER, () => undefined),
  ),
  mutant(
    'upper-bound-three-days-late',
    'WIN-2',
    misreads(SEARCHES, BEFORE, (date) => shifted(date, 3)),
  ),
  mutant(
    'upper-bound-unread',
    'WIN-2',
    misreads(SEARCHES, BEFORE, () => undefined),
  ),
  mutant(
    'direct-looks-back-five-months',
    'WIN-4',
    misreads(DIRECT, AFTER, (date, _body, call) => date ?? daysAgo(call, 150)),
  ),
  mutant(
    'direct-ends-yesterday',
    'WIN-5',
    misreads(DIRECT, BEFORE, (date, _body, call) => date ?? daysAgo(call, 0)),
  ),
  mutant('direct-takes-any-date', 'WIN-6', takesOlder(DIRECT, 184)),
  mutant('direct-takes-two-months', 'WIN-7', refusesBeyond(DIRECT, 63)),
  mutant(
    'direct-reaches-two-months',
    'WIN-7',
    misreads(DIRECT, AFTER, (date, _body, call) =>
      typeof date === 'string' && date < daysAgo(call, 61) ? daysAgo(call, 61) : date,
    ),
  ),
  mutant('direct-takes-bounds-in-any-order', 'WIN-8', takesAnyOrder(DIRECT)),
  mutant(
    'company-looks-back-two-months',
    'WIN-9',
    misreads(COMPANY, AFTER, (date, _body, call) => date ?? daysAgo(call, 61)),
  ),
  mutant('company-finds-jobs-of-tomorrow', 'WIN-10', datedTomorrow(COMPANY)),
  mutant(
    'company-ends-tomorrow',
    'WIN-10',
    misreads(COMPANY, BEFORE, (date, _body, call) => date ?? daysAgo(call, -1)),
    'needs a clock that shows a morning, and a company with jobs of today',
  ),
  mutant('company-takes-any-date', 'WIN-12', takesOlder(COMPANY, 184)),
  mutant('company-takes-bounds-in-any-order', 'WIN-13', takesAnyOrder(COMPANY)),
  mutant(
    'historical-looks-back-a-year',
    'WIN-14',
    misreads(HISTORICAL, AFTER, (date, _body, call) => date ?? daysAgo(call, 365)),
  ),
  mutant('historical-finds-jobs-of-tomorrow', 'WIN-15', datedTomorrow(HISTORICAL)),
  mutant('historical-takes-any-date', 'WIN-16', takesOlder(HISTORICAL, 2193)),
  mutant('historical-takes-six-months', 'WIN-17', refusesBeyond(HISTORICAL, 190)),
  mutant('historical-takes-bounds-in-any-order', 'WIN-18', takesAnyOrder(HISTORICAL)),
  mutant(
    'historical-searches-are-current',
    'HIST-3',
    misreads(ANY_HISTORICAL, AFTER, (date, _body, call) =>
      typeof date === 'string' && date > daysAgo(call, 180) ? date : daysAgo(call, 180),
    ),
  ),
  mutant(
    'historical-direct-is-current',
    'HIST-3',
    misreads(HISTORICAL_DIRECT, AFTER, (date, _body, call) =>
      typeof date === 'string' && date > daysAgo(call, 180) ? date : daysAgo(call, 180),
    ),
  ),
  mutant(
    'legacy-lower-bound-unread',
    'WIN-1',
    misreads(LEGACY, AFTER, () => undefined),
  ),
  mutant(
    'legacy-upper-bound-unread',
    'WIN-2',
    misreads(LEGACY, BEFORE, () => undefined),
  ),
];
