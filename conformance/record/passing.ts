/**
 * Failures in passing (§2.3, §7.1, reading passing-failure): something between caller and service got no answer, or a
 * search could not be completed. A repetition of the same request may heal them; until it was tried, nobody is to blame.
 */
import { follow } from '../values/pointers.js';
import { count } from '../values/text.js';
import type { Exchange, RecordedResponse } from './exchange.js';

export type PassingFailure = 'unavailable' | 'in-between' | 'failed-search';

type Told = Pick<RecordedResponse, 'status' | 'body'>;

/** What may pass, by its answer; null for any other. A refusal of the rate limit (429) is no failure. */
export function passingFailure(response: Told | null): PassingFailure | null {
  if (response === null) return null;
  const { status, body } = response;
  if (status === 502 || status === 504) return 'in-between';
  // The service says in JSON that it is unavailable; what stands before it has a page of its own.
  if (status === 503) return typeof body === 'object' && body !== null ? 'unavailable' : 'in-between';
  // What delivers jobs was completed, whatever it says of itself.
  const jobs = follow(body, ['data', 'jobs']);
  const isFailed = follow(body, ['success']) === false && !(Array.isArray(jobs) && jobs.length > 0);
  return status === 200 && isFailed ? 'failed-search' : null;
}

/** Passing failures of a history, by exchange id: with what a repetition brought. */
export interface Passed {
  kind: PassingFailure;
  /** `stays`: each repetition failed likewise. `unknown`: there was none. */
  end: 'healed' | 'stays' | 'unknown';
}

/** Leaves out what a scenario planted by itself. */
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
    // One that comes after another, such as a 504 of a gateway after a 503 of the service, is no repetition of it.
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

/** A remark for the report on what failed in passing. */
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
