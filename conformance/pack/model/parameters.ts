import type { Parameter, Step, Workflow } from './pack.js';

/** Its own, and the workflow's unless an own one replaces or `x-kit-absent` removes it. Admin steps have only their own. */
export function parametersOf(step: Step, workflow: Workflow): Parameter[] {
  const shared = step.operation?.source === 'admin' ? [] : workflow.parameters;
  const own = step.parameters;
  const nameOf = (each: Parameter): string => `${each.in} ${each.name.toLowerCase()}`;
  const replaced = own.map(nameOf);
  return [...shared.filter((each) => !replaced.includes(nameOf(each))), ...own].filter(
    ({ absent }) => !absent,
  );
}
