/**
 * A table of the effects of faults: the stage of a request at which each acts, its response statuses, and its action.
 * `Effect` in spec/admin.openapi.yaml lists their names; code does not compile if a name lacks a row, or a row a name.
 */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import {
  asFault,
  keyRefused,
  rateLimited,
  refuse,
  serverError,
  serviceUnavailable,
  type Problem,
} from './problems.js';

export type FaultEffect = AdminSchemas['Effect'];
type Fault = AdminSchemas['Fault'];

/** A request that was authenticated and counted, before all later steps. */
export interface HitRequest {
  operation: Operation;
  /** Removes the request from the rate window. */
  uncount(): void | Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
}

/** A response that is ready to send; its search is charged and stored. */
export interface HitAnswer {
  readonly operation: Operation;
  body: Buffer;
  /** Replaces the body that will be sent. */
  replace(body: Buffer): void;
  /** Sends status line and headers before the first part. After the last part, call `drop`: nothing else ends the response. */
  send(part: Buffer): Promise<void>;
  /** Real milliseconds; ends early when the mock closes or the caller goes away. */
  wait(ms: number): Promise<void>;
  drop(): void;
}

/** Thrown to close the connection of a request without a response. */
export class Dropped extends Error {}

type EffectRow = {
  /** Possible statuses of the response; undefined if the response is the usual one or is not sent. */
  statuses?: readonly number[];
  /** True if the effect does not apply to lookups and balance. */
  onlySearches?: true;
} & (
  | { stage: 'request'; act(fault: Fault, request: HitRequest): void | Promise<void> }
  /** A valid search that is not a replay: returns the `error` of a 200 with `success: false`. */
  | { stage: 'search'; act(fault: Fault): string }
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

/** Sends the first half of the body and, after `delayMs`, closes the connection. */
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
    // §2.3
    act: ({ message = 'The search could not be completed.' }) => message,
  },
  delay: { stage: 'request', act: ({ delayMs = 1_000 }, { wait }) => wait(delayMs) },
  'drop-before-charge': {
    stage: 'request',
    act() {
      throw new Dropped();
    },
  },
  'drop-after-charge': { stage: 'answer', act: (_fault, { drop }) => drop() },
  // The search adds the postings.
  'new-postings': { stage: 'request', onlySearches: true, act: () => undefined },
  // The search leaves the second half to the next page.
  'short-page': { stage: 'answer', onlySearches: true, act: () => undefined },
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

/** A member that no version of the contract has. Every object of a response gets it. */
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

/** Whether an operation can respond as the effect does. A lookup never answers 402, so it ignores a fault with that status. */
export function canShow(operation: Operation, effect: FaultEffect): boolean {
  const { statuses, onlySearches } = FAULT_EFFECTS[effect];
  if (onlySearches && operation.kind !== 'search') return false;
  return statuses?.some((status) => operation.responses.has(status)) ?? true;
}
