/** Gathers what an oracle found, so that each oracle is left with its rule. */
import type { ClauseId, ReadingChoices, ReadingId } from '../../../spec/clauses.js';
import type { Judgement, Observation } from '../../record/judgement.js';
import type { Exchange } from '../../record/exchange.js';
import { FAILURES_KEPT, SIGHTINGS_KEPT, type Findings, type OracleContext } from '../oracle.js';

export interface Evidence {
  /**
   * Says whether a clause held on these exchanges, the telling one last. A clause that does not hold for any of
   * their operations is passed over, so an oracle may ask of every search what only some of them owe.
   */
  judge(
    clause: ClauseId,
    on: Exchange | readonly Exchange[],
    holds: boolean,
    expected: string,
    actual: string,
  ): void;
  /** Says which choice of a reading these exchanges show; the open clause that asks for it is thereby answered. */
  observe<Id extends ReadingId>(
    reading: Id,
    choice: ReadingChoices[Id],
    on: Exchange | readonly Exchange[],
  ): void;
  findings(): Findings;
}

/** Kept for each clause and operation: enough to look at, and a long run stays small. */
const PASSES_KEPT = 3;

export function gatherEvidence(oracle: string, context: OracleContext): Evidence {
  const operationsOf = new Map(context.clauses.map((clause) => [clause.id, clause.operations]));
  const openClauses = context.clauses.filter(({ level }) => level === 'open');
  const choicesOf = new Map(context.readings.map(({ id, choices }) => [id, choices]));
  const kept = new Map<string, number>();
  const sightings = new Map<string, Observation>();
  const judgements: Judgement[] = [];

  const judge: Evidence['judge'] = (clause, on, holds, expected, actual) => {
    const exchanges = listed(on);
    const last = exchanges.at(-1);
    const concerned = operationsOf.get(clause);
    if (last === undefined || concerned === undefined) return;
    const telling = exchanges.findLast(
      ({ operation }) => operation !== null && concerned.includes(operation),
    );
    if (telling === undefined) return;
    const slot = `${clause} ${telling.operation} ${holds}`;
    const before = kept.get(slot) ?? 0;
    if (before >= (holds ? PASSES_KEPT : FAILURES_KEPT)) return;
    kept.set(slot, before + 1);
    const ids = exchanges.map(({ id }) => id);
    judgements.push({
      clauses: [clause],
      verdict: holds ? 'pass' : 'fail',
      by: `oracle ${oracle}`,
      scenario: last.scenario,
      step: last.step,
      exchanges: ids,
      expected,
      actual,
      because: null,
      known: null,
    });
  };

  return {
    judge,
    observe(reading, choice, on) {
      const seen = sightings.get(`${reading}=${choice}`) ?? { reading, choice, exchanges: [] };
      sightings.set(`${reading}=${choice}`, seen);
      const ids = listed(on).map(({ id }) => id);
      if (seen.exchanges.length + ids.length <= SIGHTINGS_KEPT) seen.exchanges.push(...ids);
      const choices = choicesOf.get(reading) ?? [];
      const expected = `one of ${choices.map(({ id }) => id).join(', ')}`;
      const actual = choices.find(({ id }) => id === choice);
      for (const clause of openClauses) {
        if (clause.reading === reading)
          judge(clause.id, on, true, expected, `${choice}: ${actual?.text ?? 'unlisted'}`);
      }
    },
    findings: () => ({ judgements, observations: [...sightings.values()] }),
  };
}

function listed(on: Exchange | readonly Exchange[]): readonly Exchange[] {
  return 'id' in on ? [on] : [...new Set(on)];
}
