import { describe, expect, it } from 'vitest';
import { raised, worldProblems, type WorldResult } from './world-trials.js';

function result(over: Partial<WorldResult> = {}): WorldResult {
  return {
    task: {
      names: ['polish one-key'],
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
    requests: 900,
    errors: [],
    against: [],
    open: [],
    durationMs: 1,
    ...over,
  };
}

const floors = { 'polish one-key': { exitCode: 0, clauses: 200, pairs: 700 } };

describe('a row', () => {
  it('has no problem if it reaches its floor', () => {
    expect(worldProblems(result(), floors)).toEqual([]);
    expect(worldProblems(result({ clauses: 201, pairs: 701 }), floors)).toEqual([]);
  });

  it.each([
    [{ clauses: 199 }, ['polish one-key: 199 clauses verified, 200 before']],
    [{ pairs: 699 }, ['polish one-key: 699 pairs verified, 700 before']],
    [{ exitCode: 5 }, ['polish one-key: ended with 0 before, now with 5: Some words.']],
    [
      { against: [{ clause: 'KEY-1', isMust: false, words: 'by x' }] },
      ['polish one-key: false alarm: KEY-1 by x'],
    ],
  ])('is a problem with %j', (over, problems) => {
    expect(worldProblems(result(over), floors)).toEqual(problems);
  });

  it('says what was left open if it ended with 0 before', () => {
    const open = ['FILT-3 on searchJobs: why'];
    expect(worldProblems(result({ open, exitCode: 5 }), floors)).toEqual([
      'polish one-key: ended with 0 before, now with 5: Some words.',
      'polish one-key: left open: FILT-3 on searchJobs: why',
    ]);
  });

  it('may end as incomplete as it did before', () => {
    const before = { 'polish one-key': { exitCode: 5, clauses: 200, pairs: 700 } };
    expect(worldProblems(result({ exitCode: 5 }), before)).toEqual([]);
  });

  it('needs a floor, except with a clock for which there are none', () => {
    expect(worldProblems(result(), {})).toEqual([
      'polish one-key: has no floor; npm run worlds -- --raise writes one',
    ]);
    expect(worldProblems(result({ clauses: 0 }), null)).toEqual([]);
  });
});

describe('floors', () => {
  it('rise with what was reached, each count by itself, and never sink', () => {
    expect(raised(floors, [result({ exitCode: 5, clauses: 199, pairs: 701 })])).toEqual({
      'polish one-key': { exitCode: 0, clauses: 200, pairs: 701 },
    });
  });

  it('begin where a row is first seen, and keep those of other rows', () => {
    const task = { ...result().task, names: ['polish admin'] as const };
    const first = result({ task, exitCode: 5 });
    expect(raised(floors, [first])).toEqual({
      ...floors,
      'polish admin': { exitCode: 5, clauses: 200, pairs: 700 },
    });
  });
});
