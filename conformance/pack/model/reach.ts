/** What a scenario comes to with all helpers that it can call. */
import type { Contract } from '../../../spec/contract.js';
import { requirementOf } from '../language/inputs.js';
import type { Step, Workflow } from './pack.js';

/** The workflow and all helpers that it can call. */
export function reachable(workflow: Workflow): Workflow[] {
  const found: Workflow[] = [];
  const visit = (each: Workflow): void => {
    if (found.includes(each)) return;
    found.push(each);
    for (const next of each.calls.values()) visit(next);
  };
  visit(workflow);
  return found;
}

/** Names of the workflows that a workflow's parts call, each with the place of the call. */
export function callsOf(workflow: Workflow): { name: string; place: (string | number)[] }[] {
  const actions = [...workflow.successActions, ...workflow.failureActions];
  for (const step of workflow.steps) actions.push(...step.onSuccess, ...step.onFailure);
  return [
    ...workflow.dependsOn.map((name) => ({ name, place: [...workflow.place, 'dependsOn'] })),
    ...[...workflow.steps, ...actions].flatMap(({ workflowId, place }) =>
      workflowId === null ? [] : [{ name: workflowId, place: [...place, 'workflowId'] }],
    ),
  ];
}

/** All that the target must offer for a scenario, what is found from its parts included. */
export function requirementsOf(workflow: Workflow): string[] {
  const parts = reachable(workflow);
  const inputs = parts.flatMap((each) => Object.keys(each.inputs)).map(requirementOf);
  const steps = parts.flatMap((each) => each.steps);
  const operations = steps.map(({ operation, request }) =>
    operation === null || request !== null
      ? null
      : operation.source === 'admin'
        ? 'admin'
        : `operation:${operation.id}`,
  );
  const every = [...parts.flatMap((each) => each.requires), ...inputs, ...operations];
  return [...new Set(every.filter((each) => each !== null))];
}

/** The most credits that a scenario can spend: what it says, else the sum over its paid searches. */
export function creditsOf(workflow: Workflow, contract: Contract): number {
  if (workflow.cost !== null) return workflow.cost;
  const called = (name: string | null): number => {
    const found = name === null ? undefined : workflow.calls.get(name);
    return found === undefined ? 0 : creditsOf(found, contract);
  };
  const steps = workflow.steps.map((step) => creditsOfStep(step, contract) + called(step.workflowId));
  return [...steps, ...workflow.dependsOn.map(called)].reduce((sum, each) => sum + each, 0);
}

/** Price times jobs, for each round and copy. */
function creditsOfStep({ operation, request, body, repeat, parallel }: Step, contract: Contract): number {
  if (operation?.source !== 'contract' || request !== null) return 0;
  const price = contract.operations.find(({ id }) => id === operation.id)?.creditCost ?? 0;
  const limit = (body?.payload as { limit?: unknown } | null | undefined)?.limit;
  return price * (typeof limit === 'number' ? limit : MOST_JOBS) * (repeat?.atMost ?? 1) * parallel;
}

/** What a search without a stated limit can bring. */
const MOST_JOBS = 100;
