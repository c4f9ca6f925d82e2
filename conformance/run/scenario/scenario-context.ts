/** The parts of a run that a scenario uses. */
import type { AdminContract } from '../../../spec/admin.js';
import type { Contract } from '../../../spec/contract.js';
import type { Patience } from '../../wire/patience.js';
import type { Wire } from '../../wire/wire.js';
import type { Workflow } from '../../pack/model/pack.js';
import type { AccountClock } from './target-changes.js';

export interface ScenarioContext extends Patience {
  wire: Pick<Wire, 'send' | 'history' | 'balanceOf'>;
  contract: Contract;
  admin: AdminContract;
  /** `<pack>/<workflowId>`. */
  scenario: string;
  /** Clauses that a step or check cites. The scenario as a whole is evidence only for its other clauses. */
  named: ReadonlySet<string>;
  /** Recommended clauses (`should`): a failure against them does not end the scenario. */
  advised: ReadonlySet<string>;
  /**
   * True if searches without an operation key must get one, since the service may replay a stored answer (reading made-keys).
   * Such a scenario is not about keys. Either it was tried before, or the service makes the same key for the same request.
   */
  needsKeys(): boolean;
  /** The value of an input that the runner binds; undefined if the target offers none. */
  bind(name: string): unknown;
  balancePointer: string | null;
  /** URLs of the documents to which the pack refers, by name. */
  sources: Readonly<Record<string, string>>;
  /** Why the scenario has to stop if it spent more than it announced; else null. */
  overspent(): string | null;
  /** Registers an account that the scenario created through the admin API. */
  adopt(account: Readonly<Record<string, unknown>>): void;
  /** True if a billing cycle of the shared key ended since the last call. */
  hasTurned(): boolean;
  /** The context of another attempt, with a new account and new operation keys; or why no attempt is possible. */
  freshContext(): Promise<ScenarioContext | string>;
  /** Outputs of helpers with `x-kit-once`, for the key that scenarios share; null if the scenario has its own account. */
  handedOn: Map<Workflow, Readonly<Record<string, unknown>>> | null;
  /** The clock of the scenario's own account, else that of the target. */
  clock: AccountClock;
}
