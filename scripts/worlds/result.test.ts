import { describe, expect, it } from 'vitest';
import { problemsOf, raised, type Result } from './result.js';

function result(over: Partial<Result> = {}): Result {
  return {
    task: {
      row: { name: 'polish', unlike: 'Polish alone', options: { now: '2026-03-18' } },
      access: 'one-key',
    },
    verdict: 'conforms',
    exitCode: 0,
    headline: 'Some words.',
    clauses: 200,
    pairs: 700,
    notApplicable: 12,
    credits: 300,
    against: [],
    open: [],
    durationMs: 1,
    ...over,
  };
}

const floors = { 'polish one-key': { exitCode: 0, clauses: 200, pairs: 700 } };

describe('a row', () => {
  it('is as it should be where it reaches its floor', () => {
    expect(problemsOf(result(), floors)).toEqual([]);
    expect(problemsOf(result({ clauses: 201, pairs: 701 }), floors)).toEqual([]);
  });

  it.each([
    [{ clauses: 199 }, ['polish one-key: 199 clauses verified, 200 before']],
    [{ pairs: 699 }, ['polish one-key: 699 pairs verified, 700 before']],
    [{ exitCode: 5 }, ['polish one-key: ended with 0 before, now with 5: Some words.']],
    [{ against: ['KEY-1 by x'] }, ['polish one-key: false alarm: KEY-1 by x']],
  ])('is a problem with %j', (over, problems) => {
    expect(problemsOf(result(over), floors)).toEqual(problems);
  });

  it('says what was left open where it ended with 0 before', () => {
    const open = ['FILT-3 on searchJobs: why'];
    expect(problemsOf(result({ open, exitCode: 5 }), floors)).toEqual([
      'polish one-key: ended with 0 before, now with 5: Some words.',
      'polish one-key: left open: FILT-3 on searchJobs: why',
    ]);
  });

  it('may end as incomplete as it did before', () => {
    const before = { 'polish one-key': { exitCode: 5, clauses: 200, pairs: 700 } };
    expect(problemsOf(result({ exitCode: 5 }), before)).toEqual([]);
  });

  it('needs a floor, except with a clock for which there are none', () => {
    expect(problemsOf(result(), {})).toEqual([
      'polish one-key: has no floor; npm run worlds -- --raise writes one',
    ]);
    expect(problemsOf(result({ clauses: 0 }), null)).toEqual([]);
  });
});

describe('floors', () => {
  it('rise with what was reached, each count by itself, and never sink', () => {
    expect(raised(floors, [result({ exitCode: 5, clauses: 199, pairs: 701 })])).toEqual({
      'polish one-key': { exitCode: 0, clauses: 200, pairs: 701 },
    });
  });

  it('begin where a row is first seen, and keep those of other rows', () => {
    const first = result({ task: { ...result().task, access: 'admin' }, exitCode: 5 });
    expect(raised(floors, [first])).toEqual({
      ...floors,
      'polish admin': { exitCode: 5, clauses: 200, pairs: 700 },
    });
  });
});
