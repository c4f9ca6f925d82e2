/** Which parameters a step is sent with. */
import type { Parameter, Step, Workflow } from './pack.js';

/**
 * The step's own parameters and those of its workflow, of two with one name and place the step's, none that is taken
 * away. A workflow's parameters do not go to admin steps.
 */
export function parametersOf(step: Step, workflow: Workflow): Parameter[] {
  const shared = step.operation?.source === 'admin' ? [] : workflow.parameters;
  const own = step.parameters;
  return [
    ...shared.filter((each) => !own.some((mine) => mine.in === each.in && sameName(mine.name, each.name))),
    ...own,
  ].filter(({ absent }) => !absent);
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
