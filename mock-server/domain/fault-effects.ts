/**
 * The effects of faults, one row each: at which stage of a request it acts, which statuses it answers with, and what it
 * does. `Effect` in spec/admin.openapi.yaml names them: a name without a row does not compile, nor the reverse.
 */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import {
  asFault,
  FAILED_SEARCH,
  invalidResult,
  keyForbidden,
  rateLimited,
  serverError,
  serviceUnavailable,
  unaffordable,
  type Problem,
} from './problems.js';

export type FaultEffect = AdminSchemas['Effect'];

/** Settings of an effect. */
export interface EffectDetails {
  /** Of `delay` and `stall`: real milliseconds. Default 1000 and 60,000. */
  delayMs?: number;
  /** Of `rate-limited`: whole seconds. Default 1. */
  retryAfterSeconds?: number;
  /** How many of the newest postings that a search finds come in only after it. Of `new-postings`: default 1. */
  newPostings?: number;
  /** How many days later it is for the account once the request is over. */
  advanceDays?: number;
  /** Replaces the usual sentence of the error. */
  message?: string;
}

export type HitFault = EffectDetails & { id: string; effect: FaultEffect };

/** A request that was authenticated and counted, before anything else happens to it. */
export interface HitRequest {
  operation: Operation;
  /** Takes the request out of the rate window, as if it had not come. */
  uncount(): void | Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
}

/** A search that was found valid and new. */
export interface HitSearch {
  /** The body of a 200 with `success: false` and this text in `error`. */
  failed(message: string): Buffer;
}

/** An answer that is ready to be sent; its search is charged and stored. */
export interface HitAnswer {
  readonly operation: Operation;
  body: Buffer;
  /** Sends something else in its place. */
  replace(body: Buffer): void;
  /** Sends status line and headers before the first part. */
  send(part: Buffer): Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
  /** Closes the connection. */
  drop(): void;
}

/** Thrown where a request gets no answer: its connection is closed. */
export class Dropped extends Error {}

type EffectRow = {
  /** Those it makes a request end with; none where the answer is the usual one, or does not come. */
  statuses: readonly number[];
  /** Whether lookups and balance are left alone. */
  onlySearches?: true;
} & (
  | { stage: 'request'; act(fault: HitFault, request: HitRequest): void | Promise<void> }
  | { stage: 'search'; act(fault: HitFault, search: HitSearch): Buffer }
  | { stage: 'answer'; act(fault: HitFault, answer: HitAnswer): void | Promise<void> }
);

export const FAULT_EFFECTS: Readonly<Record<FaultEffect, EffectRow>> = {
  'rate-limited': {
    stage: 'request',
    statuses: [429],
    async act(fault, { operation, uncount }) {
      await uncount();
      throw refusal(fault, rateLimited(operation.rateLimit.requests, fault.retryAfterSeconds ?? 1, true));
    },
  },
  'server-error': {
    stage: 'request',
    statuses: [500],
    act(fault, { operation }) {
      throw refusal(fault, serverError(operation.errorForm));
    },
  },
  'service-unavailable': {
    stage: 'request',
    statuses: [503],
    act(fault, { operation }) {
      throw refusal(fault, serviceUnavailable(operation, {}, fault.retryAfterSeconds));
    },
  },
  'invalid-result': {
    stage: 'request',
    statuses: [503],
    onlySearches: true,
    act(fault) {
      throw refusal(fault, invalidResult());
    },
  },
  unaffordable: {
    stage: 'request',
    statuses: [402],
    act(fault) {
      throw refusal(fault, unaffordable(null));
    },
  },
  forbidden: {
    stage: 'request',
    statuses: [403],
    act(fault) {
      throw refusal(fault, keyForbidden('inactive'));
    },
  },
  'failed-search': {
    stage: 'search',
    statuses: [200],
    onlySearches: true,
    act: ({ message = FAILED_SEARCH }, { failed }) => failed(message),
  },
  delay: {
    stage: 'request',
    statuses: [],
    act: ({ delayMs = 1_000 }, { wait }) => wait(delayMs),
  },
  'drop-before-charge': {
    stage: 'request',
    statuses: [],
    act() {
      throw new Dropped();
    },
  },
  'drop-after-charge': {
    stage: 'answer',
    statuses: [],
    act: (_fault, { drop }) => drop(),
  },
  'new-postings': {
    stage: 'request',
    statuses: [],
    onlySearches: true,
    // The search itself lets them come in.
    act: () => undefined,
  },
  truncate: {
    stage: 'answer',
    statuses: [],
    async act(_fault, { body, send, drop }) {
      await send(body.subarray(0, body.length >> 1));
      drop();
    },
  },
  stall: {
    stage: 'answer',
    statuses: [],
    async act({ delayMs = 60_000 }, { body, send, wait, drop }) {
      await send(body.subarray(0, body.length >> 1));
      await wait(delayMs);
      drop();
    },
  },
  'server-error-after-charge': {
    stage: 'answer',
    statuses: [500],
    onlySearches: true,
    act(fault, { operation }) {
      throw refusal(fault, serverError(operation.errorForm));
    },
  },
  'unknown-fields': {
    stage: 'answer',
    statuses: [],
    act: (_fault, { body, replace }) => replace(withUnknownFields(body)),
  },
};

/** A member that no version of the contract names yet, in every object of an answer. */
const NEW_MEMBER = { x_added_later: { since: 'a later version', values: [1, null, 'two'] } };

function withUnknownFields(body: Buffer): Buffer {
  const widened = (_name: string, member: unknown): unknown =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? { ...NEW_MEMBER, ...member }
      : member;
  return Buffer.from(JSON.stringify(JSON.parse(body.toString(), widened)));
}

/** How many postings come in only after a search that this fault hits. */
export function newPostingsAfter({ effect, newPostings }: HitFault): number {
  return newPostings ?? (effect === 'new-postings' ? 1 : 0);
}

export const faultReason = ({ id, effect }: HitFault): string => `fault ${id}: ${effect}`;

function refusal(fault: HitFault, usual: Problem): Problem {
  return asFault(usual, fault.message, { reason: faultReason(fault) });
}

/** A lookup never answers 402: a fault for any operation leaves alone those whose contract lacks its effect. */
export function canShow(operation: Operation, effect: FaultEffect): boolean {
  const { statuses, onlySearches } = FAULT_EFFECTS[effect];
  if (onlySearches && operation.kind !== 'search') return false;
  return statuses.length === 0 || statuses.some((status) => operation.responses.has(status));
}
