/**
 * Trials of pairs of clause and operation: mutants before the independent service, with one key. A pair that passes there, and that
 * no mutant turns red, proves nothing.
 */
import type { Clause } from '../../spec/clauses.js';
import { loadClauses } from '../../spec/clauses.js';
import { mutants, unturnedPairs } from '../../test/mutants/index.js';
import { groupOf } from '../../test/mutants/trial.js';
import { performAll, runTrials, say, type Conclusion, type Trials } from './trials.js';

export interface PairTask {
  /** A clause whose mutants are tried; empty for a run of the whole suite without a mutant. */
  names: readonly string[];
  seed: number;
  /** The pairs of the clause that mutants have to turn red: `BILL-25 searchJobs`. */
  pairs: readonly string[];
}

export interface PairResult {
  task: PairTask;
  /** Pairs that a mutant turned red, those of other clauses included. */
  red: string[];
  /** Pairs that passed without a mutant. */
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
  const clean: PairTask = { names: [], seed, pairs: [] };
  const [[first] = []] = await performAll([{ kind: 'pair', tasks: [clean], linesOf: () => [] }], jobs);
  const { passed, broken } = first as PairResult;
  for (const each of broken) say(`broke without a mutant: ${each}`);
  const tasks = loadClauses()
    .clauses.filter((clause) => clause.level !== 'open' && isWanted(clause, only))
    .map(({ id }) => ({ names: [id], seed, pairs: passed.filter((pair) => pair.startsWith(`${id} `)) }))
    .filter(({ pairs }) => pairs.length > 0);
  return runTrials([pairTrials(tasks)], jobs);
}

function isWanted({ id }: Clause, only: readonly string[] | undefined): boolean {
  const named = mutants.filter(({ clause }) => clause === id).map(({ name }) => name);
  return only?.some((each) => [id, groupOf(id), ...named].includes(each)) ?? true;
}

function pairTrials(tasks: readonly PairTask[]): Trials<PairResult> {
  return {
    kind: 'pair',
    tasks,
    hasSecondTry: false,
    linesOf({ task, red, shownBy }) {
      const left = task.pairs.filter((pair) => !red.includes(pair)).map((pair) => pair.split(' ')[1]);
      const open = left.length === 0 ? '' : `  not red: ${left.join(' ')}`;
      return [`${task.names[0]}  by ${shownBy.join(' ') || 'nothing'}${open}`];
    },
    problemsOf: ({ task, broken }) => broken.map((each) => `${task.names[0]}: ${each.slice(0, 300)}`),
    conclude: unturnedIn,
  };
}

/** The table of the pairs that no mutant turned red, each with its reason. A pair without a reason is a problem. */
export function unturnedIn(results: readonly PairResult[]): Conclusion {
  const red = new Set(results.flatMap((result) => result.red));
  const all = results.flatMap(({ task }) => task.pairs);
  const left = all.filter((pair) => !red.has(pair));
  const why = (pair: string): string | undefined => unturnedPairs.get(pair);
  return {
    lines: [
      '',
      `Pairs that pass and that no mutant turned red: ${left.length} of ${all.length}`,
      ...left.map((pair) => `  ${pair}  ${why(pair) ?? 'NO REASON GIVEN'}`),
    ],
    problems: left
      .filter((pair) => why(pair) === undefined)
      .map((pair) => `${pair}: no mutant turns it red, and no reason is given`),
  };
}
