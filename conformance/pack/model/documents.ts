/** The documents that packs are checked against. */
import { loadAdminContract, type AdminContract } from '../../../spec/admin.js';
import { loadClauses, type Clauses } from '../../../spec/clauses.js';
import { loadContract, type Contract } from '../../../spec/contract.js';

export interface Documents {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
}

let kit: Documents | undefined;

/** Those of the kit, the same each time: what was compiled from them serves every run of a process. */
export function loadDocuments(): Documents {
  return (kit ??= { contract: loadContract(), admin: loadAdminContract(), clauses: loadClauses() });
}
