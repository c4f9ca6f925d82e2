/** An inference counts only if it failed again each time that the run repeated it alone at its end. Proofs always count. */
import { counts, type Clause } from '../../spec/clauses.js';
import type { Judgement } from '../record/judgement.js';
import type { Confirmation, RunRecord } from '../record/run-record.js';
import { isOn, operationsIn } from './pairs.js';

/** A failure that does not count, and why. */
export interface Doubt {
  judgement: Judgement;
  reason: string;
  isSeenOnce: boolean;
}

/** Returns the doubt about a failure; null if the failure counts. */
export function unconfirmedIn(record: RunRecord, clauses: readonly Clause[]) {
  const wanted = record.run.confirm ?? 0;
  const { confirmations = [] } = record;
  const operationsOf = operationsIn(record);
  const texts = new Map<string, Clause>(clauses.map((clause) => [clause.id, clause]));
  return (judgement: Judgement): Doubt | null => {
    const { kind, clauses: named, known, expected, actual } = judgement;
    if (wanted === 0 || kind !== 'inference' || known !== null) return null;
    const pairs = named.flatMap((id) => {
      const clause = texts.get(id);
      if (clause === undefined || !counts(clause)) return [];
      return operationsOf(judgement, clause).map((operation) => confirmations.find(isOn(clause, operation)));
    });
    if (pairs.length === 0 || pairs.some((each) => (each?.again ?? 0) >= wanted)) return null;
    const tried = pairs.find((each) => each !== undefined);
    const words = tried === undefined ? 'not tried again' : againIn(tried);
    return { judgement, isSeenOnce: true, reason: `seen once (${words}): expected ${expected}; ${actual}` };
  };
}

const TIMES = ['never', 'once', 'twice'];

/** `again each time`, `again once of 3` */
export function againIn({ tries, again }: Pick<Confirmation, 'tries' | 'again'>): string {
  if (tries === 0) return 'could not be tried again';
  if (again === tries) return `again each time, ${again} of ${tries}`;
  return `again ${TIMES[again] ?? again} of ${tries}`;
}
