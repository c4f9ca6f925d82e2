import { expect, it } from 'vitest';
import { gather } from '../../judge/clients/judge.js';
import { contract, historyOf } from '../../judge/clients/testing/history.js';
import { courses } from '../index.js';
import { LEGAL } from '../model/world.js';
import { seenIn } from '../testing/seen.js';
import { judgeEnding } from './results.js';

const course = courses.find(({ name }) => name === 'server-error')!;

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

it.each([
  ['holds pages that are larger than those asked for', 0, 'pass'],
  ['leaves out the first job', 1, 'fail'],
])('a result that %s: CLI-39', (_, from, verdict) => {
  const enough = courses.find(({ name }) => name === 'enough')!;
  const jobs = LEGAL.urls.slice(from);
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
