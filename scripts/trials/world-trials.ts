/** Trials of worlds: whole runs on unusual data, which must verify at least as much as before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ACCESSES, NOW, rowsAt, type Access, type Row } from '../../test/worlds/rows.js';
import type { SuiteRun } from './run-work.js';
import type { Outcome, Task, Trials } from './trials.js';

const FLOORS = new URL('./floors.json', import.meta.url);

/** The results that a row must reach again. */
type Floor = Pick<SuiteRun, 'exitCode' | 'clauses' | 'pairs'>;
/** By row. */
type Floors = Record<string, Floor>;

export interface WorldTask extends Task {
  kind: 'run';
  row: Row;
  access: Access;
  /** Null: only false alarms count. */
  floor: Floor | 'missing' | null;
  /** Whether to print what prevents an exit status of 0. */
  words: boolean;
}

export interface WorldOutcome extends Outcome {
  reached: Floor;
}

export interface WorldOptions {
  /** Names of rows; all if absent. */
  only?: readonly string[];
  /** A clock other than `NOW`. It has no floors. */
  now?: string;
  /** Whether to store higher floors. */
  raise?: boolean;
  /** Whether to print what prevents an exit status of 0. */
  words?: boolean;
}

export function worldTrials({ only, now, raise, words = false }: WorldOptions): Trials<WorldOutcome> {
  const floors = JSON.parse(readFileSync(FLOORS, 'utf8')) as Floors;
  // With `raise`, a row without a floor gets one.
  const floorOf = (name: string) => (now !== undefined ? null : (floors[name] ?? (raise ? null : 'missing')));
  return {
    tasks: rowsAt(now ?? NOW)
      .filter(({ name }) => only?.includes(name) ?? true)
      .flatMap((row) =>
        ACCESSES.map((access): WorldTask => {
          const name = `${row.name} ${access}`;
          return { kind: 'run', names: [name], row, access, floor: floorOf(name), words };
        }),
      ),
    conclude(outcomes) {
      if (raise) writeFileSync(FLOORS, rendered(raised(floors, outcomes)));
      return { lines: [], problems: [] };
    },
  };
}

/** False alarms are problems, also of recommendations; with a floor, so is a worse result. */
export function worldOutcome(task: WorldTask, run: SuiteRun): WorldOutcome {
  const { headline, seconds, exitCode, clauses, pairs, credits, red, broken } = run;
  const { floor } = task;
  const [name] = task.names;
  const found = `${clauses} clauses and ${pairs} pairs verified, ${credits} credits`;
  const open = run.open.map((each) => `left open: ${each}`);
  const alarms = [...red.map(({ clause, words }) => `${clause} ${words}`), ...broken];
  const problems = alarms.map((each) => `false alarm: ${each}`);
  if (floor === 'missing') problems.push('has no floor; npm run worlds -- --raise writes one');
  else if (floor !== null) {
    if (floor.exitCode === 0 && exitCode !== 0)
      problems.push(`exited with 0 before, now with ${exitCode}: ${headline}`, ...open);
    for (const count of ['clauses', 'pairs'] as const)
      if (run[count] < floor[count]) problems.push(`${run[count]} ${count} verified, ${floor[count]} before`);
  }
  return {
    task,
    lines: [
      `${name} (${found}, ${seconds} s): ${headline}`,
      ...(task.words ? open.map((each) => `${name}: ${each}`) : []),
    ],
    problems: problems.map((each) => `${name}: ${each}`),
    reached: { exitCode, clauses, pairs },
  };
}

/** Returns the floors with each number raised to the result if that is higher. */
export function raised(floors: Floors, outcomes: readonly WorldOutcome[]): Floors {
  const higher = { ...floors };
  for (const { task, reached } of outcomes) {
    const name = task.names[0]!;
    const floor = higher[name] ?? reached;
    higher[name] = {
      exitCode: reached.exitCode === 0 ? 0 : floor.exitCode,
      clauses: Math.max(reached.clauses, floor.clauses),
      pairs: Math.max(reached.pairs, floor.pairs),
    };
  }
  return higher;
}

/** One row per line, so that a diff shows what rises. */
function rendered(floors: Floors): string {
  const lines = Object.entries(floors).map(
    ([name, floor]) => `  ${JSON.stringify(name)}: ${JSON.stringify(floor)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}
