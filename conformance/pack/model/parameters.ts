import type { Parameter, Step, Workflow } from './pack.js';

/** Its own, and the workflow's unless an own one replaces or `x-kit-absent` removes it. Admin steps have only their own. */
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
