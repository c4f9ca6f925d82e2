import { describe, expect, it } from 'vitest';
import { gather } from '../../rules/judge.js';
import { contract, historyOf, type Call } from '../../../../test/samples/client-history.js';
import { courses } from '../index.js';
import { seenIn } from '../../../../test/samples/course-run.js';
import { judgeProgress, judgeReturn } from './paging.js';

const course = courses.find(({ name }) => name === 'rate-limited-later')!;
const page = { limit: 10, search_after: [1, 'a'] };
const first: Call = { key: 'use_v1_a', body: { limit: 10 }, next: [1, 'a'] };
const limited: Call = { key: 'use_v1_b', body: page, status: 429 };

/** CLI-37 on a client that asks for this after its second page was refused. */
function verdictOn(next: Call): string | undefined {
  const { say, judgements } = gather({ contract, askedOnce: true });
  const { run, seen } = seenIn(course, historyOf([first, limited, next, { key: 'use_v1_b', body: page }]));
  judgeReturn(run, say, seen);
  return judgements.find(({ rule }) => rule === 'CLI-37')?.verdict;
}

it('a search that begins anew after a page failed offends CLI-37', () => {
  expect(verdictOn({ key: 'use_v1_c', body: { limit: 10 } })).toBe('fail');
});

it('another search between a page that failed and its next attempt does not', () => {
  expect(verdictOn({ key: 'use_v1_c', body: { limit: 1 } })).toBe('pass');
});

describe('the jobs of the first page that come again (CLI-36)', () => {
  const pages = courses.find(({ name }) => name === 'pages')!;
  const given = (key: string, body: Call['body'], jobs = ['a', 'b']): Call => ({
    key,
    body: body!,
    delivered: { cursor: [1, 'a'], credits: 0, jobs },
  });
  const verdictsOn = (...calls: Call[]): string[] => {
    const { say, judgements } = gather({ contract, askedOnce: true });
    const { run, seen } = seenIn(pages, historyOf(calls));
    judgeProgress(run, say, seen);
    return judgements.map(({ rule, verdict }) => `${rule} ${verdict}`);
  };
  const begun = given('use_v1_a', { limit: 2 });
  const byOffset = given('use_v1_b', { limit: 2, offset: 2 });

  it('by a body with an offset are told', () => {
    expect(verdictsOn(begun, byOffset)).toEqual(['CLI-36 fail']);
  });

  it('after a failure, or as fewer jobs, are not', () => {
    expect(verdictsOn(begun, { key: 'use_v1_c', body: { limit: 2 }, status: 503 }, byOffset)).toEqual([]);
    expect(verdictsOn(given('use_v1_c', { limit: 1 }, ['a']), begun)).toEqual([]);
  });
});
