/** The documents that a pack refers to. */
import { loadAdminContract, type AdminContract } from '../../../spec/admin.js';
import { loadClauses, type Clauses } from '../../../spec/clauses.js';
import { loadContract, type Contract } from '../../../spec/contract.js';

export interface Documents {
  contract: Contract;
  admin: AdminContract;
  clauses: Clauses;
}

let kit: Documents | undefined;

/** Loads the documents of the kit once, so that all runs of a process share their compiled schemas. */
export function loadDocuments(): Documents {
  return (kit ??= { contract: loadContract(), admin: loadAdminContract(), clauses: loadClauses() });
}
