/** What a judgement without a run is asked for: clauses by their ids and groups, and which failures are known. */
import { loadClientRules } from '../../spec/clients.js';
import { didYouMean } from '../../common/nearest.js';
import type { Documents } from '../pack/model/documents.js';
import type { Pairs } from '../record/facts.js';
import type { KnownFailure } from '../record/run-record.js';
import { readBaseline } from '../run/baseline-file.js';
import { checkKnownFailures } from '../run/scenarios.js';
import { UsageError } from '../values/usage-error.js';

/** The clauses that `--only` names, on all of their operations; null for all. Throws UsageError. */
export function askedFor(only: readonly string[], { clauses: { clauses } }: Documents): Pairs | null {
  if (only.length === 0) return null;
  const { rules } = loadClientRules();
  const asked: Pairs = {};
  for (const token of only) {
    const meant = clauses.filter(({ id, group }) => id === token || group === token);
    const ruled = rules.filter(({ id }) => id === token || token === 'CLI');
    // A rule for callers is none of an operation.
    for (const { id } of ruled) asked[id] = [];
    if (meant.length + ruled.length === 0) {
      const names = [...clauses.flatMap(({ id, group }) => [id, group]), ...rules.map(({ id }) => id)];
      throw new UsageError(
        `--only ${token} is no clause, group of clauses or rule for callers.${didYouMean(token, names)}`,
      );
    }
    for (const { id, operations } of meant) asked[id] = [...operations];
  }
  return asked;
}

/** The baseline of a file, checked; null for none. Throws UsageError. */
export function knownIn(
  file: string | undefined,
  documents: Documents,
  scenarios: readonly string[],
): KnownFailure[] | null {
  if (file === undefined) return null;
  const known = readBaseline(file);
  const rules = new Set<string>(loadClientRules().rules.map(({ id }) => id));
  checkKnownFailures(
    known.filter(({ clause }) => !rules.has(clause)),
    documents,
    scenarios,
  );
  return known;
}
