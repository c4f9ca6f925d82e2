/** All that a run leaves behind before anything is concluded from the whole of it; a stored run is judged from it again. */
import type { ClientJudgement } from './client-judgement.js';
import type { Exchange } from './exchange.js';
import type { AccountFacts, Pairs, ScenarioRecord, TargetFacts } from './facts.js';
import type { SurveyRecord } from './survey.js';

/** A failure that is known and does not count. */
export interface KnownFailure {
  clause: string;
  /** Scenario id; null for the clause wherever it fails. */
  scenario: string | null;
  reason: string;
}

export interface Spending {
  creditsAnnounced: number;
  /** The most that the run can have spent: a charge that cannot be read counts as the most that it can be. */
  creditsUsed: number;
  /** The part of it that answers told or the balance showed. */
  creditsTold: number;
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

/** What an earlier run concluded, as far as this one is compared with it. */
export interface EarlierRun {
  id: string;
  startedAt: string;
  target: string;
  /** Hash of the clauses that it was judged by. */
  clauseSet: string;
  /** By clause and operation, as in `IDEM-3 searchJobs`. */
  verdicts: Record<string, string>;
}

/** Where a record comes from that no run of the suite made. */
export interface TrafficFacts {
  source: 'mock' | 'har' | 'proxy' | 'run';
  /** The file that holds it, or the address where it was listened to. */
  from: string;
  /** Whether somebody vouches that nothing else used these accounts or changed them. */
  alone: boolean;
  /** Requests that were looked at, and others that came by, with why they were not. */
  requests: number;
  aside: Record<string, number>;
  /** What the rules for callers concluded from it. */
  callers: ClientJudgement[];
}

export interface RunRecord {
  format: 'job-search-kit/conformance-report';
  version: 3;
  kitVersion: string;
  run: {
    id: string;
    seed: number;
    startedAt: string;
    finishedAt: string;
    durationMs: number;
    /** The command that a reader can repeat, without `--only`. */
    command: string;
    /** Whether what one key cannot see leaves the run incomplete. */
    strict?: boolean;
    /** Why it ended before everything was tried; null where nothing stopped it. */
    stopped: string | null;
  };
  target: TargetFacts;
  /** The clauses that were asked for, each with the operations on which; null for all. */
  asked: Pairs | null;
  budget: Spending;
  /** The baseline that the run was given, null for none. */
  knownFailures: KnownFailure[] | null;
  /** Absent where the run is compared with none. */
  earlier?: EarlierRun;
  /** What was found out of the target's data; null where no scenario had to know any of it. */
  survey: SurveyRecord | null;
  /** Absent for a run of the suite. */
  traffic?: TrafficFacts;
  /** Remarks of the runner, such as the cause why credits ran out. */
  notes: string[];
  scenarios: ScenarioRecord[];
  accounts: AccountFacts[];
  /** Whole, in the order of sending, every secret struck out. */
  exchanges: Exchange[];
}
