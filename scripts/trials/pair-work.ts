/** Tries the mutants of a clause on the independent service, until each pair of the clause is red. */
import { loadDocuments } from '../../conformance/pack/model/documents.js';
import type { OperationId } from '../../spec/contract.js';
import { mutants, type Mutant } from '../../test/mutants/index.js';
import { confined } from '../../test/mutants/rules.js';
import * as trial from '../../test/mutants/trial.js';
import type { PairOutcome, PairTask } from './pair-trials.js';
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

export async function perform(task: PairTask): Promise<PairOutcome> {
  const { names, seed, pairs, isFurther } = task;
  const clause = names[0]!;
  const outcome: PairOutcome = { task, lines: [], problems: [], red: [], passed: [] };
  const shownBy: string[] = [];
  const attempt = async (some: Scenarios, mutant?: Mutant, operations?: OperationId[]): Promise<void> => {
    const rule = mutant?.rule();
    const { close, target, apiKey = '', time } = await strangerOf({ seed, habits: HABITS, breaks: null });
    const bench: trial.Bench = {
      documents,
      scenarios,
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

function isAsking(operations: readonly OperationId[]): (scenario: Scenarios[number]) => boolean {
  return ({ facts }) => operations.some((operation) => facts.requires.includes(`operation:${operation}`));
}

/**
 * Returns the scenarios that cite the clause, on `operation` if given. If only oracles judge the clause, returns the scenarios
 * that use the operation and cite a clause of the same group, or, without such scenarios, all that use the operation.
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
