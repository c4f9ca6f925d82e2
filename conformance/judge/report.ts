/** The report of a run, as the writers render it. */
import type { Clause, Reading } from '../../spec/clauses.js';
import type { Exchange } from '../record/exchange.js';

export type { Clause, Reading };

/* ------------------------------------------------------------------ the report, as the writers render it */

export type Verdict = 'pass' | 'fail' | 'not-applicable' | 'inconclusive' | 'error';

/** Verdict of a whole run: `conforms` (exit 0), `does-not-conform` (1), `error` (4), `incomplete` (5). */
export type RunVerdict = 'conforms' | 'does-not-conform' | 'incomplete' | 'error';

export type ReportKind = 'terminal' | 'junit' | 'json' | 'html' | 'markdown';

/** One piece of evidence with all that is needed to understand it and to see it again. */
export interface Finding {
  clause: string;
  verdict: 'pass' | 'fail';
  /** Who says so: an oracle, or a check of a scenario. */
  source: { kind: 'oracle'; id: string } | { kind: 'scenario'; id: string; step: string };
  /** Scenario in which the telling exchange happened. */
  scenario: string | null;
  /** What the clause demands, in its words. */
  requirement: string;
  expected: string;
  actual: string;
  /** Ids of `RunReport.exchanges`, the telling one last. */
  exchanges: number[];
  /** Why it matters to a caller. */
  why: string;
  /** Commands that show it again; the key stands in them as a shell variable. */
  reproduce: { curl: string[]; only: string };
  /** Named in the baseline file: shown, and not counted against the target. */
  baselined: boolean;
}

export interface ClauseResult {
  clause: Clause;
  verdict: Verdict;
  /** Why it is not a plain pass or fail; empty for those. */
  reason: string;
  passes: number;
  failures: number;
  /** Every failure (at most 50), and the first passes (at most 5). */
  evidence: Finding[];
  /** Scenarios that cite it and oracles that speak to it. */
  scenarios: string[];
  oracles: string[];
}

export interface ScenarioResult {
  id: string;
  pack: string;
  workflowId: string;
  /** The pack's file and the line where the scenario starts. */
  file: string;
  line: number;
  title: string;
  description: string;
  clauses: string[];
  requires: string[];
  verdict: Verdict;
  /** Why, for not-applicable, inconclusive and error; the first failure in a line for fail; empty for pass. */
  reason: string;
  findings: Finding[];
  exchanges: number[];
  requests: number;
  /** Credits that the responses say were used, and the most that was announced. */
  creditsUsed: number;
  creditsAnnounced: number;
  startedAt: number;
  durationMs: number;
  only: string;
}

export interface ReadingResult {
  reading: Reading;
  /** Choices seen with the exchanges that showed them; empty when nothing showed. */
  seen: { choice: string; exchanges: number[] }[];
  /** Set when the target was seen to make several choices. */
  inconsistent: boolean;
}

export interface OracleResult {
  id: string;
  passes: number;
  failures: number;
  /** Message of the exception, when the oracle threw. */
  error: string | null;
}

export interface BudgetReport {
  creditsAnnounced: number;
  creditsUsed: number;
  creditsCeiling: number | null;
  requestsAnnounced: number;
  requests: number;
  requestsCeiling: number | null;
  /** Refusals with 429 that the run asked for, and those that it did not. */
  throttledExpected: number;
  throttledUnexpected: number;
  /** Time spent waiting so as to keep below the limits, ms. */
  pacedMs: number;
}

/** The journal of a run, complete and with every secret struck out. The JSON report is this object. */
export interface RunReport {
  format: 'job-search-kit/conformance-report';
  version: 1;
  kitVersion: string;
  run: {
    id: string;
    seed: number;
    startedAt: string;
    finishedAt: string;
    durationMs: number;
    command: string;
  };
  target: { url: string; hasAdmin: boolean; server: string | null; keyRoles: string[]; absences: string[] };
  verdict: RunVerdict;
  exitCode: number;
  /** One sentence that says why the verdict is what it is. */
  headline: string;
  counts: { clauses: Record<Verdict, number>; scenarios: Record<Verdict, number> };
  clauses: ClauseResult[];
  scenarios: ScenarioResult[];
  readings: ReadingResult[];
  oracles: OracleResult[];
  budget: BudgetReport;
  /** Of the baseline: known failures met again, and entries that no longer fail. */
  baseline: { matched: string[]; stale: string[] } | null;
  /** Remarks of the runner, such as the cause why credits ran out. */
  notes: string[];
  exchanges: Exchange[];
}
