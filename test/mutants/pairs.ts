/** Each filter and keyword mutant limited to one operation, so that no search stands for another. */
import type { Clauses } from '../../spec/clauses.js';
import type { OperationId } from '../../spec/contract.js';
import { filterMutants } from './filters.js';
import { keywordMutants } from './keywords.js';
import type { Mutant, Rule } from './mutant.js';
import { concerns } from './rules.js';

/** A mutant of one operation, named after what is wrong and where: `forgets-industry@searchJobs`. */
export interface PairMutant extends Mutant {
  operation: OperationId;
}

/** Those that are faulty at one search alone; others have their like everywhere. */
const OF_ONE_SEARCH = /^(company|historical|legacy)-/;

/** One for each operation of the clause that a mutant offends. */
export function pairMutants({ clauses }: Pick<Clauses, 'clauses'>): PairMutant[] {
  const operations = new Map<string, readonly OperationId[]>(
    clauses.map((each) => [each.id, each.operations]),
  );
  return [...filterMutants, ...keywordMutants]
    .filter(({ name }) => !OF_ONE_SEARCH.test(name))
    .flatMap((mutant) =>
      (operations.get(mutant.clause) ?? []).map((operation) => ({
        ...mutant,
        name: `${mutant.name}@${operation}`,
        operation,
        rule: () => only(operation, mutant.rule()),
      })),
    );
}

function only(operation: OperationId, rule: Rule): Rule {
  return (call) => (concerns([operation], call) ? rule(call) : call.send());
}
