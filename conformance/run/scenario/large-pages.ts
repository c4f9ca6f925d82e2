/** Detects pages that the target cannot store because its jobs are large. */
import type { Exchange } from '../../record/exchange.js';
import { isTooLarge } from '../../record/refused-results.js';
import { follow } from '../../values/pointers.js';
import type { ScenarioContext } from './scenario-context.js';

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * True if a search was refused for the size of its page, and jobs as large as earlier ones of the target can fill such a page.
 * Then the data prevents the scenario. If such jobs cannot fill the page, the refusal is a defect.
 */
export function isLargePage(
  { operation: id, request, response }: Exchange,
  context: ScenarioContext,
): boolean {
  if (id === null || !isTooLarge(response)) return false;
  const { page } = context.contract.operation(id);
  const asked = follow(request.body, ['limit']);
  const limit = Number.isInteger(asked) ? Number(asked) : (page?.usual ?? 0);
  return context.wire.history.some((each) => limit * bytesPerJob(each) > MOST_BYTES);
}

/** The average size of the jobs in an answer; 0 without jobs. */
function bytesPerJob({ response }: Exchange): number {
  const jobs = follow(response?.body, ['data', 'jobs']);
  return Array.isArray(jobs) && jobs.length > 0 ? Buffer.byteLength(response!.bodyText) / jobs.length : 0;
}
