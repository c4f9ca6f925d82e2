/** Failures on demand: a fault is a rule that says which requests it hits, with which effect, and how often. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import { canShow } from '../domain/fault-effects.js';
import { faultsFull } from './errors.js';

/** Everything that it names must match. */
export type NewFault = AdminSchemas['NewFault'];

export type Fault = AdminSchemas['Fault'];

/** The limit for each account, and for the faults without an account: every request checks all faults. */
export const MOST_FAULTS = 1_000;

/** The facts of a request that a fault can match. */
export interface FaultTarget {
  operation: Operation;
  account: string;
  /** Value of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

export type FaultsState = AdminSchemas['Snapshot']['faults'];

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

  /** The rules that name this account, or for null those without an account. */
  of(account: string | null): Fault[] {
    return this.#rules.filter((rule) => rule.account === account);
  }

  /** `most`: how many there may be for the account that it names, or that name none. */
  add(fault: NewFault, most: number = MOST_FAULTS): Fault {
    const { account = null } = fault;
    if (this.of(account).length >= most) throw faultsFull(account, most);
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
