/** Failures on demand: a fault is a rule that says which requests it hits, with which effect, and how often. */

import type { Operation, OperationId } from '../../spec/index.js';
import { canShow, FAULT_EFFECTS, type EffectDetails, type FaultEffect } from '../domain/fault-effects.js';
import { badFaultNumber, faultsFull, unknownEffect } from './errors.js';

/** What a test asks for; everything that it names must match. */
export interface NewFault extends EffectDetails {
  effect: FaultEffect;
  /** Default: any operation that can have the effect. */
  operation?: OperationId | null;
  /** Id of an account; any account when not given. */
  account?: string | null;
  /** The request carries this header, with exactly this value if one is given. */
  header?: { name: string; value?: string } | null;
  /** Matching requests that pass unharmed before the first hit. Default 0. */
  skip?: number;
  /** Requests hit before the fault is spent; null for all that follow. Default 1. */
  times?: number | null;
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
  /** Requests hit so far. */
  hits: number;
}

/** For each account, and for those that name none: every request looks at all of them. */
export const MOST_FAULTS = 1_000;

/** What a fault is matched against. */
export interface FaultTarget {
  operation: Operation;
  account: string;
  /** Value of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

/** All of the faults as plain values. */
export interface FaultsState {
  /** How many there have been. */
  made: number;
  rules: Fault[];
}

/** How often a fault was met and has hit. */
export type FaultCount = Pick<Fault, 'id' | 'seen' | 'hits'>;

/** Told of changes, save those of `restore`. */
export interface FaultWatcher {
  rules(): void;
  counts(): void;
}

export class Faults {
  #rules: Fault[] = [];
  #made = 0;
  readonly #watcher: FaultWatcher;

  constructor(watcher: FaultWatcher = { rules: () => undefined, counts: () => undefined }) {
    this.#watcher = watcher;
  }

  /** In the order in which they are tried. */
  get list(): readonly Fault[] {
    return this.#rules;
  }

  /** Only the rules that name this account; null: those that name none. */
  of(account: string | null): Fault[] {
    return this.#rules.filter((rule) => rule.account === account);
  }

  /** `most`: how many there may be for the account that it names, or that name none. */
  add(fault: NewFault, most: number = MOST_FAULTS): Fault {
    checkEffect(fault.effect);
    const { account = null } = fault;
    if (this.of(account).length >= most) throw faultsFull(account, most);
    checkWhole('skip', fault.skip, 0);
    checkWhole('times', fault.times ?? undefined, 1);
    checkWhole('delayMs', fault.delayMs, 0);
    checkWhole('retryAfterSeconds', fault.retryAfterSeconds, 0);
    checkWhole('newPostings', fault.newPostings, 1);
    checkWhole('advanceDays', fault.advanceDays, 1);
    this.#made += 1;
    const rule: Fault = {
      ...fault,
      id: `fault_${this.#made}`,
      operation: fault.operation ?? null,
      account,
      header: fault.header ?? null,
      skip: fault.skip ?? 0,
      times: fault.times === undefined ? 1 : fault.times,
      seen: 0,
      hits: 0,
    };
    this.#rules.push(rule);
    this.#watcher.rules();
    return rule;
  }

  /** Whether there was such a fault. */
  remove(id: string): boolean {
    return this.#keep((rule) => rule.id !== id);
  }

  clear(account?: string): void {
    this.#keep((rule) => account !== undefined && rule.account !== account);
  }

  /** Whether that removes any. */
  #keep(isKept: (rule: Fault) => boolean): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter(isKept);
    if (this.#rules.length === before) return false;
    this.#watcher.rules();
    return true;
  }

  /**
   * The fault that hits this request, counted as a hit; null for none. Every rule that matches and is not spent counts
   * the request as seen, and the first whose turn it is hits.
   */
  hit(target: FaultTarget): Fault | null {
    let found: Fault | null = null;
    let met = false;
    for (const rule of this.#rules) {
      if (!matches(rule, target) || isSpent(rule)) continue;
      met = true;
      rule.seen += 1;
      if (found === null && rule.seen > rule.skip) {
        rule.hits += 1;
        found = rule;
      }
    }
    if (met) this.#watcher.counts();
    return found;
  }

  /** A hit that had no effect does not count. */
  takeBack(id: string): void {
    const rule = this.#rules.find((each) => each.id === id);
    if (rule === undefined || rule.hits === 0) return;
    rule.hits -= 1;
    this.#watcher.counts();
  }

  get counts(): FaultCount[] {
    return this.#rules.map(({ id, seen, hits }) => ({ id, seen, hits }));
  }

  set counts(counts: readonly FaultCount[]) {
    const rules = new Map(this.#rules.map((rule) => [rule.id, rule]));
    for (const { id, ...count } of counts) Object.assign(rules.get(id) ?? {}, count);
  }

  get state(): FaultsState {
    return { made: this.#made, rules: structuredClone(this.#rules) };
  }

  restore(state: FaultsState): void {
    this.#made = state.made;
    this.#rules = structuredClone(state.rules);
  }
}

/** Throws a StateError for an effect that does not exist. */
export function checkEffect(effect: string): void {
  if (!Object.hasOwn(FAULT_EFFECTS, effect)) throw unknownEffect(effect, Object.keys(FAULT_EFFECTS));
}

function checkWhole(name: string, value: number | undefined, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return;
  throw badFaultNumber(name, least, value);
}

function isSpent(rule: Fault): boolean {
  return rule.times !== null && rule.hits >= rule.times;
}

function matches(rule: Fault, target: FaultTarget): boolean {
  if (!canShow(target.operation, rule.effect)) return false;
  if (rule.operation !== null && rule.operation !== target.operation.id) return false;
  if (rule.account !== null && rule.account !== target.account) return false;
  if (rule.header === null) return true;
  const value = target.header(rule.header.name.toLowerCase());
  return value !== undefined && (rule.header.value === undefined || rule.header.value === value);
}
