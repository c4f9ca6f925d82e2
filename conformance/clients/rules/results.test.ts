import { expect, it } from 'vitest';
import { historyOf, type Call } from '../../../test/samples/client-history.js';
import { judgementsOn, seenIn, verdictsOn } from '../../../test/samples/course-run.js';
import { urlsOf } from '../courses/index.js';

const LEGACY = urlsOf('harbor');

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

it('a copy of an earlier search of a poll that arrives last does not change the result: CLI-39', () => {
  const page = (key: string, from: number) => {
    const jobs = urlsOf('legal').slice(from, from + 10);
    return { key, delivered: { cursor: [1, 'a'], credits: 0, jobs } };
  };
  const [first, second] = [page('use_v1_a', 2), page('use_v1_b', 0)];
  const seen = (...calls: Call[]) =>
    seenIn('poll-lost', historyOf(calls), { outcome: 'done', jobs: second.delivered.jobs });
  const lost: Call = { ...first, sent: 'never' };
  expect(verdictsOn(seen(lost, first, second, first), 'CLI-39')).toEqual(['CLI-39 pass']);
  expect(verdictsOn(seen(lost, second, first), 'CLI-39')).toEqual(['CLI-39 pass']);
  expect(verdictsOn(seen(second, lost, first), 'CLI-39')).toEqual(['CLI-39 fail']);
});
