/** Mutants of the independent service, with one key. If none turns a pair of clause and operation red, its pass proves nothing. */
import { loadClauses, type Clause } from '../../spec/clauses.js';
import { mutants, uncaughtPairs } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { performAll, runTrials, say, type Conclusion, type Trials } from './trials.js';

export interface PairTask {
  /** A clause whose mutants are tried; empty for a run of the whole suite without a mutant. */
  names: readonly string[];
  seed: number;
  /** The pairs of the clause that mutants have to turn red: `BILL-25 searchJobs`. */
  pairs: readonly string[];
  /** Whether to try scenarios that do not cite the clause, too. */
  isFurther?: true;
}

export interface PairResult {
  task: PairTask;
  /** Pairs that a mutant turned red, including those of other clauses. */
  red: string[];
  passed: string[];
  /** Mutants that turned a pair of the clause red. */
  shownBy: string[];
  /** Errors of the suite or of a rule. */
  broken: string[];
}

export interface PairFlags {
  /** Names of mutants, clauses, or groups of clauses. */
  only?: readonly string[];
  seed: number;
}

/** Returns the exit status. */
export async function tryPairs({ only, seed }: PairFlags, jobs: number): Promise<number> {
  const [clean] = await resultsOf([{ names: [], seed, pairs: [] }], jobs);
  const { passed, broken } = clean!;
  for (const each of broken) say(`error without a mutant: ${each}`);
  const tasks = loadClauses()
    .clauses.filter((clause) => clause.level !== 'open' && isWanted(clause, only))
    .map(({ id }) => ({ names: [id], seed, pairs: passed.filter((pair) => pair.startsWith(`${id} `)) }))
    .filter(({ pairs }) => pairs.length > 0);
  const near = await resultsOf(tasks, jobs);
  // Runs of many scenarios take a minute each, so they are left for pairs that no mutant has turned red.
  const left = leftIn(near).filter((pair) => !uncaughtPairs.has(pair));
  const further = tasks.map((task): PairTask => ({
    ...task,
    pairs: task.pairs.filter((pair) => left.includes(pair)),
    isFurther: true,
  }));
  const last = pairTrials(further.filter(({ pairs }) => pairs.length > 0));
  const conclude = (results: readonly PairResult[]): Conclusion => concludeFrom([...near, ...results]);
  return runTrials([{ ...last, conclude }], jobs);
}

async function resultsOf(tasks: readonly PairTask[], jobs: number): Promise<PairResult[]> {
  const [results] = await performAll([pairTrials(tasks) as Pick<Trials, 'kind' | 'tasks' | 'linesOf'>], jobs);
  return results as PairResult[];
}

function isWanted({ id }: Clause, only: readonly string[] | undefined): boolean {
  const named = mutants.filter(({ clause }) => clause === id).map(({ name }) => name);
  return only?.some((each) => [id, groupOf(id), ...named].includes(each)) ?? true;
}

function pairTrials(tasks: readonly PairTask[]): Omit<Trials<PairResult>, 'conclude'> {
  return {
    kind: 'pair',
    tasks,
    hasSecondTry: false,
    linesOf({ task, red, shownBy }) {
      const left = task.pairs.filter((pair) => !red.includes(pair)).map((pair) => pair.split(' ')[1]);
      const open = left.length === 0 ? '' : `  not red: ${left.join(' ')}`;
      return task.names.map((clause) => `${clause}  by ${shownBy.join(' ') || 'nothing'}${open}`);
    },
    problemsOf: () => [],
  };
}

const pairsOf = (results: readonly PairResult[]): string[] => [
  ...new Set(results.flatMap(({ task }) => task.pairs)),
];

/** The pairs that no mutant of any clause turned red. */
function leftIn(results: readonly PairResult[]): string[] {
  const red = new Set(results.flatMap((result) => result.red));
  return pairsOf(results).filter((pair) => !red.has(pair));
}

/** Lists the pairs that no mutant turned red, each with its reason. A pair without a reason is a problem. */
function concludeFrom(results: readonly PairResult[]): Conclusion {
  const left = leftIn(results);
  const unexplained = left.filter((pair) => !uncaughtPairs.has(pair));
  return {
    lines: [
      '',
      `Pairs that pass although no mutant turned them red: ${left.length} of ${pairsOf(results).length}`,
      ...left.map((pair) => `  ${pair}  ${uncaughtPairs.get(pair) ?? 'NO REASON GIVEN'}`),
    ],
    problems: [
      ...results.flatMap(({ broken }) => broken.map((each) => each.slice(0, 300))),
      ...unexplained.map((pair) => `${pair}: no mutant turns it red, and no reason is given`),
    ],
  };
}
