/** Facts about the target, the accounts and the scenarios of a run, without secrets. */
import type { OperationId } from '../../spec/contract.js';
import type { Judgement, Observation } from './judgement.js';

/** Operations by clause. */
export type Pairs = Partial<Record<string, OperationId[]>>;

export type RateLimits = Partial<Record<OperationId, { requests: number; seconds: number }>>;

export interface TargetFacts {
  url: string;
  hasAdmin: boolean;
  /** The name that the target gives itself; null if it gives none. */
  server: string | null;
  keyRoles: string[];
  /** Prefix before `/company/` of a company profile URL; null if it is unknown. */
  networkUrl: string | null;
  companyUrl: string | null;
  /** JSON Pointer to the balance in its response; null: the only integer is the balance. */
  balancePointer: string | null;
  /** Limits that differ from the contract's according to the profile. */
  rateLimits: RateLimits;
  /** Operations that the target's owner declares absent. */
  absences: OperationId[];
}

/** One account that the run used. */
export interface AccountFacts {
  alias: string;
  /** Key role of the profile (`active`, `inactive`, `zero`, …); `fresh` for an account made for one scenario. */
  role: string;
  /** True if the account was made for one scenario, so that the history contains all of its requests. */
  fresh: boolean;
  /** Credits at the start; null if they are unknown. */
  credits: number | null;
  active: boolean | null;
  historicalAccess: boolean | null;
  /** Limits of the account; other operations have the contract's. */
  rateLimits: RateLimits | null;
}

/** The facts about an account that the run did not make. */
export const UNKNOWN_ACCOUNT = {
  fresh: false,
  credits: null,
  active: null,
  historicalAccess: null,
  rateLimits: null,
};

export interface ScenarioOutcome {
  /** `completed`: every step was done; `failed`: a check did not hold; otherwise the reason why it stopped. */
  end: 'completed' | 'failed' | 'not-applicable' | 'inconclusive' | 'error';
  /** Empty for `completed`. */
  reason: string;
  /** Needs, as in `requires`, that the user could supply; set if nothing else keeps the scenario from running. */
  lacks?: string[];
  /** Missing data because of which the scenario does not apply, such as `no agency`. */
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
  /** True if the scenario plants faults or provokes throttling, so that normal rules do not hold. */
  disturbed: boolean;
  /** The most credits that it can spend. */
  creditsAnnounced: number;
}

export interface ScenarioRecord extends ScenarioFacts {
  outcome: ScenarioOutcome;
  /** Credits that the responses say were used. */
  creditsUsed: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
}
