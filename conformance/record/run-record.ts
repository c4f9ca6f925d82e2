/** The record of a run, with all its observations, so that a stored run can be judged again. */
import type { ClientJudgement, Kind } from './judgement.js';
import type { OperationId } from '../../spec/contract.js';
import type { Exchange } from './exchange.js';
import type { AccountFacts, Pairs, ScenarioRecord, TargetFacts } from './facts.js';
import type { TrafficSource } from './traffic.js';

/** A known failure, which does not count. */
export interface KnownFailure {
  clause: string;
  /** Scenario id; null for all scenarios. */
  scenario: string | null;
  reason: string;
}

/** A failure of a clause on an operation that the run tried again at the end. */
export interface Confirmation {
  clause: string;
  operation: OperationId;
  kind: Kind;
  /** How often the run tried it again, and (`again`) how often it failed again. */
  tries: number;
  again: number;
}

export interface Spending {
  creditsAnnounced: number;
  /** The most that the run can have spent. An unknown charge counts as the highest possible one. */
  creditsUsed: number;
  /** The part of `creditsUsed` that responses or balances show. */
  creditsTold: number;
  creditsCeiling: number | null;
  requestsAnnounced: number;
  requests: number;
  requestsCeiling: number | null;
  /** Responses with 429 that the run provoked, and other ones. */
  throttledExpected: number;
  throttledUnexpected: number;
  /** Time spent waiting to stay below rate limits, ms. */
  pacedMs: number;
}

/** The verdicts of an earlier run, to compare with this one. */
export interface EarlierRun {
  id: string;
  startedAt: string;
  target: string;
  /** Hash of its clauses. */
  clauseSet: string;
  /** By clause and operation, as in `IDEM-3 searchJobs`. */
  verdicts: Record<string, string>;
  /** By operation, a search with an operation key that was charged. */
  keys?: Record<string, KeyedSearch>;
}

export interface KeyedSearch {
  key: string;
  body: Record<string, unknown>;
}

/** The source of a record of traffic. */
export interface TrafficFacts {
  source: TrafficSource;
  /** The name of the file, or the address of the proxy. */
  from: string;
  /** Whether the user states that nothing else used or changed these accounts (`--alone`). */
  alone: boolean;
  /** Number of judged requests, and (`aside`) of skipped ones by reason. */
  requests: number;
  aside: Record<string, number>;
  /** Judgements by the rules for clients. */
  callers: ClientJudgement[];
}

export interface RunRecord {
  format: 'job-search-kit/conformance-report';
  version: 4;
  kitVersion: string;
  run: {
    id: string;
    seed: number;
    startedAt: string;
    finishedAt: string;
    durationMs: number;
    /** The command that repeats the run, without `--only`. */
    command: string;
    /** Whether clauses that the run cannot check with its options make it incomplete. */
    strict?: boolean;
    /** How often an inference must fail again to count. Absent or 0 if failures were not tried again. */
    confirm?: number;
    /** Why the run ended early, or null. */
    stopped: string | null;
  };
  target: TargetFacts;
  /** Selected clauses with their operations; null for all. */
  asked: Pairs | null;
  budget: Spending;
  /** The baseline of the run, or null. */
  knownFailures: KnownFailure[] | null;
  /** The earlier run to compare with, if there is one. */
  earlier?: EarlierRun;
  /** Null if no scenario needed facts about the target's data. */
  survey: SurveyRecord | null;
  /** Absent for a run of the suite. */
  traffic?: TrafficFacts;
  /** The failures that were tried again. */
  confirmations?: Confirmation[];
  /** Remarks of the runner, such as why credits ran out. */
  notes: string[];
  scenarios: ScenarioRecord[];
  accounts: AccountFacts[];
  /** All exchanges in the order of sending, without secrets. */
  exchanges: Exchange[];
}

/** Facts about the target's data that a run collected before its first scenario. */
export interface SurveyRecord {
  /** The facts, by name of their input. */
  facts: Record<string, unknown>;
  /** The searched jobs: windows of days (both ends included), and how many of their jobs were read. */
  slices: { name: string; from: string; to: string; total: number; read: number }[];
  /** Unknown facts with the reason; `looked`: whether the survey searched the data for the fact. */
  unknown: { name: string; reason: string; looked: boolean }[];
  requests: number;
  credits: number;
  /** ISO time of the earlier run that made this survey (`--survey FILE`). */
  recalled?: string;
}
