import { describe, expect, it } from 'vitest';
import { raised, worldProblems, type WorldResult } from './world-trials.js';

function result(over: Partial<WorldResult> = {}): WorldResult {
  return {
    task: {
      names: ['polish one-key'],
      row: { name: 'polish', options: { now: '2026-03-18' } },
      access: 'one-key',
    },
    exitCode: 0,
    headline: 'Some words.',
    clauses: 200,
    pairs: 700,
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

const END = 'polish one-key: exited with 0 before, now with 5: Some words.';
const open = ['FILT-3 on searchJobs: why'];
const against = [{ clause: 'KEY-1', isMust: false, words: 'by x' }];

it.each<[Partial<WorldResult>, Parameters<typeof worldProblems>[1], string[]]>([
  [{}, floors, []],
  [{ clauses: 201, pairs: 701 }, floors, []],
  [{ clauses: 199 }, floors, ['polish one-key: 199 clauses verified, 200 before']],
  [{ pairs: 699 }, floors, ['polish one-key: 699 pairs verified, 700 before']],
  [{ exitCode: 5 }, floors, [END]],
  [{ exitCode: 5, open }, floors, [END, 'polish one-key: left open: FILT-3 on searchJobs: why']],
  [{ exitCode: 5 }, { 'polish one-key': { exitCode: 5, clauses: 200, pairs: 700 } }, []],
  [{ against }, floors, ['polish one-key: false alarm: KEY-1 by x']],
  [{}, {}, ['polish one-key: has no floor; npm run worlds -- --raise writes one']],
  // Null: this clock has no floors.
  [{ clauses: 0 }, null, []],
])('a row with %j over the floors %j has the problems %j', (over, reached, problems) => {
  expect(worldProblems(result(over), reached)).toEqual(problems);
});

describe('floors', () => {
  it('are raised to each higher count, and never lowered', () => {
    expect(raised(floors, [result({ exitCode: 5, clauses: 199, pairs: 701 })])).toEqual({
      'polish one-key': { exitCode: 0, clauses: 200, pairs: 701 },
    });
  });

  it('of a new row are its counts; those of other rows stay unchanged', () => {
    const first = result({ task: { ...result().task, names: ['polish admin'] as const }, exitCode: 5 });
    expect(raised(floors, [first])).toEqual({
      ...floors,
      'polish admin': { exitCode: 5, clauses: 200, pairs: 700 },
    });
  });
});
