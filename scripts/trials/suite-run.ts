/** The result of a whole run of the suite against a conforming target. */
export interface SuiteRun {
  exitCode: number;
  headline: string;
  /** Numbers of verified clauses, and of verified pairs of clause and operation. */
  clauses: number;
  pairs: number;
  credits: number;
  requests: number;
  /** Failed clauses, recommendations included, with the first evidence. */
  against: { clause: string; isMust: boolean; words: string }[];
  /** Scenarios and oracles that threw an error. */
  errors: string[];
  /** Clauses of level must that no operation shows, with the reason. They prevent the verdict "conforms". */
  open: string[];
  durationMs: number;
}
