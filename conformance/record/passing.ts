/**
 * Temporary failures (§2.3, §7.1, reading passing-failure): a gateway got no response, the service had an error, or it could not
 * complete a search. A repetition of the same request may succeed. Until one was sent, judges do not count the failure.
 */
import { follow } from '../values/pointers.js';
import { count } from '../values/text.js';
import type { Exchange, RecordedResponse } from './exchange.js';

export type PassingFailure = 'unavailable' | 'in-between' | 'server-error' | 'failed-search';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** The kind of a temporary failure; null for any other response. A refusal by the rate limit (429) is no failure. */
export function passingFailure(response: Told | null): PassingFailure | null {
  if (response === null) return null;
  const { status, body } = response;
  if (status === 502 || status === 504) return 'in-between';
  if (status === 500) return 'server-error';
  // The service reports in JSON that it is unavailable; a gateway sends a page.
  if (status === 503) return typeof body === 'object' && body !== null ? 'unavailable' : 'in-between';
  // A search with jobs was completed, even if it reports a failure.
  const jobs = follow(body, ['data', 'jobs']);
  const isFailed = follow(body, ['success']) === false && !(Array.isArray(jobs) && jobs.length > 0);
  return status === 200 && isFailed ? 'failed-search' : null;
}

export interface Passed {
  kind: PassingFailure;
  /** `stays`: each repetition failed in the same way. `unknown`: there was no repetition. */
  end: 'healed' | 'stays' | 'unknown';
}

/** Temporary failures of a history by exchange id, except failures that a scenario planted. */
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
      if (response.status === 429) continue;
      for (const { id } of before) passed.get(id)!.end = 'healed';
      open.delete(name);
      continue;
    }
    open.set(name, [...before, exchange]);
    passed.set(exchange.id, { kind, end: 'unknown' });
    // A different failure, such as a 504 of a gateway after a 503 of the service, is no repetition.
    const alike = [...before, exchange].filter(({ id }) => passed.get(id)?.kind === kind);
    if (alike.length > 1) for (const { id } of alike) passed.get(id)!.end = 'stays';
  }
  return passed;
}

/** Equal for attempts at one request: same step, key, body. */
function requestOf({ scenario, step, round, copy, account, request }: Exchange): string {
  const { method, url, bodyText, headers } = request;
  const sent = [headers['authorization'], headers['idempotency-key'], bodyText];
  return JSON.stringify([scenario, step, round, copy, account, method, url, ...sent]);
}

/** A remark for the report on failures that healed. */
export function notesOnPassing(history: readonly Exchange[]): string[] {
  const passed = [...passedIn(history)].filter(([, { end }]) => end === 'healed');
  if (passed.length === 0) return [];
  const statuses = new Map<string, number>();
  const byId = new Map(history.map((exchange) => [exchange.id, exchange]));
  for (const [id, { kind }] of passed) {
    const name = kind === 'failed-search' ? '200 with success false' : String(byId.get(id)?.response?.status);
    statuses.set(name, (statuses.get(name) ?? 0) + 1);
  }
  const told = [...statuses].map(([name, times]) => `${name} ${count(times, 'time')}`).join(', ');
  return [
    `${count(passed.length, 'request')} failed in passing (${told}) and came through when sent again; nobody is blamed for that.`,
  ];
}
