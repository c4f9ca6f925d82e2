/** Pages that cannot be stored, by what the run has seen of the target's jobs. */
import type { Exchange } from '../../record/exchange.js';
import { isTooLarge } from '../../record/withheld.js';
import { follow } from '../../values/pointers.js';
import type { ScenarioContext } from './scenario-context.js';

const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Whether a search was refused for the size of its page, as jobs of the size that the target has shown can come to: then it is the
 * data that keeps the scenario from its end. Where smaller pages would be refused, too, the target is not believed.
 */
export function isLargePage(
  { operation: id, request, response }: Exchange,
  context: ScenarioContext,
): boolean {
  if (id === null || !isTooLarge(response)) return false;
  const { page } = context.contract.operation(id);
  const asked = follow(request.body, ['limit']);
  const limit = Number.isInteger(asked) ? Number(asked) : (page?.usual ?? 0);
  return context.history.some((each) => limit * bytesPerJob(each) > MOST_BYTES);
}

/** On average of an answer. */
function bytesPerJob({ response }: Exchange): number {
  const jobs = follow(response?.body, ['data', 'jobs']);
  return Array.isArray(jobs) && jobs.length > 0 ? Buffer.byteLength(response!.bodyText) / jobs.length : 0;
}
