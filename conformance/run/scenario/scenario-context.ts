/** The parts of a run that a scenario uses. */
import { counts } from '../../../spec/clauses.js';
import { bindInput } from '../../pack/language/inputs.js';
import type { Workflow } from '../../pack/model/pack.js';
import type { Scenario } from '../plan/scenarios.js';
import type { Prepared } from '../survey/index.js';
import type { Asking } from '../target/accounts.js';
import { clockIn } from './target-changes.js';

/** The part of the context that is new in each attempt. */
export type Host = Awaited<ReturnType<typeof hostFor>>;

export interface ScenarioContext extends Host {
  /**
   * True if searches without an operation key must get one, since the service may replay a stored answer (reading made-keys).
   * Such a scenario is not about keys. Either it was tried before, or the service makes the same key for the same request.
   */
  needsKeys(): boolean;
  /** URLs of the documents to which the pack refers, by name. */
  sources: Readonly<Record<string, string>>;
  /** True if a billing cycle of the shared key ended since the last call. */
  hasTurned(): boolean;
  /** The context of another attempt, with a new account and new operation keys; or why no attempt is possible. */
  freshContext(): Promise<ScenarioContext | string>;
  /** Outputs of helpers with `x-kit-once`, for the key that scenarios share; null if the scenario has its own account. */
  handedOn: Map<Workflow, Readonly<Record<string, unknown>>> | null;
}

/** Resources of one attempt: accounts, if the runner can make them, and its own operation keys. */
export async function hostFor(
  scenario: Asking & Pick<Scenario, 'named'>,
  attempt: number,
  session: Prepared,
) {
  const { accounts, budget, documents, patience, profile, runId, survey, target, time, wire } = session;
  const { clock: said, ...made } = await accounts.prepare(scenario, attempt);
  const at = time.now();
  const clock = clockIn(said, at) ?? { now: at + target.clockOffset, at, frozen: false };
  const bindings = {
    ...made,
    facts: survey.facts,
    now: clock.now,
    runId,
    scenario: attempt === 1 ? scenario.id : `${scenario.id} ${attempt}`,
  };
  return {
    ...patience,
    wire,
    contract: documents.contract,
    admin: documents.admin,
    /** `<pack>/<workflowId>`. */
    scenario: scenario.id,
    /** Clauses that a step or check cites. The scenario as a whole is evidence only for its other clauses. */
    named: scenario.named,
    /** Recommended clauses (`should`): a failure against them does not end the scenario. */
    advised: new Set<string>(
      documents.clauses.clauses.flatMap((clause) => (counts(clause) ? [] : clause.id)),
    ),
    /** The value of an input that the runner binds; undefined if the target offers none. */
    bind: (name: string) => bindInput(name, bindings),
    balancePointer: profile.balancePointer,
    /** Why the scenario has to stop if it spent more than it announced; else null. */
    overspent: () => budget.overspent(scenario.id),
    /** Registers an account that the scenario created through the admin API. */
    adopt: (account: Readonly<Record<string, unknown>>) => accounts.adopt(scenario.id, account),
    /** The clock of the scenario's own account, else that of the target. */
    clock,
  };
}
