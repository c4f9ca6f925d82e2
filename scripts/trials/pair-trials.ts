/** Mutants of the independent service, with one key. If none turns a pair of clause and operation red, its pass proves nothing. */
import { loadClauses } from '../../spec/clauses.js';
import { mutants, uncaughtPairs } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { performAll, runTrials, type Conclusion, type Outcome, type Task } from './trials.js';

export interface PairTask extends Task {
  kind: 'pair';
  seed: number;
  /** The pairs of a clause that its mutants have to turn red, `BILL-25 searchJobs`; empty: a run without a mutant. */
  pairs: readonly string[];
  /** Whether to try scenarios that do not cite the clause, too. */
  isFurther?: true;
}

export interface PairOutcome extends Outcome {
  task: PairTask;
  /** Pairs that a mutant turned red, including those of other clauses. */
  red: string[];
  passed: string[];
}

export interface PairFlags {
  /** Names of mutants, clauses, or groups of clauses. */
  only?: readonly string[];
  seed: number;
}

/** Returns the exit status. */
export async function tryPairs({ only, seed }: PairFlags, jobs: number): Promise<number> {
  const perform = async (tasks: PairTask[]): Promise<PairOutcome[]> =>
    (await performAll([{ tasks }], jobs))[0] as PairOutcome[];
  const [clean] = await perform([{ kind: 'pair', names: ['no mutant'], seed, pairs: [] }]);
  const passed = clean!.isBroken ? [] : clean!.passed;
  const isWanted = (id: string): boolean => {
    const named = mutants.filter(({ clause }) => clause === id).map(({ name }) => name);
    return only?.some((each) => [id, groupOf(id), ...named].includes(each)) ?? true;
  };
  const tasks = loadClauses()
    .clauses.filter(({ id, level }) => level !== 'open' && isWanted(id))
    .map(({ id }): PairTask => {
      const pairs = passed.filter((pair) => pair.startsWith(`${id} `));
      return { kind: 'pair', names: [id], seed, pairs };
    })
    .filter(({ pairs }) => pairs.length > 0);
  const near = await perform(tasks);
  // Runs of many scenarios take a minute each, so they are left for pairs that no mutant has turned red.
  const left = leftIn(near).filter((pair) => !uncaughtPairs.has(pair));
  const further = tasks
    .map((task) => ({ ...task, pairs: task.pairs.filter((pair) => left.includes(pair)), isFurther: true }))
    .filter(({ pairs }) => pairs.length > 0);
  const conclude = (outcomes: readonly PairOutcome[]) => concludeFrom([clean!, ...near], outcomes);
  return runTrials([{ tasks: further, conclude }], jobs);
}

/** The pairs that no mutant of any clause turned red. */
function leftIn(outcomes: readonly PairOutcome[]): string[] {
  const red = new Set(outcomes.flatMap((each) => (each.isBroken ? [] : each.red)));
  return [...new Set(outcomes.flatMap(({ task }) => task.pairs))].filter((pair) => !red.has(pair));
}

/** Lists the pairs that no mutant turned red, each with its reason. A pair without a reason is a problem. */
function concludeFrom(near: readonly PairOutcome[], further: readonly PairOutcome[]): Conclusion {
  const left = leftIn([...near, ...further]);
  const all = near.flatMap(({ task }) => task.pairs);
  return {
    lines: [
      '',
      `Pairs that pass although no mutant turned them red: ${left.length} of ${all.length}`,
      ...left.map((pair) => `  ${pair}  ${uncaughtPairs.get(pair) ?? 'NO REASON GIVEN'}`),
    ],
    problems: [
      ...near.flatMap(({ problems }) => problems),
      ...left
        .filter((pair) => !uncaughtPairs.has(pair))
        .map((pair) => `${pair}: no mutant turns it red, and no reason is given`),
    ],
  };
}
