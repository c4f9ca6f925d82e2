/** Faults: rules that determine which requests fail, how, and how often. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import { canShow } from '../domain/fault-effects.js';
import { refused } from './errors.js';

/** A request must match all members that are present. */
export type NewFault = AdminSchemas['NewFault'];

export type Fault = AdminSchemas['Fault'];

/** The most faults for each account, and without an account. It is limited because every request checks all faults. */
export const MOST_FAULTS = 1_000;

/** The facts of a request that a fault can match. */
export interface FaultTarget {
  operation: Operation;
  account: string;
  /** Value of a header, by its lower-case name. */
  header(name: string): string | undefined;
}

export type FaultsState = AdminSchemas['Snapshot']['faults'];

/** How many requests a fault has matched (`seen`) and hit. */
export type FaultCount = Pick<Fault, 'id' | 'seen' | 'hits'>;

/** The list of faults. The value of `state` is immutable: each change makes a new one. */
export class Faults {
  state: FaultsState = { made: 0, rules: [] };

  /** All faults, in the order in which requests check them. */
  get list(): readonly Fault[] {
    return this.state.rules;
  }

  of(account: string | null): Fault[] {
    return this.state.rules.filter((rule) => rule.account === account);
  }

  /** Returns the state with another fault. Throws StateError if there are `most` already for its account, or without an account. */
  with(fault: NewFault, most: number = MOST_FAULTS): FaultsState {
    const { account = null } = fault;
    const [whose, which] =
      account === null ? ['There are', ' that name no account'] : [`Account "${account}" has`, ''];
    if (this.of(account).length >= most) throw refused('faults-full', { whose: `${whose} ${most}`, which });
    const made = this.state.made + 1;
    const rule: Fault = {
      ...fault,
      id: `fault_${made}`,
      operation: fault.operation ?? null,
      account,
      header: fault.header ?? null,
      skip: fault.skip ?? 0,
      times: fault.times === undefined ? 1 : fault.times,
      seen: 0,
      hits: 0,
    };
    return { made, rules: [...this.list, rule] };
  }

  /**
   * Returns the fault that hits this request, or null, and the new counts. Every matching fault that is not used up counts
   * the request as seen. The first of them that has skipped enough requests hits it. Changes nothing.
   */
  meet(target: FaultTarget): { fault: Fault | null; counts: FaultCount[] } {
    let fault: Fault | null = null;
    const counts: FaultCount[] = [];
    for (const rule of this.list) {
      const isSpent = rule.times !== null && rule.hits >= rule.times;
      if (isSpent || !matches(rule, target)) continue;
      const hits = fault === null && rule.seen >= rule.skip;
      if (hits) fault = rule;
      counts.push({ id: rule.id, seen: rule.seen + 1, hits: rule.hits + (hits ? 1 : 0) });
    }
    return { fault, counts };
  }

  /** Sets the counts of these faults. */
  set counts(counts: readonly FaultCount[]) {
    const byId = new Map(counts.map((count) => [count.id, count]));
    const rules = this.list.map((rule) => (byId.has(rule.id) ? { ...rule, ...byId.get(rule.id)! } : rule));
    this.state = { ...this.state, rules };
  }
}

function matches(rule: Fault, target: FaultTarget): boolean {
  if (!canShow(target.operation, rule.effect)) return false;
  if (rule.operation !== null && rule.operation !== target.operation.id) return false;
  if (rule.account !== null && rule.account !== target.account) return false;
  if (rule.header === null) return true;
  const value = target.header(rule.header.name.toLowerCase());
  return value !== undefined && (rule.header.value === undefined || rule.header.value === value);
}
