/** Detects refusals of a whole result, which is unaffordable (§7.1, §4.4) or too large to store (§8). */
import { follow } from '../values/pointers.js';
import type { Exchange, RecordedResponse } from './exchange.js';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** The texts that explain a refusal. The legacy search has an error object. */
export function reasonsIn(body: unknown): string[] {
  const places = [['detail'], ['error', 'code'], ['error', 'message']];
  return places.map((place) => follow(body, place)).filter((text) => typeof text === 'string');
}

/** Whether the result was refused because it exceeds 4 MiB. The legacy search may have this refusal (reading legacy-snapshot). */
export function isTooLarge(response: Told | null): boolean {
  return response?.status === 503 && reasonsIn(response.body).some((text) => text.includes('invalid_result'));
}

/** Whether the balance is too low. The historical company search may report this with a 403 (reading historical-no-credits). */
export function isUnaffordable({ operation, response }: Pick<Exchange, 'operation' | 'response'>): boolean {
  return response?.status === 402 || (operation === 'searchCompanyJobsHistorical' && saysNoCredits(response));
}

export function saysNoCredits(response: Told | null): boolean {
  const detail = response?.status === 403 ? follow(response.body, ['detail']) : null;
  return typeof detail === 'string' && /no credits/i.test(detail);
}
