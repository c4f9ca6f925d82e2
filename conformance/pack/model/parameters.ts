import type { Parameter, Step, Workflow } from './pack.js';

/**
 * Returns the parameters of a step's request: its own and those of its workflow. Own ones replace those with the same name and
 * place, or remove them with `x-kit-absent`. Admin steps do not get the parameters of their workflow.
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
