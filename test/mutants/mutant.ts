/** What a mutant is: a conforming target made faulty in one way, by rewriting what passes between it and a client. */
import type { ClauseId, ReadingAssignment } from '../../spec/clauses.js';
import type { Operation } from '../../spec/contract.js';

export interface Message {
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Buffer;
}

export interface ForwardedRequest extends Message {
  method: string;
  path: string;
  query: URLSearchParams;
}

export interface ForwardedAnswer extends Message {
  status: number;
}

/** One request on its way through the proxy. */
export interface Call {
  /** The contract's operation at this path, null outside the contract. */
  readonly operation: Operation | null;
  /** The API key as sent, empty without one. */
  readonly key: string;
  /** As it will go on to the target; a rule changes it in place. */
  readonly request: ForwardedRequest;
  /** The target's time, ms since 1970. */
  readonly now: number;
  /** The body as JSON; undefined when it is none. A rule that changes it puts it back with `setJson`. */
  json(): unknown;
  /** Sends a request to the target, by itself the one that came. Throws ConnectionLost when no answer comes. */
  send(request?: ForwardedRequest): Promise<ForwardedAnswer>;
}

/** Passes a call on and may change what goes in or out; what it remembers lives in its closure. */
export type Rule = (call: Call) => Promise<ForwardedAnswer>;

export interface Mutant {
  /** What is wrong with it, in kebab-case: `charges-twice`. */
  name: string;
  /** The clause that it offends first; others may turn red with it. */
  clause: ClauseId;
  /** Needs more than one key and no admin API to be seen: why a run with a URL and a key alone cannot catch it. */
  unseenFromOutside?: string;
  /** A fresh rule with an empty memory. */
  rule(): Rule;
}

/** No answer came from the target; the client's connection is dropped in turn. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** The JSON in a message, undefined when it holds none. */
export function jsonOf(message: Message): unknown {
  try {
    return JSON.parse(message.body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Puts a JSON value into a message, in place of what it held. */
export function setJson(message: Message, value: unknown): void {
  message.body = Buffer.from(JSON.stringify(value));
}

/** A copy that can be changed without changing the original. */
export function copyOf<M extends Message>(message: M): M {
  return { ...message, headers: { ...message.headers } };
}

/** A conforming target that differs from the mock in a lawful way. */
export interface Innocent {
  name: string;
  /** Choices of readings that it makes (`bad-cursor=400`) where the mock makes others: each has to be reported as seen. */
  readings?: readonly ReadingAssignment[];
  /**
   * As on a live target alone: an admin API has accounts that are known to have more rights, or all of it passes on the
   * wire, where a run with one key sees it as well and takes less time.
   */
  fromOutside?: true;
  /** Only where there is an admin API: nothing that one key asks for brings it about. */
  fromWithin?: true;
  /** Not where a scenario plants faults or provokes refusals: one more cannot be told from those. */
  undisturbed?: true;
  /** Changes how the JSON of answers is written, which one rule at a time can do. */
  rewrites?: true;
  /** Why it is tried by itself and in no group. */
  alone?: string;
  /** Recommendations that it does not follow. */
  unrecommended?: readonly ClauseId[];
  /** Why a run on it ends incomplete (5), although nothing is wrong. */
  leavesOpen?: string;
  rule(): Rule;
}
