import type { Exchange, ExchangeFailure } from '../../record/exchange.js';
import type { Judgement, Observation } from '../../record/judgement.js';
import { createDataChanges } from './data-changes.js';
import type { ScenarioContext } from './scenario-context.js';
import { createTargetChanges } from './target-changes.js';

/** One attempt at a scenario: its context, and what it has done and found so far. */
export type ScenarioState = ReturnType<typeof startState>;

/** `clauses` are those of the whole scenario. */
export function startState(context: ScenarioContext, clauses: readonly string[]) {
  return {
    context,
    clauses,
    judgements: [] as Judgement[],
    observations: [] as Observation[],
    /** By failed comparisons of totals: whether they also fail with later answers, by the ids of the earlier ones. */
    failedTotals: new Map<Judgement, (later: ReadonlyMap<number, Exchange>) => boolean>(),
    /** Why the scenario is inconclusive: an answer matches none of the choices of a reading. Null if there is no such answer. */
    unsettled: null as string | null,
    /** How an answer was lost that another attempt may get; null if none was lost. */
    loss: null as ExchangeFailure['kind'] | null,
    changes: createTargetChanges(context),
    dataChanges: createDataChanges(context),
    /** Its steps, requests and seconds of waiting so far, each of which has a limit, and the operation keys made for searches that have none. */
    used: { steps: 0, requests: 0, seconds: 0, keys: 0 },
  };
}
