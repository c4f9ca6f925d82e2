/** Conclusions from exchanges: one type, from the check or oracle that judges to the report that shows it. */

/**
 * The judge: an oracle or predicate by its name, a criterion of a step, the wait for an answer (`answer`), the end of
 * a repetition (`rounds`), or a scenario in which every check held.
 */
export type Judge =
  `oracle ${string}` | `predicate ${string}` | 'criterion' | 'answer' | 'rounds' | 'scenario';

/** A proof needs only the recorded exchanges. An inference assumes unchanged data, clocks and users: it counts once confirmed. */
export type Kind = 'proof' | 'inference';

export interface Judgement {
  /** Clauses that it is evidence on; empty if the check holds and names none. */
  clauses: string[];
  verdict: 'pass' | 'fail';
  by: Judge;
  /** The kind of a failure. Absent if the check holds, and in records of older kits. */
  kind?: Kind;
  /** Scenario and step of the telling exchange; `preflight` for requests of the runner itself. */
  scenario: string;
  step: string;
  /** Ids of the exchanges that it rests on, the telling one last. */
  exchanges: number[];
  expected: string;
  actual: string;
  /** Why the author of the pack expects it; null if the author gives no reason. */
  because: string | null;
  /** Reason of the baseline entry that names this failure; null for what counts. */
  known: string | null;
}

/** Which choice of a reading the target was seen to make. */
export interface Observation {
  reading: string;
  /** Null where what the target does is none of the reading's choices. */
  choice: string | null;
  exchanges: number[];
}
