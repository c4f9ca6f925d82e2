/** The mutants of catalogue.yaml, by topic. */
import type { ClauseId, Clauses } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { readYaml } from '../support/read-yaml.js';
import { answerRules } from './answers.js';
import { chargingRules } from './charging.js';
import { filterRules } from './filters.js';
import type { Mutant, Rule, Rules } from './mutant.js';
import { operationKeyRules } from './operation-keys.js';
import { pagingRules } from './paging.js';
import { ruleOf, type Row } from './rows.js';
import { limitTo } from './rules.js';

/** Returns the rules of mutants without a row. Each call returns new rules, since rules may have state. */
export const rulesInCode = (): Rules => ({
  ...answerRules(),
  ...chargingRules(),
  ...filterRules(),
  ...operationKeyRules(),
  ...pagingRules(),
});

/** Mutants by topic; `parts` has only anchors. */
const sections = readYaml<Record<string, Record<string, Row | null>>>('./catalogue.yaml', import.meta.url);

/** Names of mutants that a run with a URL and one key cannot catch, by what such a run lacks. */
export const UNSEEN = readYaml<Readonly<Record<string, readonly string[]>>>('./unseen.yaml', import.meta.url);

/** By topic: names of the mutants that have state. */
export const STATEFUL = readYaml<Record<string, string[]>>('./stateful.yaml', import.meta.url);

function mutantsOn(topic: string): Mutant[] {
  return Object.entries(sections[topic]!).map(([key, row]): Mutant => {
    const [clause, name] = key.split(' ') as [ClauseId, string];
    const reason = Object.keys(UNSEEN).find((each) => UNSEEN[each]!.includes(name));
    const rule = (): Rule => (row === null ? rulesInCode()[name]! : ruleOf(row));
    return { name, clause, rule, ...(reason === undefined ? {} : { unseenFromOutside: reason }) };
  });
}

/** All mutants, in the order of the clauses. */
export const mutants: readonly Mutant[] = Object.keys(sections)
  .filter((topic) => topic !== 'parts')
  .flatMap(mutantsOn);

/** A mutant of one operation, named after both: `forgets-industry@searchJobs`. */
export interface PairMutant extends Mutant {
  operation: OperationId;
}

/** Mutants of a single search. Other mutants cover the same fault for all searches. */
const OF_ONE_SEARCH = /^(company|historical|legacy)-/;

/** Limits each filter and keyword mutant to one operation, because every search needs its own test. */
export function pairMutants({ clauses }: Pick<Clauses, 'clauses'>): PairMutant[] {
  const operations = new Map<string, readonly OperationId[]>(
    clauses.map(({ id, operations }) => [id, operations]),
  );
  return [...mutantsOn('filters'), ...mutantsOn('keywords')]
    .filter(({ name }) => !OF_ONE_SEARCH.test(name))
    .flatMap((mutant) =>
      (operations.get(mutant.clause) ?? []).map((operation) => ({
        ...mutant,
        name: `${mutant.name}@${operation}`,
        operation,
        rule: () => limitTo([operation], mutant.rule()),
      })),
    );
}

/** Clauses and pairs that no mutant turns red, and choices of readings that no innocent makes and no option of the mock selects. */
const { open, pairs, choices } = readYaml<{
  open: Readonly<Record<string, string>>;
  pairs: Readonly<Record<string, readonly string[]>>;
  choices: Readonly<Record<string, string>>;
}>('./uncaught.yaml', import.meta.url);

/** Clauses, and why. Clauses that nothing can check give the reason in spec/clauses.yaml. */
export const uncaught = Object.entries(open).map(([clause, others]) => ({
  clause: clause as ClauseId,
  why: `open: every reading conforms; a target that follows none of them breaks ${others}`,
}));

/** Reasons by pair of clause and operation, such as `BILL-6 searchJobs`, on the independent service. */
export const uncaughtPairs: ReadonlyMap<string, string> = new Map(
  Object.entries(pairs).flatMap(([reason, some]) => some.map((pair): [string, string] => [pair, reason])),
);

export const choicesWithoutInnocent = Object.keys(choices);
