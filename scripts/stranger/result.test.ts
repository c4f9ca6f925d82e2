import { describe, expect, it } from 'vitest';
import { problemsOf, type Result } from './result.js';

function result(over: Partial<Result> = {}): Result {
  return {
    task: { seed: 7, habits: ['moving=true'], breaks: null },
    exitCode: 0,
    headline: 'Some words.',
    credits: 300,
    requests: 1700,
    against: [],
    errors: [],
    durationMs: 1,
    ...over,
  };
}

const found = { clause: 'IDEM-14', words: 'by oracle ledger in x: expected 1; 2' };
const breaks = { seed: 7, habits: [], breaks: 'charges-a-retry' } as const;

describe('a run on the stranger', () => {
  it.each<[Partial<Result>, string[]]>([
    [{}, []],
    [
      { exitCode: 1, against: [found] },
      [
        'seed 7 moving=true: false alarm: IDEM-14 by oracle ledger in x: expected 1; 2',
        'seed 7 moving=true: ended with 1: Some words.',
      ],
    ],
    [{ exitCode: 5 }, ['seed 7 moving=true: ended with 5: Some words.']],
    [{ errors: ['a/b broke: why'] }, ['seed 7 moving=true: a/b broke: why']],
  ])('that keeps to the source, with %j, has the problems %j', (over, problems) => {
    expect(problemsOf(result(over))).toEqual(problems);
  });

  it.each<[Partial<Result>, string[]]>([
    [{ exitCode: 1, against: [found] }, []],
    [{ exitCode: 0 }, ['seed 7 charges-a-retry: ended with 0: Some words.']],
    [
      { exitCode: 1, against: [{ ...found, clause: 'REQ-4' }] },
      ['seed 7 charges-a-retry: REQ-4 named, and not IDEM-14'],
    ],
  ])('that breaks it, with %j, has the problems %j', (over, problems) => {
    expect(problemsOf(result({ task: { ...breaks, habits: [] }, ...over }))).toEqual(problems);
  });
});
