/**
 * One request, from arrival to answer: what its steps have found out, and what the journal will say. A step that finds
 * something out returns the same call under a type that says so (`Located`, `Authenticated`, `SearchCall`); later steps
 * require it.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Operation, SearchOperation } from '../../spec/index.js';
import { faultReason } from '../domain/fault-effects.js';
import type { Why } from '../domain/problems.js';
import type { Account } from '../state/account.js';
import type { Fault } from '../state/faults.js';
import type { World } from '../state/world.js';

/** Its operation is known. */
export type Located = Call & { operation: Operation };

/** And so is the account that its key names. */
export type Authenticated = Located & { account: Account };

/** And its operation is a search. */
export type SearchCall = Authenticated & { operation: SearchOperation };

export function isSearch(call: Authenticated): call is SearchCall {
  return call.operation.kind === 'search';
}

export class Call {
  readonly world: World;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** A new UUID; an `X-Request-ID` that the caller sends is ignored. */
  readonly requestId: string;
  /** Without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly startedAt: number = performance.now();

  operation: Operation | null = null;
  account: Account | null = null;
  /** The effective operation key: the caller's, or one made here. Null when there is none or it is not valid. */
  operationKey: string | null = null;
  /** The same for journal and ledger: a caller may have put its API key into it. */
  shownOperationKey: string | null = null;
  /** The fault that hits it. */
  fault: Fault | null = null;
  replayed = false;
  creditsUsed = 0;
  why: Why = {};
  /** What the journal adds to the reason, or says of a request that was accepted. */
  readonly remarks: string[] = [];

  constructor(world: World, req: IncomingMessage, res: ServerResponse) {
    this.world = world;
    this.req = req;
    this.res = res;
    this.requestId = world.newId();
    const url = targetOf(req.url ?? '/');
    const mark = url.indexOf('?');
    this.path = mark < 0 ? url : url.slice(0, mark);
    this.query = mark < 0 ? '' : url.slice(mark + 1);
  }

  /** A path that the contract does not know, cut short and without keys. */
  #safePath(): string {
    const path = this.world.secrets.text(this.path);
    return path.length > 200 ? `${path.slice(0, 200)}…` : path;
  }

  header(name: string): string | undefined {
    const value = this.req.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Writes the journal; `status` is null when the connection was dropped. */
  record(status: number | null): void {
    const { account, operation, why, fault, remarks } = this;
    const decided = why.reason ?? (fault ? faultReason(fault) : null);
    const reason = [decided, ...remarks].filter((part) => part !== null).join('; ');
    this.world.record(account, {
      at: (account?.clock ?? this.world.clock).now(),
      requestId: this.requestId,
      account: account?.id ?? null,
      method: this.req.method ?? 'GET',
      path: operation === null ? this.#safePath() : operation.path,
      operation: operation?.id ?? null,
      status,
      durationMs: Math.round((performance.now() - this.startedAt) * 1_000) / 1_000,
      operationKey: this.shownOperationKey,
      creditsUsed: this.creditsUsed,
      reason: reason === '' ? null : this.world.secrets.text(reason),
      clause: why.clause ?? null,
      reading: why.reading ?? null,
      fault: fault?.id ?? null,
      replayed: this.replayed,
    });
  }
}

/** A request line may hold a whole URL (RFC 9112, absolute-form). */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const target = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return target === undefined ? url : target.startsWith('/') ? target : `/${target}`;
}
