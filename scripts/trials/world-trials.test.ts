import { describe, expect, it } from 'vitest';
import type { SuiteRun } from './run-work.js';
import { raised, worldOutcome, type WorldOutcome, type WorldTask } from './world-trials.js';

const NAME = 'polish one-key';
const floor = { exitCode: 0, clauses: 200, pairs: 700 };
const END = 'exited with 0 before, now with 5: Some words.';
const open = ['FILT-3 on searchJobs: why'];
const red = [{ clause: 'KEY-1', isMust: false, words: 'by x' }];

it.each<[Partial<SuiteRun>, WorldTask['floor'], string[]]>([
  [{}, floor, []],
  [{ clauses: 201, pairs: 701 }, floor, []],
  [{ clauses: 199 }, floor, ['199 clauses verified, 200 before']],
  [{ pairs: 699 }, floor, ['699 pairs verified, 700 before']],
  [{ exitCode: 5 }, floor, [END]],
  [{ exitCode: 5, open }, floor, [END, 'left open: FILT-3 on searchJobs: why']],
  [{ exitCode: 5 }, { ...floor, exitCode: 5 }, []],
  [{ red }, floor, ['false alarm: KEY-1 by x']],
  [{}, 'missing', ['has no floor; npm run worlds -- --raise writes one']],
  // Null: this clock has no floors.
  [{ clauses: 0 }, null, []],
])('a row with %j over the floor %j has the problems %j', (found, floor, problems) => {
  const run = {
    exitCode: 0,
    headline: 'Some words.',
    clauses: 200,
    pairs: 700,
    red: [],
    broken: [],
    open: [],
    ...found,
  } as unknown as SuiteRun;
  const task = { names: [NAME], floor } as unknown as WorldTask;
  const outcome = worldOutcome(task, run);
  expect(outcome.problems).toEqual(problems.map((each) => `${NAME}: ${each}`));
});

describe('floors', () => {
  const reaching = (name: string, reached: typeof floor): WorldOutcome =>
    ({ task: { names: [name] }, reached }) as unknown as WorldOutcome;

  it('are raised to each higher count, and never lowered', () => {
    expect(raised({ [NAME]: floor }, [reaching(NAME, { exitCode: 5, clauses: 199, pairs: 701 })])).toEqual({
      [NAME]: { exitCode: 0, clauses: 200, pairs: 701 },
    });
  });

  it('of a new row are its counts; those of other rows stay unchanged', () => {
    const first = { exitCode: 5, clauses: 200, pairs: 700 };
    expect(raised({ [NAME]: floor }, [reaching('polish admin', first)])).toEqual({
      [NAME]: floor,
      'polish admin': first,
    });
  });
});
