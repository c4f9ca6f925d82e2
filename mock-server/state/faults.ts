/** Failures on demand: a fault is a rule that says which requests it strikes, with what, and how often. */

import type { Operation, OperationId } from '../../spec/index.js';
import { StateError } from './errors.js';

export const FAULT_EFFECTS = [
  'rate-limited',
  'server-error',
  'service-unavailable',
  'invalid-result',
  'unaffordable',
  'forbidden',
  'failed-search',
  'delay',
  'drop-before-charge',
  'drop-after-charge',
  'truncate',
] as const;

/** The status that an effect answers with; the others answer as usual, or not at all. */
const EFFECT_STATUS: Readonly<Partial<Record<(typeof FAULT_EFFECTS)[number], number>>> = {
  'rate-limited': 429,
  'server-error': 500,
  'service-unavailable': 503,
  'invalid-result': 503,
  unaffordable: 402,
  forbidden: 403,
};

export type FaultEffect = (typeof FAULT_EFFECTS)[number];

/** What a test says; all that it names must match. */
export interface NewFault {
  effect: FaultEffect;
  /** Any operation that can answer so when not given. */
  operation?: OperationId | null;
  /** Id of an account; any account when not given. */
  account?: string | null;
  /** The request carries this header, with exactly this value if one is given. */
  header?: { name: string; value?: string } | null;
  /** Matching requests that pass unharmed before the first strike. Default 0. */
  skip?: number;
  /** Requests struck before the fault is spent; null for all that follow. Default 1. */
  times?: number | null;
  /** Of `delay`: real milliseconds. Default 1000. */
  delayMs?: number;
  /** Of `rate-limited`: whole seconds. Default 1. */
  retryAfterSeconds?: number;
  /** Replaces the usual sentence of the error. */
  message?: string;
}

export interface Fault extends NewFault {
  readonly id: string;
  operation: OperationId | null;
  account: string | null;
  header: { name: string; value?: string } | null;
  skip: number;
  times: number | null;
  /** Matching requests seen so far. */
  seen: number;
  /** Requests struck so far. */
  hits: number;
}

/** What a fault is matched against. */
export interface FaultTarget {
  operation: Operation;
  account: string;
  /** Value of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

export class Faults {
  #rules: Fault[] = [];
  #made = 0;

  /** In the order in which they are tried. */
  get list(): readonly Fault[] {
    return this.#rules;
  }

  /** Only the rules that name this account. */
  of(account: string): Fault[] {
    return this.#rules.filter((rule) => rule.account === account);
  }

  add(fault: NewFault): Fault {
    if (!FAULT_EFFECTS.includes(fault.effect)) {
      throw new StateError(
        'invalid',
        `"${fault.effect}" is not an effect. Use one of ${FAULT_EFFECTS.join(', ')}.`,
      );
    }
    checkWhole('skip', fault.skip, 0);
    checkWhole('times', fault.times ?? undefined, 1);
    checkWhole('delayMs', fault.delayMs, 0);
    checkWhole('retryAfterSeconds', fault.retryAfterSeconds, 0);
    this.#made += 1;
    const rule: Fault = {
      ...fault,
      id: `fault_${this.#made}`,
      operation: fault.operation ?? null,
      account: fault.account ?? null,
      header: fault.header ?? null,
      skip: fault.skip ?? 0,
      times: fault.times === undefined ? 1 : fault.times,
      seen: 0,
      hits: 0,
    };
    this.#rules.push(rule);
    return rule;
  }

  /** Whether there was such a fault. */
  remove(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    return this.#rules.length < before;
  }

  clear(account?: string): void {
    this.#rules = account === undefined ? [] : this.#rules.filter((rule) => rule.account !== account);
  }

  /**
   * The fault that strikes this request, counted as a strike; null for none. Every live rule that matches counts the
   * request as seen, and the first whose turn it is strikes.
   */
  strike(target: FaultTarget): Fault | null {
    let struck: Fault | null = null;
    for (const rule of this.#rules) {
      if (!matches(rule, target) || isSpent(rule)) continue;
      rule.seen += 1;
      if (struck === null && rule.seen > rule.skip) {
        rule.hits += 1;
        struck = rule;
      }
    }
    return struck;
  }

  /** A strike that met no answer to spoil does not count. */
  takeBack(rule: Fault): void {
    rule.hits -= 1;
  }

  get state(): { made: number; rules: Fault[] } {
    return { made: this.#made, rules: structuredClone(this.#rules) };
  }

  restore(state: { made: number; rules: Fault[] }): void {
    this.#made = state.made;
    this.#rules = structuredClone(state.rules);
  }
}

function checkWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw new StateError('invalid', `"${name}" of a fault is a whole number from ${least}, not ${value}.`);
}

function isSpent(rule: Fault): boolean {
  return rule.times !== null && rule.hits >= rule.times;
}

/** A lookup never answers 402: a fault for any operation leaves alone those whose contract lacks its effect. */
export function canShow(operation: Operation, effect: FaultEffect): boolean {
  if (effect === 'failed-search' || effect === 'invalid-result') return operation.kind === 'search';
  const status = EFFECT_STATUS[effect];
  return status === undefined || operation.responses.has(status);
}

function matches(rule: Fault, target: FaultTarget): boolean {
  if (!canShow(target.operation, rule.effect)) return false;
  if (rule.operation !== null && rule.operation !== target.operation.id) return false;
  if (rule.account !== null && rule.account !== target.account) return false;
  if (rule.header === null) return true;
  const value = target.header(rule.header.name.toLowerCase());
  return value !== undefined && (rule.header.value === undefined || rule.header.value === value);
}
