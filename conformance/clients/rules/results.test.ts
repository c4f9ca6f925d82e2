import { expect, it } from 'vitest';
import { historyOf, type Call } from '../../../test/samples/client-history.js';
import { judgementsOn, seenIn, verdictsOn } from '../../../test/samples/course-run.js';
import { urlsOf } from '../courses/model/world.js';

const LEGACY = urlsOf('harbor');

it.each([
  ['of the 500', 'pass'],
  ['of the page', 'pass'],
  ['of nothing', 'fail'],
])('a failure with the request id %s: CLI-45 %s', (requestId, verdict) => {
  const history = historyOf([{ status: 500 }, { next: [1, 'a'] }]);
  history.exchanges[0]!.response!.requestId = 'of the 500';
  history.exchanges[1]!.response!.requestId = 'of the page';
  const seen = seenIn('server-error', history, { outcome: 'failed', requestId });
  expect(verdictsOn(seen, 'CLI-45')).toEqual([`CLI-45 ${verdict}`]);
});

const refused = { status: 503, key: 'use_v1_a' };
const limited = { status: 429, key: 'use_v1_a' };
const lost: Call = { key: 'use_v1_a', sent: 'never' };
const balance: Call = { operation: 'getCreditBalance' };

it.each<[string, Call[], number | null, string[]]>([
  ['that of the last refusal', [refused, limited], 429, ['CLI-50 pass']],
  ['that of an earlier refusal', [refused, limited], 503, ['CLI-50 pass']],
  ['that of no response', [refused, limited], 402, ['CLI-50 fail']],
  ['none after a refusal', [refused, limited], null, ['CLI-50 fail']],
  ['its own after a loss', [refused, lost], 504, []],
  ['that of the refusal before a balance request', [limited, balance], 429, ['CLI-50 pass']],
])('the status of a reported failure (CLI-50) is %s', (_, calls, status, verdicts) => {
  const seen = seenIn('server-error', historyOf(calls), { outcome: 'failed', status });
  expect(verdictsOn(seen, 'CLI-50')).toEqual(verdicts);
});

it.each([
  ['in order', LEGACY, 'pass'],
  ['without the first', LEGACY.slice(1), 'fail'],
])('jobs from the legacy search instead of the search at one company, %s: CLI-39', (_, jobs, verdict) => {
  const history = historyOf([
    { operation: 'searchCompanyJobs', key: 'use_v1_a', status: 503 },
    { operation: 'searchCompanyJobsLegacy', delivered: { cursor: null, credits: 25, jobs: LEGACY } },
  ]);
  const seen = seenIn('company-unavailable', history, { outcome: 'done', jobs });
  expect(verdictsOn(seen, 'CLI-39')).toEqual([`CLI-39 ${verdict}`]);
});

it.each([
  ['has pages that are larger than requested', 0, 'pass'],
  ['omits the first job', 1, 'fail'],
])('a result that %s: CLI-39', (_, from, verdict) => {
  const jobs = urlsOf('legal').slice(from);
  const history = historyOf([{ key: 'use_v1_a', delivered: { cursor: null, credits: 34, jobs } }]);
  const seen = seenIn('enough', history, { outcome: 'done', jobs });
  expect(verdictsOn(seen, 'CLI-39')).toEqual([`CLI-39 ${verdict}`]);
});

it.each([
  ['each requested page came', {}, 'more pages, until the cursor is null'],
  ['a page did not come', { status: 402 }, 'a failure, since a page did not come'],
])('a result without the last pages, if %s, shows what was expected: CLI-39', (_, second, expected) => {
  const jobs = urlsOf('legal').slice(0, 10);
  const first = { key: 'use_v1_a', delivered: { cursor: [1, 'a'], credits: 10, jobs } };
  const history = historyOf([first, { body: { search_after: [1, 'a'] }, next: [2, 'b'], ...second }]);
  const seen = seenIn('pages', history, { outcome: 'done', jobs });
  expect(judgementsOn(seen, 'CLI-39')).toMatchObject([{ verdict: 'fail', expected }]);
});

it.each([
  ['zürich', 'pass'],
  [' zürich ', 'pass'],
  ['z%C3%BCrich', 'fail'],
])('a lookup of the word %s: CLI-39', (q, verdict) => {
  const query = `?${new URLSearchParams({ q }).toString()}`;
  const history = historyOf([{ operation: 'listLocations', query }]);
  history.exchanges[0]!.response!.bodyText = '{"locations":[{"label":"Zürich"}]}';
  const seen = seenIn('locations', history, { outcome: 'done', labels: ['Zürich'] });
  expect(verdictsOn(seen, 'CLI-39')).toEqual([`CLI-39 ${verdict}`]);
});
