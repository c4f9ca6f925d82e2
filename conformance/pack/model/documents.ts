/** The documents that packs are checked against. */
import type { AdminContract } from '../../../spec/admin.js';
import type { Clauses } from '../../../spec/clauses.js';
import type { Contract } from '../../../spec/contract.js';

export interface Documents {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
}
