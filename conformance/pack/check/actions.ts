/** Checks actions and the steps to which they refer. */
import { didYouMean } from '../../../common/nearest.js';
import type { Action, CheckedCriterion, Step, Workflow } from '../model/pack.js';
import type { Place } from '../model/source-file.js';
import type { CheckContext } from './context.js';
import { checkCriteria } from './expressions.js';

export function checkAction(action: Action, context: CheckContext): void {
  const { place, stepId, workflowId } = action;
  const { workflow, report } = context;
  if (action.type === 'goto' && (stepId === null) === (workflowId === null))
    report(place, 'goto needs a stepId or a workflowId');
  if (stepId !== null) checkStepId(stepId, [...place, 'stepId'], workflow, report);
  checkCriteria(action.criteria, context);
}

export function checkStepId(
  stepId: string,
  place: Place,
  { steps }: Workflow,
  report: CheckContext['report'],
): void {
  const known = steps.map((step) => step.stepId);
  if (!known.includes(stepId)) report(place, `there is no step "${stepId}".${didYouMean(stepId, known)}`);
}

/** Reports a jump back from which only a failed check leads to the end. */
export function checkEnd({ workflow, report }: CheckContext): void {
  const { steps, successActions, failureActions } = workflow;
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  /** The steps that lead to the end, which is `undefined`. */
  const ending = new Set<Step | undefined>([undefined]);
  const leadsToEnd = (step: Step, i: number): boolean => {
    const success = [...step.onSuccess, ...successActions];
    const certain = success.findIndex(({ criteria }) => criteria.every((each) => isRequired(each, step)));
    const failure = [...step.onFailure, ...failureActions].filter(({ type }) => type !== 'retry');
    const possible = [...(certain === -1 ? success : success.slice(0, certain + 1)), ...failure];
    const next = possible.map(({ stepId }) => byId.get(stepId ?? ''));
    return [...next, ...(certain === -1 ? [steps[i + 1]] : [])].some((each) => ending.has(each));
  };
  for (let size = 0; size !== ending.size;) {
    size = ending.size;
    for (let i = steps.length - 1; i >= 0; i -= 1) if (leadsToEnd(steps[i]!, i)) ending.add(steps[i]);
  }
  const endless = steps.filter((step) => !ending.has(step));
  const jumps = endless.flatMap(({ onSuccess }) => [...onSuccess, ...successActions]);
  const jump = jumps.findLast(({ stepId }) => stepId !== null);
  if (jump !== undefined)
    report(jump.place, `repeats "${jump.stepId}" forever; add criteria that end the loop`);
}

/** Whether a step cannot succeed without the criterion. */
function isRequired({ condition, context }: CheckedCriterion, { criteria }: Step): boolean {
  return criteria.some((each) => each.condition === condition && each.context === context);
}
