/** Clauses and pairs that no mutant turns red, and why. Clauses that nothing can check give the reason in spec/clauses.yaml. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClauseId } from '../../spec/clauses.js';

const { open, pairs } = parse(readFileSync(new URL('./uncaught.yaml', import.meta.url), 'utf8')) as {
  open: Readonly<Record<string, string>>;
  pairs: Readonly<Record<string, readonly string[]>>;
};

export const uncaught = Object.entries(open).map(([clause, others]) => ({
  clause: clause as ClauseId,
  why: `open: every reading conforms; a target that follows none of them breaks ${others}`,
}));

/** Reasons by pair of clause and operation, such as `BILL-6 searchJobs`, on the independent service. */
export const uncaughtPairs: ReadonlyMap<string, string> = new Map(
  Object.entries(pairs).flatMap(([reason, some]) => some.map((pair): [string, string] => [pair, reason])),
);
