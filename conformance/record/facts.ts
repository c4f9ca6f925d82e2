/** What a run knew of its accounts, scenarios and target, as far as judges may know it. */
import type { OperationId } from '../../spec/contract.js';

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
