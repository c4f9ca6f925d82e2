/** The state of one attempt at a scenario, of the workflows that it runs, and of the step that it tries. */
import type { Exchange, ExchangeFailure } from '../../record/exchange.js';
import type { ScenarioOutcome } from '../../record/facts.js';
import type { Judgement, Observation } from '../../record/judgement.js';
import type { Scope } from '../../pack/language/expressions.js';
import { isBindable } from '../../pack/language/inputs.js';
import type { Step, Workflow } from '../../pack/model/pack.js';
import { createDataChanges } from './data-changes.js';
import type { ScenarioContext } from './scenario-context.js';
import { createTargetChanges } from './target-changes.js';

/** Ends a scenario early. */
export class Stop extends Error {
  readonly end: ScenarioOutcome['end'];
  /** True if the scenario ends because of the data that searches found. */
  readonly onData: boolean;
  /** The data that the scenario lacks, in a few words. */
  readonly missing: string | undefined;

  constructor(end: Stop['end'], reason: string, onData = false, missing?: string) {
    super(reason);
    this.end = end;
    this.onData = onData;
    this.missing = missing;
  }
}

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

/** Stops the scenario after a charge above its cost. Call it after judging the answer, which may prove a fault. */
export function keepWithinTheAnnounced({ context }: ScenarioState): void {
  const overspent = context.overspent();
  if (overspent !== null) throw new Stop('inconclusive', overspent, true);
}

export type Values = Record<string, unknown>;

/** A running workflow, and the values that its expressions use. */
export interface WorkflowRun extends Pick<Scope, 'inputs' | 'sources'> {
  workflow: Workflow;
  /** The prefix of step ids in the history; empty for the scenario itself. */
  prefix: string;
  steps: Record<string, Values>;
  /** Answers of all rounds and copies of the steps so far. */
  answers: Map<string, Exchange[]>;
  workflows: Record<string, { inputs: Values; outputs: Values }>;
  /** Outputs of the last called workflow. */
  outputs: Values;
}

/** Returns a workflow before its first step. An input has the caller's value, else the runner's, else its default. */
export function startWorkflow(
  workflow: Workflow,
  given: Readonly<Values>,
  prefix: string,
  { bind, sources }: Pick<ScenarioContext, 'bind' | 'sources'>,
): WorkflowRun {
  const inputs: Values = {};
  for (const [name, schema] of Object.entries(workflow.inputs)) {
    const bound = isBindable(name) ? bind(name) : undefined;
    const value = name in given ? given[name] : (bound ?? schema.default);
    if (value !== undefined) inputs[name] = value;
  }
  return { workflow, prefix, inputs, sources, steps: {}, answers: new Map(), workflows: {}, outputs: {} };
}

/** A step that was sent once, with its rounds and copies. */
export interface Attempt {
  state: ScenarioState;
  step: Step;
  run: WorkflowRun;
  judgements: Judgement[];
  /** The answer that expressions read: the first copy of the last round. */
  exchange: Exchange | null;
}
