/**
 * One request, from arrival to response, with all facts that its steps add for later steps and for the journal. A step
 * that adds facts returns the same object under a narrower type (`Located`, `Authenticated`, `SearchCall`), which later
 * steps require.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Operation, SearchOperation } from '../../spec/index.js';
import { faultReason } from '../domain/fault-effects.js';
import type { Why } from '../domain/problems.js';
import type { Account } from '../state/account.js';
import type { Fault } from '../state/faults.js';
import type { JournalEntry } from '../state/journal.js';
import {
  BETWEEN_LINES,
  MOST_ANSWER_BYTES,
  MOST_BODY_BYTES,
  type Trace,
  type TracedPage,
} from '../state/trace.js';
import type { World } from '../state/world.js';

/** A call whose operation is known. */
export type Located = Call & { operation: Operation };

/** A call whose account is known, too. */
export type Authenticated = Located & { account: Account };

/** An authenticated call of a search. */
export type SearchCall = Authenticated & { operation: SearchOperation };

export function isSearch(call: Authenticated): call is SearchCall {
  return call.operation.kind === 'search';
}

/** A response as it was made, even if it was not received. `sent` says how much of it was sent on purpose; default: all. */
export type MadeAnswer = { answer: Buffer | string } & Pick<Trace, 'status' | 'endedAt'> &
  Partial<Pick<Trace, 'answerType' | 'retryAfter' | 'sent' | 'aborted'>>;

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
  /** The effective operation key: the caller's, or one made by the mock. Null if there is none or it is invalid. */
  operationKey: string | null = null;
  /** The operation key, if the caller sent it; earlier requests may have had it, too. */
  callerKey: string | null = null;
  /** The key for journal and ledger, redacted, since it may contain the caller's API key. */
  shownOperationKey: string | null = null;
  fault: Fault | null = null;
  /** Resolves to whether the hit could be stored; null if there is nothing to wait for. */
  faultKept: Promise<boolean> | null = null;
  replayed = false;
  creditsUsed = 0;
  why: Why = {};
  /** The bytes of its body, once a step reads them. */
  bytes: Promise<Buffer> | null = null;
  /** The body, once it is read. */
  body: string | null = null;
  bodyBytes: number | null = null;
  /** Digest of the body's JSON value, once a search has computed it. */
  bodyDigest: string | null = null;
  page: TracedPage | null = null;
  /** Remarks that the journal adds to the reason. Accepted requests can have some, too. */
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

  /** The path of an unknown operation, shortened and redacted. */
  #safePath(): string {
    const path = this.world.secrets.text(this.path);
    return path.length > 200 ? `${path.slice(0, 200)}…` : path;
  }

  header(name: string): string | undefined {
    const value = this.req.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Stores the body and returns it as text, which takes less memory than a Buffer while the journal has it. */
  take(body: Buffer): string {
    this.bodyBytes = body.length;
    return (this.body = body.toString('utf8'));
  }

  /** Forgets a response that is not sent, because its changes of the state could not be stored. */
  forgetAnswer(): void {
    this.page = null;
    this.creditsUsed = 0;
    this.replayed = false;
  }

  /** Writes the journal; `status` is null when the connection was dropped. */
  record(status: number | null, made: MadeAnswer): void {
    const { account, operation, why, fault, remarks } = this;
    const decided = why.reason ?? (fault ? faultReason(fault) : null);
    const reason =
      remarks.length === 0 ? decided : [decided, ...remarks].filter((part) => part !== null).join('; ');
    const entry: JournalEntry = {
      // The journal assigns the id.
      id: 0,
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
      reason: reason ? this.world.secrets.text(reason) : null,
      clause: why.clause ?? null,
      reading: why.reading ?? null,
      fault: fault?.id ?? null,
      replayed: this.replayed,
    };
    this.world.record(account, entry, this.#trace(made));
    if (fault !== null) this.world.metrics.countFault(fault.effect);
    const days = fault?.advanceDays;
    if (days === undefined || account === null) return;
    // The response was sent already. If the account was deleted or the state cannot be stored, the clock does not move.
    void this.world.owner
      .changeAccountClock(account.id, (clock) => clock.advance({ days }))
      .catch(() => undefined);
  }

  #served(): Trace['served'] {
    if (this.operation?.kind !== 'search') return undefined;
    return this.replayed ? 'stored' : this.page !== null ? 'anew' : 'nothing';
  }

  #trace(made: MadeAnswer): Trace {
    const { req, res, account, body, bodyBytes, page } = this;
    const { answer, sent = 'whole', aborted = false } = made;
    const isAborted = sent === 'whole' && req.socket.destroyed;
    const connection = this.world.connections.of(req.socket);
    const trace: Trace = {
      target: req.url ?? '/',
      key: this.header('idempotency-key') ?? null,
      answerKey: this.operationKey,
      digest: this.bodyDigest,
      headers: req.rawHeaders.join(BETWEEN_LINES),
      body: bodyBytes !== null && bodyBytes <= MOST_BODY_BYTES ? body : null,
      bodyBytes,
      status: made.status,
      answerType: made.answerType ?? null,
      retryAfter: made.retryAfter ?? null,
      answer: page === null && answer.length <= MOST_ANSWER_BYTES ? answer : null,
      answerBytes: Buffer.byteLength(answer),
      page,
      served: this.#served(),
      sent: isAborted ? 'never' : sent,
      aborted: aborted || isAborted,
      connection: connection.number,
      arrivedAt: this.startedAt,
      endedAt: made.endedAt,
      cycle: account?.cycle(account.clock.now()).start,
    };
    if (trace.sent === 'whole') connection.watch(res, trace);
    return trace;
  }
}

/** Returns path and query. A request line may contain a whole URL (RFC 9112, absolute-form). */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const target = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return target === undefined ? url : target.startsWith('/') ? target : `/${target}`;
}
