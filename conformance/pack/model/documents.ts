/** The documents that packs are checked against. */
import { loadAdminContract, type AdminContract } from '../../../spec/admin.js';
import { loadClauses, type Clauses } from '../../../spec/clauses.js';
import { loadContract, type Contract } from '../../../spec/contract.js';

export interface Documents {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
}

/** Those of the kit. */
export function loadDocuments(): Documents {
  return { contract: loadContract(), admin: loadAdminContract(), clauses: loadClauses() };
}
