import type { Parameter, Step, Workflow } from './pack.js';

/**
 * The parameters of a step's request: its own, and those of its workflow. The step's own replace those with the same name and
 * place, and `x-kit-absent` removes them. Admin steps do not have the parameters of their workflow.
 */
export function parametersOf(step: Step, workflow: Workflow): Parameter[] {
  const shared = step.operation?.source === 'admin' ? [] : workflow.parameters;
  const own = step.parameters;
  const nameOf = (each: Parameter): string => `${each.in} ${each.name.toLowerCase()}`;
  const replaced = own.map(nameOf);
  return [...shared.filter((each) => !replaced.includes(nameOf(each))), ...own].filter(
    ({ absent }) => !absent,
  );
}
