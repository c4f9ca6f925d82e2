/** `-- --neuter`: leaves out each oracle and predicate in turn. A judge whose loss no trial shows needs a reason. */
import { unnoticed } from '../../test/mutants/index.js';
import { allJudges } from '../../test/mutants/trial.js';
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { perform } from '../workers.js';
import { workersFor, type Flags } from './flags.js';
import { SEEDED } from './grounds.js';
import type { Verdict } from './verdicts.js';
import type { Result, Task } from './worker.js';

/** Trials without one judge are made on so many mutants that it alone had caught. */
const MOST_TRIALS = 3;

/** A clause that a judge alone turned red on a mutant. */
interface Cell {
  mutant: string;
  clause: string;
}

export async function neuter(flags: Flags, trials: readonly Result[]): Promise<Verdict> {
  const judges = [
    ...allJudges.oracles.map(({ id }) => `oracle ${id}`),
    ...Object.keys(allJudges.predicates).map((name) => `predicate ${name}`),
  ];
  const cells = new Map(judges.map((judge) => [judge, cellsOf(judge, trials)]));
  const tasks = judges.flatMap((judge) =>
    [...new Set(cells.get(judge)!.map(({ mutant }) => mutant))]
      .slice(0, MOST_TRIALS)
      .map((mutant): Task => ({ name: mutant, innocents: [], without: judge, data: SEEDED })),
  );
  const noticed = new Map<string, string>();
  await perform<Task, Result>(workersFor(flags), tasks, ({ task, red }) => {
    const lost = cells
      .get(task.without!)!
      .find(({ mutant, clause }) => mutant === task.name && !red.some(([id]) => id === clause));
    if (lost !== undefined) noticed.set(task.without!, `${lost.mutant} no longer offends ${lost.clause}`);
  });

  const reasons = new Map(unnoticed(loadDocuments()).map(({ judge, why }) => [judge, why]));
  const lines = ['', 'Without one judge'];
  const problems: string[] = [];
  for (const judge of judges) {
    const [seen, why] = [noticed.get(judge), reasons.get(judge)];
    if (flags.only === undefined && seen === undefined && why === undefined)
      problems.push(`${judge}: no trial shows its loss, and no reason is given`);
    if (seen !== undefined && why !== undefined)
      problems.push(`${judge}: its loss is noticed, though a reason says why it is not`);
    const text = seen ?? `not noticed; ${why ?? 'NO REASON GIVEN'}`;
    lines.push(`  ${judge}: ${text} (alone in ${cells.get(judge)!.length} cells)`);
  }
  lines.push(`${noticed.size} of ${judges.length} losses are noticed.`);
  return { lines, problems };
}

function cellsOf(judge: string, trials: readonly Result[]): Cell[] {
  return trials.flatMap(({ task, red }) =>
    red
      .filter(([, by]) => by.length === 1 && by[0] === judge)
      .map(([clause]) => ({ mutant: task.name, clause })),
  );
}
