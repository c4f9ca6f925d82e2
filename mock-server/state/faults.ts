/** Failures on demand: a fault is a rule that says which requests it hits, with which effect, and how often. */

import type { AdminSchemas } from '../../spec/admin.js';
import type { Operation } from '../../spec/index.js';
import { canShow } from '../domain/fault-effects.js';
import { refused } from './errors.js';

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

/** The list and its members never change: each change makes new ones, so that states can share them. */
export class Faults {
  state: FaultsState = { made: 0, rules: [] };

  copy(): Faults {
    const copy = new Faults();
    copy.state = this.state;
    return copy;
  }

  /** In the order in which they are tried. */
  get list(): readonly Fault[] {
    return this.state.rules;
  }

  of(account: string | null): Fault[] {
    return this.state.rules.filter((rule) => rule.account === account);
  }

  /** `most`: how many there may be for the account that it names, or that name none. */
  add(fault: NewFault, most: number = MOST_FAULTS): Fault {
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
    this.state = { made, rules: [...this.list, rule] };
    return rule;
  }

  /**
   * The fault that hits this request, null for none, and the counts after it. Every fault that matches and is not spent
   * counts the request as seen, and the first whose turn it is hits. Changes nothing.
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

  /** Of some faults or of all. */
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
