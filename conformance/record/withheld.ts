/** Detects refusals of a whole result, which is unaffordable (§7.1, §4.4) or too large to store (§8). */
import { follow } from '../values/pointers.js';
import type { Exchange, RecordedResponse } from './exchange.js';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** Whether the result was refused because it exceeds 4 MiB. */
export function isTooLarge(response: Told | null): boolean {
  if (response?.status !== 503) return false;
  const { body } = response;
  // The legacy search reports it in an error object, if it has this refusal (reading legacy-snapshot).
  const said = [
    follow(body, ['detail']),
    follow(body, ['error', 'code']),
    follow(body, ['error', 'message']),
  ];
  return said.some((text) => typeof text === 'string' && text.includes('invalid_result'));
}

/** Whether the balance is too low. The historical company search may report this with a 403 (reading historical-no-credits). */
export function isUnaffordable({ operation, response }: Pick<Exchange, 'operation' | 'response'>): boolean {
  return response?.status === 402 || (operation === 'searchCompanyJobsHistorical' && saysNoCredits(response));
}

export function saysNoCredits(response: Told | null): boolean {
  return response?.status === 403 && /no credits/i.test(detailOf(response));
}

function detailOf({ body }: Told): string {
  const detail = follow(body, ['detail']);
  return typeof detail === 'string' ? detail : '';
}
