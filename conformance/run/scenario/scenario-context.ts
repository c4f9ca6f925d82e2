/** What the runner lends to a scenario. */
import type { AdminContract } from '../../../spec/admin.js';
import type { Contract } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import type { Patience } from '../../wire/patience.js';
import type { Workflow } from '../../pack/model/pack.js';
import type { AccountClock } from './account-clock.js';

export interface ScenarioContext extends Patience {
  /** Every answer of the run so far, whoever asked for it. */
  history: readonly Exchange[];
  contract: Contract;
  admin: AdminContract;
  /** `<pack>/<workflowId>`. */
  scenario: string;
  /** Clauses that parts of the scenario name; the others get evidence from the scenario as a whole. */
  named: ReadonlySet<string>;
  /** Clauses that are recommended alone (`should`): a failure against them ends no scenario. */
  advised: ReadonlySet<string>;
  /**
   * Whether searches are to have keys where the scenario sends none: it began again because the data moved, and is not about keys. A
   * service may give again what it stored where it makes the same key for the same request (reading made-keys).
   */
  keysForAll: boolean;
  /** The value of an input that the runner binds; undefined where the target offers none. */
  bind(name: string): unknown;
  balancePointer: string | null;
  /** True when the account that sends is not the scenario's own, so its credits can run out. */
  sharesAccount(alias: string): boolean;
  /** Credits that an answer last told of an account; null where none did. */
  balanceOf(alias: string): number | null;
  /** Says why the scenario has to stop, when it spent more than it announced. */
  overspent(): string | null;
  /** An account that the scenario made by itself through the admin API. */
  adopt(account: Record<string, unknown>): void;
  /** Whether a billing cycle of the key that scenarios share is seen to have turned since this was asked last. */
  hasTurned(): boolean;
  /** What a new attempt at the scenario is lent, its account and operation keys new; or why there can be none. */
  anew(): Promise<ScenarioContext | string>;
  /** The target's time minus the runner's, as far as known. */
  clockOffset: number;
  /** What helpers that run once handed on, on the key that scenarios share; null on an account of the scenario's own. */
  handedOn: Map<Workflow, Readonly<Record<string, unknown>>> | null;
  /** The clock of the scenario's own account, where it was made with one. */
  clock: AccountClock | null;
}
