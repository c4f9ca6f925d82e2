/** What was concluded from exchanges. */

/** Evidence on one clause, for or against. */
export interface Judgement {
  clause: string;
  verdict: 'pass' | 'fail';
  /** Ids of the exchanges it rests on, the telling one last. */
  exchanges: number[];
  expected: string;
  actual: string;
}

/** Which choice of a reading the target was seen to make. */
export interface Observation {
  reading: string;
  choice: string;
  exchanges: number[];
}
