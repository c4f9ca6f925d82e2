/**
 * The effects of faults, a row each: the stage of a request at which it acts, the statuses that it answers with, and the
 * action. `Effect` in spec/admin.openapi.yaml names them; a name without a row, or a row without a name, does not compile.
 */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import {
  asFault,
  FAILED_SEARCH,
  keyRefused,
  rateLimited,
  refuse,
  serverError,
  serviceUnavailable,
  type Problem,
} from './problems.js';

export type FaultEffect = AdminSchemas['Effect'];
type Fault = AdminSchemas['Fault'];

/** A request that was authenticated and counted, before any later step. */
export interface HitRequest {
  operation: Operation;
  /** Removes the request from the rate window. */
  uncount(): void | Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
}

/** A valid search that is not a replay. */
export interface HitSearch {
  /** The body of a 200 with `success: false` and this text in `error`. */
  failed(message: string): Buffer;
}

/** An answer that is ready to send; its search is charged and stored. */
export interface HitAnswer {
  readonly operation: Operation;
  body: Buffer;
  /** Replaces the body that will be sent. */
  replace(body: Buffer): void;
  /** Sends status line and headers before the first part. */
  send(part: Buffer): Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
  drop(): void;
}

/** Thrown if a request gets no answer and its connection is closed. */
export class Dropped extends Error {}

type EffectRow = {
  /** The statuses that the request ends with; none if the answer is the usual one, or does not come. */
  statuses?: readonly number[];
  /** Whether the effect ignores lookups and balance. */
  onlySearches?: true;
} & (
  | { stage: 'request'; act(fault: Fault, request: HitRequest): void | Promise<void> }
  | { stage: 'search'; act(fault: Fault, search: HitSearch): Buffer }
  | { stage: 'answer'; act(fault: Fault, answer: HitAnswer): void | Promise<void> }
);

function refusing(status: number, usual: (operation: Operation, fault: Fault) => Problem) {
  return {
    stage: 'request',
    statuses: [status],
    act(fault: Fault, { operation }: { operation: Operation }): void {
      throw refusal(fault, usual(operation, fault));
    },
  } as const;
}

/** Sends the first half of the answer and, after `delayMs`, closes the connection. */
async function cut({ body, send, wait, drop }: HitAnswer, delayMs = 0): Promise<void> {
  await send(body.subarray(0, body.length >> 1));
  if (delayMs > 0) await wait(delayMs);
  drop();
}

export const FAULT_EFFECTS: Readonly<Record<FaultEffect, EffectRow>> = {
  'rate-limited': {
    stage: 'request',
    statuses: [429],
    async act(fault, { operation, uncount }) {
      await uncount();
      throw refusal(fault, rateLimited(operation.rateLimit.requests, fault.retryAfterSeconds ?? 1, true));
    },
  },
  'server-error': refusing(500, ({ errorForm }) => serverError(errorForm)),
  'service-unavailable': refusing(503, (operation, { retryAfterSeconds }) =>
    serviceUnavailable(operation, {}, retryAfterSeconds),
  ),
  'invalid-result': { ...refusing(503, () => refuse('invalid-result-by-fault', {})), onlySearches: true },
  unaffordable: refusing(402, () => refuse('unaffordable-by-fault', {})),
  forbidden: refusing(403, () => keyRefused('inactive')),
  'failed-search': {
    stage: 'search',
    statuses: [200],
    onlySearches: true,
    act: ({ message = FAILED_SEARCH }, { failed }) => failed(message),
  },
  delay: { stage: 'request', act: ({ delayMs = 1_000 }, { wait }) => wait(delayMs) },
  'drop-before-charge': {
    stage: 'request',
    act() {
      throw new Dropped();
    },
  },
  'drop-after-charge': { stage: 'answer', act: (_fault, { drop }) => drop() },
  // The search itself adds them.
  'new-postings': { stage: 'request', onlySearches: true, act: () => undefined },
  truncate: { stage: 'answer', act: (_fault, answer) => cut(answer) },
  stall: { stage: 'answer', act: ({ delayMs = 60_000 }, answer) => cut(answer, delayMs) },
  'server-error-after-charge': {
    ...refusing(500, ({ errorForm }) => serverError(errorForm)),
    stage: 'answer',
    onlySearches: true,
  },
  'unknown-fields': {
    stage: 'answer',
    act: (_fault, { body, replace }) => replace(withUnknownFields(body)),
  },
};

/** A member that no version of the contract has, for every object of an answer. */
const NEW_MEMBER = { x_added_later: { since: 'a later version', values: [1, null, 'two'] } };

function withUnknownFields(body: Buffer): Buffer {
  const widened = (_name: string, member: unknown): unknown =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? { ...NEW_MEMBER, ...member }
      : member;
  return Buffer.from(JSON.stringify(JSON.parse(body.toString(), widened)));
}

export const faultReason = ({ id, effect }: Fault): string => `fault ${id}: ${effect}`;

function refusal(fault: Fault, usual: Problem): Problem {
  return asFault(usual, fault.message, { reason: faultReason(fault) });
}

/** A lookup never answers 402: a fault for any operation ignores those whose contract lacks its effect. */
export function canShow(operation: Operation, effect: FaultEffect): boolean {
  const { statuses, onlySearches } = FAULT_EFFECTS[effect];
  if (onlySearches && operation.kind !== 'search') return false;
  return statuses?.some((status) => operation.responses.has(status)) ?? true;
}
