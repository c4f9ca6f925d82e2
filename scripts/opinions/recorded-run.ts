/** Runs the whole suite once against the mock. Other tools judge the recorded exchanges. */
import { runConformance, type Exchange } from '../../conformance/index.js';
import type { Mock } from '../../mock-server/index.js';
import { loadContract } from '../../spec/index.js';

export type RecordedRun = Awaited<ReturnType<typeof recordRun>>;

/** The summary of a tool, as lines, and its complaints. */
export interface Opinion {
  summary: string[];
  complaints: string[];
}

/** Returns the report, and its exchanges with an operation of the contract. */
export async function recordRun(mock: Mock) {
  const target = { target: mock.url, adminUrl: mock.url, apiKey: 'key_demo', environment: {} };
  const report = await runConformance(target);
  const exchanges = report.exchanges.filter(
    ({ channel, operation }) => channel === 'contract' && operation !== null,
  );
  return { mock, report, exchanges };
}

const contract = loadContract();

/**
 * Whether a request conforms to the contract: the mock accepted it, and our own validators accept its path, query and body.
 * Other requests of the suite break the contract on purpose, so validators may refuse them.
 */
export function isLawful({ operation: id, request: { path, body, query }, response }: Exchange): boolean {
  if (id === null || response?.status !== 200) return false;
  const operation = contract.operation(id);
  return (
    operation.path === path &&
    operation.validateBody(body).length + operation.validateQuery(query).length === 0
  );
}
