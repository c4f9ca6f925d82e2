/** What is said of callers. Who says it stands above the state and is lent to it (`clients/findings.ts`). */

import type { ClientRuleId } from '../../spec/index.js';
import type { Account } from './account.js';

export interface ClientFinding {
  rule: ClientRuleId;
  /** `fail` is a breach, `warn` looks like one, `not-followed` is recommended otherwise. */
  verdict: 'fail' | 'warn' | 'not-followed';
  /** One line. */
  text: string;
  /** Journal ids of the requests that it rests on, the telling one last. */
  requests: number[];
  /** Credits that it cost; null where that is not known. */
  credits: number | null;
  /** Path of the rule's page. */
  docs: string;
}

export interface CallerJudge {
  /** What the newest request of an account shows. */
  latest(account: Account): ClientFinding[];
  /** What all requests in the journal of an account show, by the journal id of the telling one. */
  all(account: Account): Promise<Map<number, ClientFinding[]>>;
}

/** Says nothing. */
export const NO_JUDGE: CallerJudge = { latest: () => [], all: () => Promise.resolve(new Map()) };
