/** Checks actions and the steps to which they refer. */
import { didYouMean } from '../../../common/nearest.js';
import type { Action, CheckedCriterion, Step, Workflow } from '../model/pack.js';
import type { Place } from '../model/source-file.js';
import { type CheckContext, checkCriteria } from './context.js';

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
  const { steps, successActions } = workflow;
  const endless = new Set(steps);
  for (let size = -1; size !== endless.size;) {
    size = endless.size;
    for (const step of steps.toReversed())
      if (nextSteps(step, workflow).some((next) => next === undefined || !endless.has(next)))
        endless.delete(step);
  }
  const jumps = [...endless].flatMap(({ onSuccess }) => [...onSuccess, ...successActions]);
  const jump = jumps.findLast(({ stepId }) => stepId !== null);
  if (jump !== undefined)
    report(jump.place, `repeats "${jump.stepId}" forever; add criteria that end the loop`);
}

/** Returns the steps that can follow a step unless a check fails, with `undefined` for the end of the workflow. */
function nextSteps(step: Step, { steps, successActions, failureActions }: Workflow): (Step | undefined)[] {
  const success = [...step.onSuccess, ...successActions];
  const certain = success.findIndex(({ criteria }) => criteria.every((each) => isRequired(each, step)));
  const actions = certain === -1 ? success : success.slice(0, certain + 1);
  actions.push(...[...step.onFailure, ...failureActions].filter(({ type }) => type !== 'retry'));
  const next = actions.map(({ stepId }) => steps.find((each) => each.stepId === stepId));
  return certain === -1 ? [...next, steps[steps.indexOf(step) + 1]] : next;
}

/** Whether a step cannot succeed without the criterion. */
function isRequired({ condition, context }: CheckedCriterion, { criteria }: Step): boolean {
  return criteria.some((each) => each.condition === condition && each.context === context);
}
