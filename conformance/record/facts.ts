/** What a run knew of its target, accounts and scenarios, as far as judges may know it. */
import type { OperationId } from '../../spec/contract.js';
import type { Judgement, Observation } from './judgement.js';

/** By clause the operations that are meant: pairs of clause and operation. */
export type Pairs = Partial<Record<string, OperationId[]>>;

export type RateLimits = Partial<Record<OperationId, { requests: number; seconds: number }>>;

/** What is known of the target, secrets excepted. */
export interface TargetFacts {
  url: string;
  hasAdmin: boolean;
  /** What the target calls itself, null when it does not. */
  server: string | null;
  keyRoles: string[];
  /** Prefix before `/company/` of a company profile URL, null when unknown. */
  networkUrl: string | null;
  companyUrl: string | null;
  /** JSON Pointer of the balance in the balance response, null: look for the one integer. */
  balancePointer: string | null;
  /** Limits by operation where the profile states others than the contract. */
  rateLimits: RateLimits;
  /** Operations that the target's owner declares absent. */
  absences: OperationId[];
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
  rateLimits: RateLimits | null;
}

/** What happened to one scenario. */
export interface ScenarioOutcome {
  /** `completed`: came to its end; `failed`: a check did not hold; else why it stopped. */
  end: 'completed' | 'failed' | 'not-applicable' | 'inconclusive' | 'error';
  /** Empty for `completed`. */
  reason: string;
  /** Where it was set aside for nothing else: what whoever runs the suite could give, as in `requires`. */
  lacks?: string[];
  /** What of the data was looked for in vain, where that is why the scenario does not apply: `no agency`. */
  missing?: string;
  judgements: Judgement[];
  observations: Observation[];
}

export interface ScenarioFacts {
  /** `<pack>/<workflowId>`. */
  id: string;
  pack: string;
  workflowId: string;
  /** The pack's file and the line where the scenario starts. */
  file: string;
  line: number;
  title: string;
  description: string;
  clauses: string[];
  /** The operations on which it shows each of them. */
  pairs: Pairs;
  requires: string[];
  /** True when plain functional rules do not hold in it: faults planted, throttling provoked. */
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
