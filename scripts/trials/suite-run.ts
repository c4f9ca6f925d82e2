/** The result of a whole run of the suite against a conforming target. */
import type { RunVerdict } from '../../conformance/index.js';

export interface SuiteRun {
  verdict: RunVerdict;
  exitCode: number;
  headline: string;
  /** Numbers of verified clauses, and of verified pairs of clause and operation. */
  clauses: number;
  pairs: number;
  /** Pairs that the data or the access cannot show. */
  notApplicable: number;
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
