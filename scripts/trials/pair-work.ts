/** Mutants of the independent service, with one key. If none turns a pair of clause and operation red, its pass proves nothing. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import type { OperationId } from '../../spec/contract.js';
import { mutants, uncaughtPairs, type Mutant } from '../../test/mutants/index.js';
import { confined } from '../../test/mutants/rules.js';
import * as trial from '../../test/mutants/trial.js';
import { strangerOf } from './run-work.js';
import { performAll, runTrials, type Conclusion, type Outcome, type Task } from './trials.js';

const documents = loadDocuments();

interface PairTask extends Task {
  kind: 'pair';
  seed: number;
  /** The pairs of a clause that its mutants have to turn red, `BILL-25 searchJobs`; empty: a run without a mutant. */
  pairs: readonly string[];
  /** Whether to try scenarios that do not cite the clause, too. */
  isFurther?: true;
}

interface PairOutcome extends Outcome {
  task: PairTask;
  /** Pairs that a mutant turned red, including those of other clauses. */
  red: string[];
  passed: string[];
}

interface PairFlags {
  /** Names of mutants, clauses, or groups of clauses. */
  only?: readonly string[];
  seed: number;
}

/** Returns the exit status. */
export async function tryPairs({ only, seed }: PairFlags, jobs?: number): Promise<number> {
  const perform = async (tasks: PairTask[]): Promise<PairOutcome[]> =>
    (await performAll([{ tasks }], jobs))[0] as PairOutcome[];
  const [clean] = await perform([{ kind: 'pair', names: ['no mutant'], seed, pairs: [] }]);
  const passed = clean!.isBroken ? [] : clean!.passed;
  const isWanted = (id: string): boolean => {
    const named = mutants.filter(({ clause }) => clause === id).map(({ name }) => name);
    return only?.some((each) => [id, trial.groupOf(id), ...named].includes(each)) ?? true;
  };
  const tasks = documents.clauses.clauses
    .filter(({ id, level }) => level !== 'open' && isWanted(id))
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

/** Plain forms, because mutants rewrite JSON, read the balance and charge copies. No noise, because it would end trials early. */
const HABITS =
  'balance=flat gzip=false spaces=false moving=false passingFailures=false slow=false copies=wait'.split(' ');

const scenarios = trial.loadScenarios(documents);

export async function perform(task: PairTask): Promise<PairOutcome> {
  const { names, seed, pairs, isFurther } = task;
  const clause = names[0]!;
  const outcome: PairOutcome = { task, lines: [], problems: [], red: [], passed: [] };
  const shownBy: string[] = [];
  const attempt = async (
    some: trial.Scenarios,
    mutant?: Mutant,
    operations?: OperationId[],
  ): Promise<void> => {
    const rule = mutant?.rule();
    const { close, target, apiKey = '', time } = await strangerOf({ seed, habits: HABITS, breaks: null });
    const bench: trial.Bench = {
      documents,
      url: target!,
      adminUrl: null,
      key: apiKey,
      profile: {},
      allowThrottling: trial.needsThrottling(clause, scenarios),
      ...(time === undefined ? {} : { time, now: time.now }),
    };
    const limited = rule !== undefined && operations !== undefined ? confined(operations, rule) : rule;
    const { redPairs, passedPairs, broken } = await trial.tryRule(bench, limited, some).finally(close);
    const isShown = pairs.some((pair) => redPairs.includes(pair) && !outcome.red.includes(pair));
    if (mutant !== undefined && isShown) shownBy.push(mutant.name);
    outcome.red.push(...redPairs);
    outcome.passed.push(...passedPairs);
    outcome.problems.push(...broken.map((each) => `${mutant?.name ?? clause}: ${each}`.slice(0, 300)));
  };
  const left = (): OperationId[] =>
    pairs.filter((pair) => !outcome.red.includes(pair)).map((pair) => pair.split(' ')[1] as OperationId);
  const own = mutants.filter((each) => each.clause === clause);
  if (pairs.length === 0) await attempt(scenarios);
  else if (isFurther) {
    // Scenarios about other clauses may show the mutant, for example if they reach a limit or use a valid key.
    for (const mutant of own)
      if (left().length > 0) await attempt(scenarios.filter(isAsking(left())), mutant, left());
  } else {
    for (const mutant of own) if (left().length > 0) await attempt(near(clause), mutant);
    // A scenario may stop at the first of its operations that fails, so each operation is tried alone.
    for (const operation of left())
      for (const mutant of own)
        if (left().includes(operation)) await attempt(near(clause, operation), mutant, [operation]);
  }
  const open = left().length === 0 ? '' : `  not red: ${left().join(' ')}`;
  if (pairs.length > 0) outcome.lines.push(`${clause}  by ${shownBy.join(' ') || 'nothing'}${open}`);
  return outcome;
}

function isAsking(operations: readonly OperationId[]): (scenario: trial.Scenarios[number]) => boolean {
  return ({ facts }) => operations.some((operation) => facts.requires.includes(`operation:${operation}`));
}

/**
 * Returns the scenarios that cite the clause, on `operation` if given. If only oracles judge the clause, returns the scenarios
 * that use the operation and cite a clause of the same group, or, without such scenarios, all that use the operation.
 */
function near(clause: string, operation?: OperationId): trial.Scenarios {
  const citing = scenarios.filter(({ facts: { pairs } }) =>
    operation === undefined ? clause in pairs : pairs[clause]?.includes(operation),
  );
  const asking = operation === undefined ? scenarios : scenarios.filter(isAsking([operation]));
  const kin = asking.filter(({ facts }) =>
    facts.clauses.some((each) => trial.groupOf(each) === trial.groupOf(clause)),
  );
  return [citing, kin].find(({ length }) => length > 0) ?? asking;
}
