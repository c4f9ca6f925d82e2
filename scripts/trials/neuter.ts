/** `npm run mutants -- --neuter`: leaves out each oracle and predicate in turn. A judge that no trial misses needs a reason. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import { unnoticed } from '../../test/mutants/index.js';
import { allJudges } from '../../test/mutants/trial.js';
import type { MutantFlags, MutantResult } from './mutant-trials.js';
import { performAll, type Conclusion, type Trials } from './trials.js';

/** The most mutants on which a judge is left out. */
const MOST_TRIALS = 3;

export async function neuter({ only }: MutantFlags, trials: readonly MutantResult[]): Promise<Conclusion> {
  const judges = [
    ...allJudges.oracles.map(({ id }) => `oracle ${id}`),
    ...Object.keys(allJudges.predicates).map((name) => `predicate ${name}`),
  ];
  const cells = new Map(judges.map((judge) => [judge, cellsOf(judge, trials)]));
  const tasks = judges.flatMap((judge) =>
    [...new Set(cells.get(judge)!.map(({ task }) => task))]
      .slice(0, MOST_TRIALS)
      .map((task) => ({ ...task, without: judge })),
  );
  const noticed = new Map<string, string>();
  const hear: Pick<Trials<MutantResult>, 'kind' | 'tasks' | 'linesOf'> = {
    kind: 'mutant',
    tasks,
    linesOf({ task, red }) {
      const lost = cells
        .get(task.without!)!
        .find((cell) => cell.task.names[0] === task.names[0] && !red.has(cell.clause));
      if (lost) noticed.set(task.without!, `${lost.task.names[0]} no longer offends ${lost.clause}`);
      return [];
    },
  };
  await performAll([hear]);

  const reasons = new Map(unnoticed(loadDocuments()).map(({ judge, why }) => [judge, why]));
  const lines = ['', 'Without one judge'];
  const problems: string[] = [];
  for (const judge of judges) {
    const [seen, why] = [noticed.get(judge), reasons.get(judge)];
    if (only === undefined && seen === undefined && why === undefined)
      problems.push(`${judge}: no trial shows its loss, and no reason is given`);
    if (seen !== undefined && why !== undefined)
      problems.push(`${judge}: a trial shows its loss, though a reason says why none does`);
    const text = seen ?? `not noticed; ${why ?? 'NO REASON GIVEN'}`;
    lines.push(`  ${judge}: ${text} (alone in ${cells.get(judge)!.length} cells)`);
  }
  lines.push(`${noticed.size} of ${judges.length} losses are noticed.`);
  return { lines, problems };
}

/** Mutants and clauses that only this judge turned red. */
function cellsOf(
  judge: string,
  trials: readonly MutantResult[],
): { task: MutantResult['task']; clause: string }[] {
  return trials.flatMap(({ task, red }) =>
    [...red].filter(([, by]) => by.size === 1 && by.has(judge)).map(([clause]) => ({ task, clause })),
  );
}
