/**
 * Responses that are neither results nor plain refusals of the request: temporary failures, and refusals of a whole result.
 *
 * Temporary failures (§2.3, §7.1, reading passing-failure): a gateway got no response, the service had an error, or it could not
 * complete a search. The same request may succeed later. Judges count the failure only if each retry fails in the same way.
 */
import { follow } from '../values/pointers.js';
import { count } from '../values/text.js';
import type { Exchange, RecordedResponse } from './exchange.js';

export type PassingFailure = 'unavailable' | 'in-between' | 'server-error' | 'failed-search';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** Returns the kind of a temporary failure; null for any other response, including a refusal by the rate limit (429). */
export function passingFailure(response: Told | null): PassingFailure | null {
  if (response === null) return null;
  const { status, body } = response;
  if (status === 502 || status === 504) return 'in-between';
  if (status === 500) return 'server-error';
  // The service itself sends a 503 as JSON; a gateway sends a page.
  if (status === 503) return typeof body === 'object' && body !== null ? 'unavailable' : 'in-between';
  // A response with jobs is not a failed search, even if it reports a failure.
  const jobs = follow(body, ['data', 'jobs']);
  const isFailed = follow(body, ['success']) === false && !(Array.isArray(jobs) && jobs.length > 0);
  return status === 200 && isFailed ? 'failed-search' : null;
}

export interface Passed {
  kind: PassingFailure;
  /** `stays`: a retry failed in the same way, and none succeeded. `unknown`: there was no such retry, or a 429 refused the last one. */
  end: 'healed' | 'stays' | 'unknown';
}

/** Returns the temporary failures of a history by exchange id, except failures that a scenario provoked. */
export function passedIn(history: readonly Exchange[]): Map<number, Passed> {
  const passed = new Map<number, Passed>();
  const open = new Map<string, Exchange[]>();
  for (const exchange of history) {
    const { channel, faultPlanted, response } = exchange;
    if (channel !== 'contract' || faultPlanted || response === null) continue;
    const name = requestOf(exchange);
    const kind = passingFailure(response);
    const before = open.get(name) ?? [];
    if (kind === null) {
      // A refusal by the rate limit does not show whether the failure stays.
      const end = response.status === 429 ? 'unknown' : 'healed';
      for (const { id } of before) passed.get(id)!.end = end;
      if (end === 'healed') open.delete(name);
      continue;
    }
    open.set(name, [...before, exchange]);
    passed.set(exchange.id, { kind, end: 'unknown' });
    // A different failure, such as a 504 of a gateway after a 503 of the service, is not the same failure again.
    const alike = [...before, exchange].filter(({ id }) => passed.get(id)?.kind === kind);
    if (alike.length > 1) for (const { id } of alike) passed.get(id)!.end = 'stays';
  }
  return passed;
}

/** Returns a text that is equal for attempts at one request: same step, key and body. */
function requestOf({ scenario, step, round, copy, account, request }: Exchange): string {
  const { method, url, bodyText, headers } = request;
  const sent = [headers['authorization'], headers['idempotency-key'], bodyText];
  return JSON.stringify([scenario, step, round, copy, account, method, url, ...sent]);
}

/** Returns a note for the report about temporary failures that succeeded later. */
export function notesOnPassing(history: readonly Exchange[]): string[] {
  const passed = [...passedIn(history)].filter(([, { end }]) => end === 'healed');
  if (passed.length === 0) return [];
  const statuses = new Map<string, number>();
  const byId = new Map(history.map((exchange) => [exchange.id, exchange]));
  for (const [id, { kind }] of passed) {
    const name = kind === 'failed-search' ? '200 with success false' : String(byId.get(id)?.response?.status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  }
  const times = [...statuses].map(([name, n]) => `${name} ${count(n, 'time')}`).join(', ');
  return [
    `${count(passed.length, 'request')} failed temporarily (${times}) and succeeded when sent again; this is not counted as a failure.`,
  ];
}

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
