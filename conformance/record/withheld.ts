/** Refusals of a whole result: it cannot be paid for (§7.1, §4.4), or be stored (§8). */
import { follow } from '../values/pointers.js';
import type { Exchange, RecordedResponse } from './exchange.js';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** The stored result would exceed 4 MiB. */
export function isTooLarge(response: Told | null): boolean {
  if (response?.status !== 503) return false;
  const { body } = response;
  // The legacy search says it in an error object, if at all (reading legacy-snapshot).
  const said = [
    follow(body, ['detail']),
    follow(body, ['error', 'code']),
    follow(body, ['error', 'message']),
  ];
  return said.some((text) => typeof text === 'string' && text.includes('invalid_result'));
}

/** The new jobs cost more than there is; the historical company search may say so with 403 (reading historical-no-credits). */
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
