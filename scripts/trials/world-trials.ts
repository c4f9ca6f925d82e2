/** Trials of worlds: whole runs on unusual data, which must verify at least as much as before. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ACCESSES, NOW, rowsAt, type Access, type Row } from '../../test/worlds/rows.js';
import type { SuiteRun } from './run-work.js';
import type { Trials } from './trials.js';

const FLOORS = new URL('./floors.json', import.meta.url);

export interface WorldTask {
  /** The name of its floor, such as `polish admin`. */
  names: readonly [string];
  row: Row;
  access: Access;
}

export type WorldResult = SuiteRun & { task: WorldTask };

/** By row: the results that it must reach again. */
export type Floors = Record<string, Pick<SuiteRun, 'exitCode' | 'clauses' | 'pairs'>>;

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

export function worldTrials({ only, now, raise, words }: WorldOptions): Trials<WorldResult> {
  const floors = JSON.parse(readFileSync(FLOORS, 'utf8')) as Floors;
  const tasks = rowsAt(now ?? NOW)
    .filter(({ name }) => only?.includes(name) ?? true)
    .flatMap((row) =>
      ACCESSES.map((access): WorldTask => ({ names: [`${row.name} ${access}`], row, access })),
    );
  return {
    kind: 'run',
    tasks,
    hasSecondTry: false,
    linesOf({ task, headline, durationMs, clauses, pairs, credits }) {
      const found = `${clauses} clauses and ${pairs} pairs verified, ${credits} credits`;
      return [`${task.names[0]} (${found}, ${Math.round(durationMs / 1000)} s): ${headline}`];
    },
    problemsOf: (result) =>
      worldProblems(result, now !== undefined ? null : raise ? raised(floors, [result]) : floors),
    conclude(results) {
      if (raise) writeFileSync(FLOORS, rendered(raised(floors, results)));
      return { lines: words ? results.flatMap(openIn) : [], problems: [] };
    },
  };
}

/** Returns problems as sentences. Without floors, only false alarms count: failures, also of recommendations. */
export function worldProblems(result: WorldResult, floors: Floors | null): string[] {
  const { task, exitCode, headline, against, errors } = result;
  const [name] = task.names;
  const alarms = [...against.map(({ clause, words }) => `${clause} ${words}`), ...errors];
  const problems = alarms.map((each) => `${name}: false alarm: ${each}`);
  if (floors === null) return problems;
  const floor = floors[name];
  if (floor === undefined)
    return [...problems, `${name}: has no floor; npm run worlds -- --raise writes one`];
  if (floor.exitCode === 0 && exitCode !== 0)
    problems.push(`${name}: exited with 0 before, now with ${exitCode}: ${headline}`, ...openIn(result));
  for (const count of ['clauses', 'pairs'] as const)
    if (result[count] < floor[count])
      problems.push(`${name}: ${result[count]} ${count} verified, ${floor[count]} before`);
  return problems;
}

function openIn({ task, open }: WorldResult): string[] {
  return open.map((each) => `${task.names[0]}: left open: ${each}`);
}

/** Returns the floors with each number raised to the result if that is higher. */
export function raised(floors: Floors, results: readonly WorldResult[]): Floors {
  const higher = { ...floors };
  for (const { task, exitCode, clauses, pairs } of results) {
    const [name] = task.names;
    const floor = higher[name] ?? { exitCode, clauses, pairs };
    higher[name] = {
      exitCode: exitCode === 0 ? 0 : floor.exitCode,
      clauses: Math.max(clauses, floor.clauses),
      pairs: Math.max(pairs, floor.pairs),
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
