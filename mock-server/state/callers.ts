/** Findings on callers. `clients/findings.ts` makes the judge, because the state imports no rules for clients. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { ClientRuleId } from '../../spec/index.js';
import type { Account } from './account.js';

export type ClientFinding = Omit<AdminSchemas['ClientFinding'], 'rule'> & { rule: ClientRuleId };

export interface CallerJudge {
  /** What the newest request of an account shows. */
  latest(account: Account): ClientFinding[];
  /** What all requests in the journal of an account show, by the journal id of the telling one. */
  byRequest(account: Account): Promise<Map<number, ClientFinding[]>>;
}

/** Says nothing. */
export const NO_JUDGE: CallerJudge = { latest: () => [], byRequest: () => Promise.resolve(new Map()) };
