/** Which requests of a run keep the contract. The others break it on purpose, and every validator may say so. */
import type { Exchange } from '../../conformance/index.js';
import { loadContract } from '../../spec/index.js';

const contract = loadContract();

/** The target answered with 200, and our own validators have nothing against path, query and body. */
export function isLawful({ operation: id, request: { path, body, query }, response }: Exchange): boolean {
  if (id === null || response?.status !== 200) return false;
  const operation = contract.operation(id);
  return (
    operation.path === path &&
    operation.validateBody(body).length + operation.validateQuery(query).length === 0
  );
}
