/** Checks actions and the steps to which they refer. */
import { didYouMean } from '../../../common/nearest.js';
import type { Action, Step, Workflow } from '../model/pack.js';
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

/** Reports actions that repeat steps in an infinite loop. */
export function checkEnd({ workflow, report }: CheckContext): void {
  const { steps, successActions, failureActions } = workflow;
  if (failureActions.length > 0) return;
  const done = new Set<Step>();
  for (const start of steps) {
    const path = new Set<Step>();
    let last: Action | undefined;
    let at: Step | undefined = start;
    while (at !== undefined && !done.has(at) && !path.has(at)) {
      path.add(at);
      const action: Action | undefined = at.onSuccess[0] ?? successActions[0];
      last = action ?? last;
      at = at.onFailure.length + at.assumptions.length > 0 ? undefined : onlyNext(at, action, steps);
    }
    if (at !== undefined && path.has(at) && last !== undefined)
      report(last.place, `repeats "${last.stepId}" forever; add criteria that end the loop`);
    for (const each of path) done.add(each);
  }
}

/** Returns the step that always follows; undefined if it depends on the response, or there is none. */
function onlyNext(step: Step, action: Action | undefined, steps: readonly Step[]): Step | undefined {
  if (action === undefined) return steps[steps.indexOf(step) + 1];
  if (action.type !== 'goto' || action.criteria.length > 0) return undefined;
  return steps.find(({ stepId }) => stepId === action.stepId);
}
