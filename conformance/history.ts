/**
 * What a run leaves behind: the exchanges it made, what was concluded from them, and the report that the
 * writers render. Data only; the rules stand in `verdicts.ts`, the judging in `oracles/` and `interpreter/`.
 */
import type { Contract, OperationId } from '../spec/contract.js';
import type { Clause, Reading } from '../spec/clauses.js';

export type { Clause, Reading };

/** Why an exchange has no usable response: `aborted` was cut short, `garbled` is not HTTP. A redirect is a response. */
export interface ExchangeFailure {
  kind: 'timeout' | 'connection' | 'too-large' | 'garbled' | 'aborted';
  message: string;
}

export interface RecordedRequest {
  method: string;
  /** Absolute, with its query. */
  url: string;
  /** Path alone, such as `/api/v1/jobs-search/search`. */
  path: string;
  query: Record<string, string>;
  /** Lower-case names, as sent. Secrets stand here in memory only; a report holds them struck out. */
  headers: Record<string, string>;
  /** The exact body, null when none was sent. */
  bodyText: string | null;
  /** The body parsed as JSON; undefined when there was none or it is not JSON. */
  body: unknown;
}

export interface RecordedResponse {
  status: number;
  /** Lower-case names. A header that came twice is joined with `, `. */
  headers: Record<string, string>;
  bodyText: string;
  /** The body parsed as JSON whatever its content type; undefined when it is not JSON. */
  body: unknown;
}

/** One request and what came of it, in the order of sending (`id` counts up from 1 in a run). */
export interface Exchange {
  id: number;
  /** Scenario id, `<pack>/<workflowId>`; `preflight` for what the runner asks on its own account. */
  scenario: string;
  /** Step id inside the scenario. Copies and repeats of a step share it; see `copy` and `round`. */
  step: string;
  /** `contract` for the target itself, `admin` for its admin API (only where the profile names one). */
  channel: 'contract' | 'admin';
  /** The contract's operation, null for admin calls and for paths outside the contract. */
  operation: OperationId | null;
  /** The admin document's operation id on the `admin` channel, else null. */
  adminOperation: string | null;
  /** Alias of the account whose key was sent (`OracleContext.accounts`), `none` without a key, `unknown` for a made-up one. */
  account: string;
  request: RecordedRequest;
  /** Null exactly when `failure` is set. */
  response: RecordedResponse | null;
  failure: ExchangeFailure | null;
  /** Milliseconds since 1970 on the runner's clock; the target's clock may differ. */
  sentAt: number;
  receivedAt: number;
  /** The target's time when the request was sent (from its `Date` header or admin clock), null while unknown. */
  targetNow: number | null;
  /** Which of several copies sent behind one barrier, from 0; 0 alone without `x-kit-parallel`. */
  copy: number;
  /** Exchanges sent behind one barrier share a group; null outside `x-kit-parallel`. */
  group: number | null;
  /** Which round of a repeated or retried step, from 0. */
  round: number;
  /** True where the scenario asks for refusals (`x-kit-throttle: expect`): a 429 here suspends nothing. */
  throttleExpected: boolean;
  /** True where the response is under a fault that the scenario planted through the admin API. */
  faultPlanted: boolean;
}

/** One account that the run used. */
export interface AccountFacts {
  alias: string;
  /** Key role of the profile (`active`, `inactive`, `zero`, …); `fresh` for an account made for one scenario. */
  role: string;
  /** True when the account was made for one scenario: all that ever happened on it is in the history. */
  fresh: boolean;
  /** Credits at the start, null when unknown. */
  credits: number | null;
  active: boolean | null;
  historicalAccess: boolean | null;
  /** Limits set on the account, by operation; what is not named has the contract's. */
  rateLimits: Partial<Record<OperationId, { requests: number; seconds: number }>> | null;
}

export interface ScenarioFacts {
  id: string;
  pack: string;
  workflowId: string;
  title: string;
  clauses: readonly string[];
  requires: readonly string[];
  /** True when it cannot be trusted for plain functional rules: faults planted, throttling provoked. */
  disturbed: boolean;
}

/** What the profile says of the target, secrets excepted. */
export interface ProfileFacts {
  url: string;
  hasAdmin: boolean;
  keyRoles: readonly string[];
  /** Prefix before `/company/` of a company profile URL, null when unknown. */
  networkUrl: string | null;
  companyUrl: string | null;
  /** JSON Pointer of the balance in the balance response, null: look for the one integer. */
  balancePointer: string | null;
  /** Limits by operation where the profile states others than the contract. */
  rateLimits: Partial<Record<OperationId, { requests: number; seconds: number }>>;
  /** What the target's owner declares absent, such as `legacy` or `historical`. */
  absences: readonly string[];
}

/** All that an oracle may know beside the history. */
export interface OracleContext {
  contract: Contract;
  clauses: readonly Clause[];
  readings: readonly Reading[];
  profile: ProfileFacts;
  scenarios: ReadonlyMap<string, ScenarioFacts>;
  accounts: ReadonlyMap<string, AccountFacts>;
}

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

/** A pure function over the whole history. It says both what held and what did not, so no green is vacuous. */
export interface Oracle {
  id: string;
  /** Every clause that it can speak to. */
  clauses: string[];
  judge(
    history: readonly Exchange[],
    context: OracleContext,
  ): { judgements: Judgement[]; observations: Observation[] };
}

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
