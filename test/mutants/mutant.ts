/** A mutant is a conforming target with one fault. A rule in a proxy causes the fault by rewriting requests or answers. */
import type { ClauseId, ReadingAssignment } from '../../spec/clauses.js';
import type { Operation } from '../../spec/contract.js';
import { parsedJson } from '../../conformance/values/json.js';

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
  /** The connection breaks after the body, although the headers promise more. */
  isCut?: true;
}

/** One request on its way through the proxy. */
export interface Call {
  /** The operation of the contract at this path; null if the contract has none. */
  readonly operation: Operation | null;
  /** The API key as sent; empty if the request has none. */
  readonly key: string;
  /** The request that the proxy will forward. Rules change it in place. */
  readonly request: ForwardedRequest;
  /** The target's time, ms since 1970. */
  readonly now: number;
  /** The parsed body; undefined if it is not JSON. Write a changed body with `setJson`. */
  json(): unknown;
  /** Sends a request to the target; by default the incoming one. Throws ConnectionLost if no answer comes. */
  send(request?: ForwardedRequest): Promise<ForwardedAnswer>;
}

/** Forwards a call and may change the request or the answer. State lives in its closure. */
export type Rule = (call: Call) => Promise<ForwardedAnswer>;

export interface Mutant {
  /** The fault, in kebab-case: `charges-twice`. */
  name: string;
  /** The clause that it breaks first. Other clauses may turn red as well. */
  clause: ClauseId;
  /** Why a run with a URL and one key cannot catch it; absent if such a run can. */
  unseenFromOutside?: string;
  /** A new rule without state. */
  rule(): Rule;
}

/** Rules by the names of their mutants. */
export type Rules = Readonly<Record<string, Rule>>;

/** The target did not answer. The proxy then drops the client's connection. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** The parsed body of a message; undefined if it is not JSON. */
export function jsonOf(message: Message): unknown {
  return parsedJson(message.body.toString('utf8'));
}

export function setJson(message: Message, value: unknown): void {
  message.body = Buffer.from(JSON.stringify(value));
}

/** A copy that can be changed without changing the original. */
export function copyOf<M extends Message>(message: M): M {
  return { ...message, headers: { ...message.headers } };
}

export interface InnocentFacts {
  /** Choices of readings (`bad-cursor=400`) in which it differs from the mock. The report must name each. */
  readings?: readonly ReadingAssignment[];
  /** Tried only with one key and no admin API: accounts made by an admin API have more rights, or the run would take longer. */
  fromOutside?: true;
  /** Tried only with an admin API: no request of a single key triggers it. */
  fromWithin?: true;
  /** Not tried on scenarios that add faults or provoke refusals, since it causes refusals, too. */
  undisturbed?: true;
  /** Set if it rewrites the text of answers: its rank among such rules, the highest last. A group can hold one of each rank. */
  rewrites?: number;
  /** Moves dates of jobs or bounds of searches. A group can hold only one such rule, since two would move them twice. */
  movesDays?: true;
  /** Why it is tried alone and in no group. */
  alone?: string;
  /** Recommendations that it does not follow. */
  unrecommended?: readonly ClauseId[];
  /** The question that a run on it cannot answer, so that the run ends incomplete (exit 5) although nothing is wrong. */
  leavesOpen?: string;
}

/** A conforming target that differs from the mock in a lawful way. */
export interface Innocent extends InnocentFacts {
  name: string;
  /** A new rule without state. */
  rule(): Rule;
}
