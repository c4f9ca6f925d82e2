/** Tries the mutants of a clause on the independent service, until each pair of the clause is red. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import type { OperationId } from '../../spec/contract.js';
import { mutants, type Mutant } from '../../test/mutants/index.js';
import { confined } from '../../test/mutants/rules.js';
import * as trial from '../../test/mutants/trial.js';
import type { PairResult, PairTask } from './pair-trials.js';
import { strangerOf } from './run-work.js';

type Scenarios = trial.Bench['scenarios'];

/** Plain forms, because mutants rewrite JSON, read the balance and charge copies. No noise, because it would end trials early. */
const HABITS = [
  'balance=flat',
  'gzip=false',
  'spaces=false',
  'moving=false',
  'passingFailures=false',
  'slow=false',
  'copies=wait',
];

const documents = loadDocuments();
const scenarios = trial.loadScenarios(documents);

export async function perform(task: PairTask): Promise<PairResult> {
  const [clause] = task.names;
  const result: PairResult = { task, red: [], passed: [], shownBy: [], broken: [] };
  const attempt = async (
    some: Scenarios,
    mutant?: Mutant,
    operations?: readonly OperationId[],
  ): Promise<void> => {
    const rule = mutant?.rule();
    const stranger = { names: ['pairs'] as const, seed: task.seed, habits: HABITS, breaks: null };
    const { close, target, apiKey = '', time } = await strangerOf(stranger);
    const bench: trial.Bench = {
      documents,
      scenarios,
      url: target!,
      adminUrl: null,
      key: apiKey,
      profile: {},
      allowThrottling: clause !== undefined && trial.needsThrottling(clause, scenarios),
      ...(time === undefined ? {} : { time, now: time.now }),
    };
    try {
      const limited = rule !== undefined && operations !== undefined ? confined(operations, rule) : rule;
      const { redPairs, passedPairs, broken, faults } = await trial.tryRule(bench, limited, some);
      const isShown = task.pairs.some((pair) => redPairs.includes(pair) && !result.red.includes(pair));
      if (mutant !== undefined && isShown) result.shownBy.push(mutant.name);
      result.red.push(...redPairs);
      result.passed.push(...passedPairs);
      result.broken.push(...[...broken, ...faults].map((each) => `${mutant?.name ?? 'no mutant'}: ${each}`));
    } finally {
      await close();
    }
  };
  const left = (): OperationId[] =>
    task.pairs.filter((pair) => !result.red.includes(pair)).map((pair) => pair.split(' ')[1] as OperationId);
  if (clause === undefined) {
    await attempt(scenarios);
    return result;
  }
  const own = mutants.filter((each) => each.clause === clause);
  if (task.isFurther) {
    // Scenarios about other clauses may show the mutant, for example if they reach a limit or use a valid key.
    for (const mutant of own)
      if (left().length > 0) await attempt(scenarios.filter(isAsking(left())), mutant, left());
    return result;
  }
  for (const mutant of own) if (left().length > 0) await attempt(near(clause), mutant);
  // A scenario may stop at the first of its operations that fails, so each operation is tried alone.
  for (const operation of left())
    for (const mutant of own)
      if (left().includes(operation)) await attempt(near(clause, operation), mutant, [operation]);
  return result;
}

function isAsking(operations: readonly OperationId[]): (scenario: Scenarios[number]) => boolean {
  return ({ facts }) => operations.some((operation) => facts.requires.includes(`operation:${operation}`));
}

/**
 * Returns the scenarios that cite the clause, on `operation` if given. If only oracles judge the clause, returns the scenarios
 * that use the operation and cite a clause of the same group. If there are none, returns all that use the operation.
 */
function near(clause: string, operation?: OperationId): Scenarios {
  const citing = scenarios.filter(({ facts: { pairs } }) =>
    operation === undefined ? clause in pairs : pairs[clause]?.includes(operation),
  );
  const asking = operation === undefined ? scenarios : scenarios.filter(isAsking([operation]));
  const kin = asking.filter(({ facts }) =>
    facts.clauses.some((each) => trial.groupOf(each) === trial.groupOf(clause)),
  );
  return [citing, kin].find(({ length }) => length > 0) ?? asking;
}
