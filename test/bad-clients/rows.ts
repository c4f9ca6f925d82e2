/** Mistakes as rows of clients.yaml: differences from the right client, stated as data. */
import { hash, randomUUID } from 'node:crypto';
import type { SearchId } from '../../spec/contract.js';
import { both, Failure, freshKey, type Client, type Json, type Override } from './client.js';
import { laterBodyBy } from './pages.js';

/** Statuses of failures; null is the status of a lost answer. */
type Statuses = 'always' | readonly (number | null)[];

export interface Row extends Partial<Pick<Client, 'attempts' | 'timeoutMs' | 'longestWaitS' | 'agent'>> {
  /** The operation key: `none`, `from the body`, `one for all`, or a text with the placeholders of `keyOf`. */
  key?: string;
  /** Failures after which an attempt has a new key; `always`: each attempt has one. */
  newKeyAfter?: Statuses;
  /** Failures that it retries although the right client does not. */
  retriesAt?: Statuses;
  /** A status that it does not retry. */
  givesUpAt?: number;
  /** Failures that it mistakes for the end of the pages. */
  endsAt?: Statuses;
  /** Milliseconds before each further attempt. */
  waits?: number;
  operation?: SearchId;
  /** Members of the body of the task, of the bodies for later pages, and of each body that it sends. */
  taskBody?: Json;
  nextBody?: Json;
  sentBody?: Json;
  /** Days by which it moves bounds of the task. */
  days?: Readonly<Record<string, number>>;
  /** Members of its report of a failure. */
  failure?: { status?: number | null; requestId?: string | null };
  isEnough?: boolean;
}

export const hashed = (value: unknown): string => `use_v1_${hash('sha256', JSON.stringify(value))}`;

const isAmong = (statuses: Statuses, status: number | null): boolean =>
  statuses === 'always' || statuses.includes(status);

function keyOf(text: string, number: number, apiKey: string): string {
  return text
    .replace('{number}', String(number))
    .replace('{uuid}', randomUUID())
    .replace('{day}', new Date().toISOString().slice(0, 10))
    .replace('{apiKey}', apiKey)
    .replace('{partOfApiKey}', apiKey.slice(0, 12));
}

const MISTAKES: { [Kind in keyof Row]-?: (given: NonNullable<Row[Kind]>) => Override } = {
  attempts: (attempts) => ({ attempts }),
  timeoutMs: (timeoutMs) => ({ timeoutMs }),
  longestWaitS: (longestWaitS) => ({ longestWaitS }),
  agent: (agent) => ({ agent }),
  key(key) {
    if (key === 'none') return { keyOf: () => null };
    if (key === 'from the body') return { keyOf: ({ body }) => hashed(body) };
    if (key === 'one for all')
      return () => {
        const only = freshKey();
        return { newKey: () => only };
      };
    return (_right, { place }) => ({ keyOf: ({ number }) => keyOf(key, number, place.key) });
  },
  newKeyAfter: (statuses) => ({
    keyOfAttempt: ({ search, after }) =>
      statuses === 'always' || (after !== null && isAmong(statuses, after.status))
        ? freshKey()
        : (search?.key ?? null),
  }),
  retriesAt: (statuses) => (right) => ({
    triesAgain: (failure) => isAmong(statuses, failure.status) || right.triesAgain(failure),
  }),
  givesUpAt: (status) => (right) => ({
    triesAgain: (failure) => failure.status !== status && right.triesAgain(failure),
  }),
  endsAt: (statuses) => (right) => ({
    page: (body) =>
      right.page(body).catch((error: unknown) => {
        if (error instanceof Failure && isAmong(statuses, error.status))
          return { jobs: [], search_after: null };
        throw error;
      }),
  }),
  waits: (ms) => ({ pause: () => ms }),
  operation: (operation) => ({ operation: () => operation }),
  taskBody: (members) => (right) => ({ taskBody: () => ({ ...right.taskBody(), ...members }) }),
  nextBody: (members) => laterBodyBy((next) => ({ ...next, ...members })),
  sentBody: (members) => (right) => ({
    bodyOfAttempt: (attempted) => ({ ...right.bodyOfAttempt(attempted), ...members }),
  }),
  days: (moves) => (right) => ({
    taskBody: () => {
      const body = { ...right.taskBody() };
      for (const [bound, days] of Object.entries(moves)) {
        const day = new Date(Date.parse(`${String(body[bound])}T00:00:00Z`) + days * 86_400_000);
        body[bound] = day.toISOString().slice(0, 10);
      }
      return body;
    },
  }),
  failure: (reported) => (right) => ({ failed: (failure) => ({ ...right.failed(failure), ...reported }) }),
  isEnough: (isEnough) => ({ isEnough: () => isEnough }),
};

/** Returns the override that a row describes. Ignores other members, which are facts about the client. */
export function overrideOf(row: Row): Override {
  const kinds = Object.keys(MISTAKES) as (keyof Row)[];
  const made = kinds.filter((kind) => row[kind] !== undefined);
  return both(...made.map((kind) => (MISTAKES[kind] as (given: unknown) => Override)(row[kind])));
}
