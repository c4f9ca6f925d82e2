/** Checks of actions, and of the steps that parts lead to. */
import { didYouMean } from '../../../spec/nearest.js';
import type { Action, Workflow } from '../model/pack.js';
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

/** Reports the id of a step that the workflow does not have. */
export function checkStepId(
  stepId: string,
  place: Place,
  { steps }: Workflow,
  report: CheckContext['report'],
): void {
  const known = steps.map((step) => step.stepId);
  if (!known.includes(stepId)) report(place, `there is no step "${stepId}".${didYouMean(stepId, known)}`);
}
