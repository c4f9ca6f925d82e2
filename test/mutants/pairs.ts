/** Limits each filter and keyword mutant to one operation, because every search needs its own test. */
import type { Clauses } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { mutantsOn } from './catalogue.js';
import type { Mutant } from './mutant.js';
import { limitTo } from './rules.js';

/** A mutant of one operation, named after both: `forgets-industry@searchJobs`. */
export interface PairMutant extends Mutant {
  operation: OperationId;
}

/** Mutants of a single search. Other mutants cover the same fault for all searches. */
const OF_ONE_SEARCH = /^(company|historical|legacy)-/;

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
