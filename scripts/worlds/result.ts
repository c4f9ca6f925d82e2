/** What a run on one row came to, and what of it is not as it should be. */
import type { RunVerdict } from '../../conformance/index.js';
import type { Access, Row } from '../../test/worlds/rows.js';

export interface Task {
  row: Row;
  access: Access;
}

export interface Result {
  task: Task;
  verdict: RunVerdict;
  exitCode: number;
  headline: string;
  /** Verified clauses, and pairs of clause and operation. */
  clauses: number;
  pairs: number;
  /** Pairs that the data or the access cannot show. */
  notApplicable: number;
  credits: number;
  /** Whatever was said against the mock, recommendations included, and parts of the suite that broke: none is right. */
  against: string[];
  /** What the contract demands and no operation was seen to keep, with the reason: it blocks a "conforms". */
  open: string[];
  durationMs: number;
}

/** What a row has reached before. */
export type Floor = Pick<Result, 'exitCode' | 'clauses' | 'pairs'>;

/** By row and access: `polish admin`. */
export type Floors = Record<string, Floor>;

export function floorName({ row, access }: Task): string {
  return `${row.name} ${access}`;
}

/** In sentences; none where the row is as it should be. Without floors, false alarms alone count. */
export function problemsOf({ task, ...result }: Result, floors: Floors | null): string[] {
  const name = floorName(task);
  const said = result.against.map((each) => `${name}: false alarm: ${each}`);
  if (floors === null) return said;
  const floor = floors[name];
  if (floor === undefined) return [...said, `${name}: has no floor; npm run worlds -- --raise writes one`];
  if (floor.exitCode === 0 && result.exitCode !== 0)
    said.push(
      `${name}: ended with 0 before, now with ${result.exitCode}: ${result.headline}`,
      ...openIn({ task, ...result }),
    );
  for (const count of ['clauses', 'pairs'] as const)
    if (result[count] < floor[count])
      said.push(`${name}: ${result[count]} ${count} verified, ${floor[count]} before`);
  return said;
}

/** What keeps a row from ending with 0, in sentences. */
export function openIn({ task, open }: Result): string[] {
  return open.map((each) => `${floorName(task)}: left open: ${each}`);
}

/** The floors with what was reached beyond them; nothing is lowered. */
export function raised(floors: Floors, results: readonly Result[]): Floors {
  const higher = { ...floors };
  for (const { task, exitCode, clauses, pairs } of results) {
    const name = floorName(task);
    const floor = higher[name] ?? { exitCode, clauses, pairs };
    higher[name] = {
      exitCode: exitCode === 0 ? 0 : floor.exitCode,
      clauses: Math.max(clauses, floor.clauses),
      pairs: Math.max(pairs, floor.pairs),
    };
  }
  return higher;
}
