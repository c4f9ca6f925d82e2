/** A running workflow, and the values that its expressions use. */
import type { Exchange } from '../../record/exchange.js';
import { balanceIn, isUncountable } from '../../values/balance.js';
import { evaluate, parseExpression, type Scope } from '../../pack/language/expressions.js';
import { isBindable } from '../../pack/language/inputs.js';
import type { Step, Workflow } from '../../pack/model/pack.js';
import type { ScenarioContext } from './scenario-context.js';
import { Stop } from './stop.js';

export type Values = Record<string, unknown>;

export interface WorkflowRun {
  workflow: Workflow;
  /** The prefix of step ids in the history; empty for the scenario itself. */
  prefix: string;
  inputs: Values;
  steps: Record<string, Values>;
  /** Answers of all rounds and copies of the steps so far. */
  answers: Map<string, Exchange[]>;
  workflows: Record<string, { inputs: Values; outputs: Values }>;
  /** Outputs of the last called workflow. */
  outputs: Values;
  sources: Readonly<Record<string, string>>;
  balancePointer: string | null;
}

const AMBIGUOUS_BALANCE =
  'the balance response contains an integer above 2^53, or several integers; name the balance in the profile (balancePointer)';

/** Returns a workflow before its first step. An input has the caller's value, else the runner's, else its default. */
export function startWorkflow(
  workflow: Workflow,
  given: Readonly<Values>,
  prefix: string,
  sources: WorkflowRun['sources'],
  { bind, balancePointer }: Pick<ScenarioContext, 'bind' | 'balancePointer'>,
): WorkflowRun {
  const inputs: Values = {};
  for (const [name, schema] of Object.entries(workflow.inputs)) {
    const bound = isBindable(name) ? bind(name) : undefined;
    const value = name in given ? given[name] : (bound ?? schema.default);
    if (value !== undefined) inputs[name] = value;
  }
  const empty = { steps: {}, answers: new Map(), workflows: {}, outputs: {} };
  return { ...empty, workflow, prefix, inputs, sources, balancePointer };
}

export function scopeOf(run: WorkflowRun, exchange: Exchange | null): Scope {
  return { ...run, exchange, round: exchange?.round ?? 0, copy: exchange?.copy ?? 0 };
}

/** The values of the outputs that a step or a workflow names. */
export function valuesOf(outputs: Readonly<Record<string, string>>, scope: Scope): Values {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, text]) => [name, evaluate(parseExpression(text), scope)]),
  );
}

/** The outputs of a step: those of the workflow that it called, the balance that it read, and the outputs that it names. */
export function outputsOf(step: Step, run: WorkflowRun, exchange: Exchange | null): Values {
  const values: Values = step.workflowId === null ? {} : { ...run.outputs };
  if (step.operation?.id === 'getCreditBalance') {
    const body = exchange?.response?.body;
    if (exchange?.response?.status === 200 && isUncountable(body, run.balancePointer))
      throw new Stop('inconclusive', `${step.stepId}: ${AMBIGUOUS_BALANCE}`);
    values['balance'] = balanceIn(body, run.balancePointer) ?? undefined;
  }
  return { ...values, ...valuesOf(step.outputs, scopeOf(run, exchange)) };
}
