/** A running workflow, and the values that its expressions use. */
import type { Exchange } from '../../record/exchange.js';
import { balanceIn, isUncountable } from '../../values/balance.js';
import { evaluate, parseExpression, type Scope } from '../../pack/language/expressions.js';
import { isBindable } from '../../pack/language/inputs.js';
import type { Step, Workflow } from '../../pack/model/pack.js';
import type { ScenarioContext } from './scenario-context.js';
import { Stop } from './stop.js';

export interface WorkflowRun {
  workflow: Workflow;
  /** The prefix of step ids in the history; empty for the scenario itself. */
  prefix: string;
  inputs: Record<string, unknown>;
  steps: Record<string, Record<string, unknown>>;
  /** Answers of all rounds and copies of the steps so far. */
  answers: Map<string, Exchange[]>;
  workflows: Record<string, { inputs: Record<string, unknown>; outputs: Record<string, unknown> }>;
  /** Outputs of the last called workflow. */
  outputs: Record<string, unknown>;
  sources: Readonly<Record<string, string>>;
}

const AMBIGUOUS_BALANCE =
  'the balance response contains an integer above 2^53, or several integers; name the balance in the profile (balancePointer)';

/** Returns a workflow before its first step. An input has the caller's value, else the runner's, else its default. */
export function startWorkflow(
  workflow: Workflow,
  given: Readonly<Record<string, unknown>>,
  prefix: string,
  sources: WorkflowRun['sources'],
  { bind }: Pick<ScenarioContext, 'bind'>,
): WorkflowRun {
  const inputs: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(workflow.inputs)) {
    const bound = isBindable(name) ? bind(name) : undefined;
    const value = name in given ? given[name] : (bound ?? schema.default);
    if (value !== undefined) inputs[name] = value;
  }
  return { workflow, prefix, inputs, steps: {}, answers: new Map(), workflows: {}, outputs: {}, sources };
}

export function scopeOf(run: WorkflowRun, exchange: Exchange | null): Scope {
  const { inputs, steps, workflows, outputs, sources } = run;
  const [round, copy] = [exchange?.round ?? 0, exchange?.copy ?? 0];
  return { inputs, steps, workflows, outputs, exchange, sources, round, copy };
}

/** The outputs of a step: those of the workflow that it called, the balance that it read, and the outputs that it names. */
export function outputsOf(
  step: Step,
  run: WorkflowRun,
  exchange: Exchange | null,
  balancePointer: string | null,
): Record<string, unknown> {
  const values: Record<string, unknown> = step.workflowId === null ? {} : { ...run.outputs };
  if (step.operation?.id === 'getCreditBalance') {
    const body = exchange?.response?.body;
    if (exchange?.response?.status === 200 && isUncountable(body, balancePointer))
      throw new Stop('inconclusive', `${step.stepId}: ${AMBIGUOUS_BALANCE}`);
    values['balance'] = balanceIn(body, balancePointer) ?? undefined;
  }
  const scope = scopeOf(run, exchange);
  for (const [name, text] of Object.entries(step.outputs))
    values[name] = evaluate(parseExpression(text), scope);
  return values;
}
