import { describe, expect, it } from 'vitest';
import { gather } from '../../rules/judge.js';
import { contract, historyOf, type Call } from '../../../../test/samples/client-history.js';
import { courses } from '../index.js';
import { urlsOf } from '../model/world.js';
import { seenIn } from '../../../../test/samples/course-run.js';
import { judgeEnding } from './results.js';

const course = courses.find(({ name }) => name === 'server-error')!;
const LEGACY = urlsOf('harbor');

/** CLI-45 on a client that met a 500, then got a page, then failed, and named this request. */
function verdictOnNaming(requestId: string): string | undefined {
  const history = historyOf([{ status: 500 }, { next: [1, 'a'] }]);
  history.exchanges[0]!.response!.requestId = 'of the 500';
  history.exchanges[1]!.response!.requestId = 'of the page';
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(course, history, { outcome: 'failed', requestId });
  judgeEnding(run, say, seen);
  return judgements.find(({ rule }) => rule === 'CLI-45')?.verdict;
}

it.each(['of the 500', 'of the page'])('a failure that names the request %s keeps CLI-45', (requestId) => {
  expect(verdictOnNaming(requestId)).toBe('pass');
});

it('a failure that names a request that was never answered so offends CLI-45', () => {
  expect(verdictOnNaming('of nothing')).toBe('fail');
});

describe('the status that a failure is reported with (CLI-50)', () => {
  const refused = { status: 503, key: 'use_v1_a' };
  const limited = { status: 429, key: 'use_v1_a' };
  const lost: Call = { key: 'use_v1_a', sent: 'never' };

  const verdictOnStatus = (calls: readonly Call[], status: number | null): string | undefined => {
    const { say, judgements } = gather({ contract, askedOnce: true });
    const { run, seen } = seenIn(course, historyOf(calls), { outcome: 'failed', status });
    judgeEnding(run, say, seen);
    return judgements.find(({ rule }) => rule === 'CLI-50')?.verdict;
  };

  it.each<[string, Call[], number | null, string | undefined]>([
    ['that of the last refusal', [refused, limited], 429, 'pass'],
    ['that of an earlier refusal', [refused, limited], 503, 'pass'],
    ['that of no answer', [refused, limited], 402, 'fail'],
    ['none, although it was refused', [refused, limited], null, 'fail'],
    ['one of its own, where the last answer was lost', [refused, lost], 504, undefined],
    [
      'that of the refusal before a look at the balance',
      [limited, { operation: 'getCreditBalance' }],
      429,
      'pass',
    ],
  ])('%s', (_, calls, status, verdict) => {
    expect(verdictOnStatus(calls, status)).toBe(verdict);
  });
});

it.each([
  ['in order', LEGACY, 'pass'],
  ['with one left out', LEGACY.slice(1), 'fail'],
])(
  'jobs that the legacy search gave in place of the search of one company, %s: CLI-39',
  (_, jobs, verdict) => {
    const unavailable = courses.find(({ name }) => name === 'company-unavailable')!;
    const history = historyOf([
      { operation: 'searchCompanyJobs', key: 'use_v1_a', status: 503 },
      { operation: 'searchCompanyJobsLegacy', delivered: { cursor: null, credits: 25, jobs: LEGACY } },
    ]);
    const { say, judgements } = gather({ contract, askedOnce: true });
    const { run, seen } = seenIn(unavailable, history, { outcome: 'done', jobs });
    judgeEnding(run, say, seen);
    expect(judgements.find(({ rule }) => rule === 'CLI-39')?.verdict).toBe(verdict);
  },
);

it.each([
  ['holds pages that are larger than those asked for', 0, 'pass'],
  ['leaves out the first job', 1, 'fail'],
])('a result that %s: CLI-39', (_, from, verdict) => {
  const enough = courses.find(({ name }) => name === 'enough')!;
  const jobs = urlsOf('legal').slice(from);
  const history = historyOf([{ key: 'use_v1_a', delivered: { cursor: null, credits: 34, jobs: [...jobs] } }]);
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(enough, history, { outcome: 'done', jobs: [...jobs] });
  judgeEnding(run, say, seen);
  expect(judgements.find(({ rule }) => rule === 'CLI-39')?.verdict).toBe(verdict);
});

it.each([
  ['zürich', 'pass'],
  ['z%C3%BCrich', 'fail'],
])('a lookup of the word %s: CLI-39', (q, verdict) => {
  const locations = courses.find(({ name }) => name === 'locations')!;
  const history = historyOf([
    { operation: 'listLocations', query: `?${new URLSearchParams({ q }).toString()}` },
  ]);
  history.exchanges[0]!.response!.bodyText = '{"locations":[{"label":"Zürich"}]}';
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(locations, history, { outcome: 'done', labels: ['Zürich'] });
  judgeEnding(run, say, seen);
  expect(judgements.find(({ rule }) => rule === 'CLI-39')?.verdict).toBe(verdict);
});
