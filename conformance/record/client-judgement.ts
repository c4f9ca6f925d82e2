/** What rules for clients concluded from a history of traffic. */
import type { ClientRuleId } from '../../spec/clients.js';
import type { Judgement } from './judgement.js';

/**
 * `warn`: it looks like a breach, but what was seen does not tell it from something lawful. `unknown`: what the rule
 * rests on was not seen.
 */
export type ClientVerdict = 'pass' | 'fail' | 'warn' | 'unknown';

export interface ClientJudgement extends Pick<Judgement, 'exchanges' | 'expected' | 'actual'> {
  side: 'client';
  rule: ClientRuleId;
  verdict: ClientVerdict;
  /** Alias of the account; null where none is known. */
  account: string | null;
  /** Credits that it cost beyond what a right client pays; 0 for none, null where that was not seen. */
  credits: number | null;
  /** Name of the course in which it was seen; absent for traffic. */
  course?: string;
}
