/** Properties of a scenario together with all helpers that it can call. */
import { mostCreditsOfPage, type Contract } from '../../../spec/contract.js';
import { requirementOf } from '../language/inputs.js';
import type { Step, Workflow } from './pack.js';
import { limitOf } from './payload.js';

/** The limit for one scenario, which ends infinite loops of actions and rounds. */
export const MOST_REQUESTS = 10_000;

/** Returns the workflow and all helpers that it can call. */
export function reachable(workflow: Workflow): Workflow[] {
  const found = new Set([workflow]);
  for (const each of found) for (const next of each.calls.values()) found.add(next);
  return [...found];
}

export type Call = ReturnType<typeof callsOf>[number];

/** Returns the calls of other workflows, with their parameters. */
export function callsOf(workflow: Workflow) {
  const { steps, successActions, failureActions } = workflow;
  const ofSteps = steps.flatMap(({ onSuccess, onFailure }) => [...onSuccess, ...onFailure]);
  return [
    ...workflow.dependsOn.map((name) => ({ name, place: [...workflow.place, 'dependsOn'], given: [] })),
    ...[...steps, ...successActions, ...failureActions, ...ofSteps].flatMap((part) => {
      const { workflowId: name, place } = part;
      const given = 'parameters' in part ? part.parameters : [];
      return name === null ? [] : [{ name, place: [...place, 'workflowId'], given }];
    }),
  ];
}

/** Returns the requirements of a scenario: declared ones, and requirements of its parts. */
export function requirementsOf(workflow: Workflow): string[] {
  const parts = reachable(workflow);
  const inputs = parts.flatMap((each) => Object.keys(each.inputs)).map(requirementOf);
  const steps = parts.flatMap((each) => each.steps);
  const operations = steps.flatMap(({ operation, request }) => {
    if (operation === null || request !== null) return [];
    return operation.source === 'admin' ? 'admin' : `operation:${operation.id}`;
  });
  const every = [...parts.flatMap((each) => each.requires), ...inputs, ...operations];
  const found = [...new Set(every.filter((each) => each !== null))];
  // With its own account, the scenario does not delay other scenarios.
  const locksOut = [...parts, ...steps].some(({ throttle }) => throttle) && !found.includes('admin');
  return locksOut ? [...new Set([...found, 'throttling'])] : found;
}

/** Returns the most credits that a scenario can spend: its `x-kit-cost`, or the sum over its paid searches. */
export function creditsOf(workflow: Workflow, contract: Contract): number {
  return sumOf(
    workflow,
    (step) => creditsOfStep(step, contract),
    ({ cost }) => cost,
  );
}

/**
 * Returns the sum over the steps of a workflow and, for each call, of the called workflow. If `whole` returns a number for a
 * workflow, it replaces this workflow's sum.
 */
export function sumOf(
  workflow: Workflow,
  ofStep: (step: Step) => number,
  whole: (workflow: Workflow) => number | null = () => null,
  // Without this cache, chains of helpers that call each other twice take exponential time.
  known: Map<Workflow, number> = new Map(),
): number {
  const called = (name: string | null): number => {
    const found = name === null ? undefined : workflow.calls.get(name);
    return found === undefined ? 0 : sumOf(found, ofStep, whole, known);
  };
  const sum =
    whole(workflow) ??
    known.get(workflow) ??
    [
      ...workflow.steps.map((step) => ofStep(step) + called(step.workflowId)),
      ...workflow.dependsOn.map(called),
    ].reduce((total, each) => total + each, 0);
  known.set(workflow, sum);
  return sum;
}

/** Returns the price of a job times the jobs of all rounds and copies. */
function creditsOfStep(step: Step, contract: Contract): number {
  const { operation, request, repeat, parallel } = step;
  const search = contract.operations.find(({ id }) => id === operation?.id);
  if (operation?.source !== 'contract' || search === undefined || request !== null) return 0;
  return mostCreditsOfPage(search, limitOf(step)) * (repeat?.atMost ?? 1) * parallel;
}
