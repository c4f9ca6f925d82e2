/** Facts about the target, the accounts and the scenarios of a run, without secrets. */
import type { OperationId } from '../../spec/contract.js';
import type { Judgement, Observation } from './judgement.js';

/** Operations by clause. */
export type Pairs = Partial<Record<string, OperationId[]>>;

export type RateLimits = Partial<Record<OperationId, { requests: number; seconds: number }>>;

export interface TargetFacts {
  url: string;
  hasAdmin: boolean;
  /** The name that the target states; null if it states none. */
  server: string | null;
  keyRoles: string[];
  /** The part of profile URLs before `/company/`; null if unknown. */
  networkUrl: string | null;
  companyUrl: string | null;
  /** JSON Pointer to the balance in its response; null if the balance is the only integer. */
  balancePointer: string | null;
  /** Limits in the profile that differ from the contract's. */
  rateLimits: RateLimits;
  /** Operations that the profile declares absent. */
  absences: OperationId[];
}

/** An account that the run used. */
export interface AccountFacts {
  alias: string;
  /** Role of its key in the profile (`active`, `inactive`, `zero`, …); `fresh` for an account made for one scenario. */
  role: string;
  /** True if the account was made for one scenario, so that the history contains all of its requests. */
  fresh: boolean;
  /** Credits at the start; null if unknown. */
  credits: number | null;
  active: boolean | null;
  historicalAccess: boolean | null;
  /** Its own limits; other operations have the contract's. */
  rateLimits: RateLimits | null;
}

/** Facts about an account that the run did not make. */
export const UNKNOWN_ACCOUNT = {
  fresh: false,
  credits: null,
  active: null,
  historicalAccess: null,
  rateLimits: null,
};

export interface ScenarioOutcome {
  /** `completed`: all steps were done; `failed`: a check failed; otherwise why the scenario stopped. */
  end: 'completed' | 'failed' | 'not-applicable' | 'inconclusive' | 'error';
  /** Empty for `completed`. */
  reason: string;
  /** Requirements, as in `requires`, that the user could supply. Set if only they prevent the scenario. */
  lacks?: string[];
  /** The missing data if the scenario does not apply, such as `no agency`. */
  missing?: string;
  judgements: Judgement[];
  observations: Observation[];
}

export interface ScenarioFacts {
  /** `<pack>/<workflowId>`. */
  id: string;
  pack: string;
  workflowId: string;
  /** The pack's file and the first line of the scenario. */
  file: string;
  line: number;
  title: string;
  description: string;
  clauses: string[];
  /** The operations on which the scenario checks each clause. */
  pairs: Pairs;
  requires: string[];
  /** True if the scenario adds faults or provokes throttling, so that normal rules do not apply. */
  disturbed: boolean;
  /** The most credits that the scenario can spend. */
  creditsAnnounced: number;
}

export interface ScenarioRecord extends ScenarioFacts {
  outcome: ScenarioOutcome;
  /** Used credits, as the responses state. */
  creditsUsed: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
}
