/** A workflow in execution, and what its expressions see. */
import type { Exchange } from '../../record/exchange.js';
import { balanceIn, isOneOfSeveral } from '../../values/balance.js';
import { evaluate, parseExpression, type Scope } from '../../pack/language/expressions.js';
import { isBindable } from '../../pack/language/inputs.js';
import type { Step, Workflow } from '../../pack/model/pack.js';
import type { ScenarioContext } from './scenario-context.js';
import { Stop } from './stop.js';

export interface WorkflowRun {
  workflow: Workflow;
  /** Steps' ids in the history begin with it, for called workflows. */
  prefix: string;
  inputs: Record<string, unknown>;
  /** Outputs of the steps that were run. */
  steps: Record<string, Record<string, unknown>>;
  /** Answers of the steps that were sent, those of all rounds and copies. */
  answers: Map<string, Exchange[]>;
  workflows: Record<string, { inputs: Record<string, unknown>; outputs: Record<string, unknown> }>;
  /** Outputs of the workflow that was called last. */
  outputs: Record<string, unknown>;
  sources: Readonly<Record<string, string>>;
}

const UNTOLD_BALANCE =
  'the balance response holds several integers; say in the profile which one is the balance (balancePointer)';

/** The workflow before its first step: inputs as given by the caller, else as the runner binds them, else the default. */
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

/** What a step hands on: outputs of the workflow that it called, the balance that it read, and those that it names. */
export function outputsOf(
  step: Step,
  run: WorkflowRun,
  exchange: Exchange | null,
  balancePointer: string | null,
): Record<string, unknown> {
  const values: Record<string, unknown> = step.workflowId === null ? {} : { ...run.outputs };
  if (step.operation?.id === 'getCreditBalance') {
    const body = exchange?.response?.body;
    if (exchange?.response?.status === 200 && isOneOfSeveral(body, balancePointer))
      throw new Stop('inconclusive', `${step.stepId}: ${UNTOLD_BALANCE}`);
    values['balance'] = balanceIn(body, balancePointer) ?? undefined;
  }
  const scope = scopeOf(run, exchange);
  for (const [name, text] of Object.entries(step.outputs))
    values[name] = evaluate(parseExpression(text), scope);
  return values;
}
