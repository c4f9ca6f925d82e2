/** Judgements of clients. */
import type { ClientRuleId } from '../../spec/clients.js';
import type { Judgement } from './judgement.js';

/** `warn`: seems a breach, but a conforming client may do the same. `unknown`: facts that the rule needs were not observed. */
export type ClientVerdict = 'pass' | 'fail' | 'warn' | 'unknown';

export interface ClientJudgement extends Pick<Judgement, 'exchanges' | 'expected' | 'actual'> {
  side: 'client';
  rule: ClientRuleId;
  verdict: ClientVerdict;
  /** Alias of the account; null if it is unknown. */
  account: string | null;
  /** Credits that a correct client would not have paid; null if they were not observed. */
  credits: number | null;
  /** Name of the course; absent for traffic. */
  course?: string;
}
