/** Which scenarios another Arazzo runner can run as they stand. */
import { reachable } from './check-pack.js';
import { checkCriterion } from './conditions.js';
import { expressionsIn, type Expression } from './expressions.js';
import type { Pack, Step, Workflow } from './pack.js';

/** Null when the scenario is plain Arazzo on the wire, else what is not. */
export function portabilityOf(scenario: { source: Pack; workflow: Workflow }): string | null {
  const { source, workflow } = scenario;
  const parts = reachable(workflow, new Map(source.workflows.map((each) => [each.workflowId, each])));
  for (const part of parts)
    for (const step of part.steps) {
      const reason = hindrance(step, part);
      if (reason !== null) return `${step.stepId}: ${reason}`;
    }
  const throttled = parts.some(({ throttle }) => throttle);
  return throttled || workflow.account !== null ? 'needs an account or refusals of its own' : null;
}

function hindrance(step: Step, { steps }: Workflow): string | null {
  if (step.operation?.source === 'admin') return 'calls the admin API';
  if (step.parallel > 1) return 'x-kit-parallel';
  if (step.repeat !== null) return 'x-kit-repeat';
  if (step.throttle) return 'x-kit-throttle';
  if (step.request !== null) return 'x-kit-request';
  if (step.body?.raw !== null && step.body?.raw !== undefined) return 'x-kit-raw';
  if (step.body?.absent === true || step.parameters.some(({ absent }) => absent)) return 'x-kit-absent';
  if (step.expectations.some(({ that }) => that === 'no-response')) return 'expects no answer';
  const judged = [...step.criteria, ...step.onSuccess, ...step.onFailure].flatMap((each) =>
    'criteria' in each ? each.criteria : [each],
  );
  const expressions = [
    ...expressionsIn([
      step.parameters.map(({ value }) => value),
      step.body?.payload,
      step.body?.replacements,
    ]),
    ...Object.values(step.outputs).flatMap(expressionsIn),
    ...judged.flatMap(checkCriterion),
  ];
  if (expressions.some(({ path: [kind] }) => kind === 'round' || kind === 'copy'))
    return 'uses $round or $copy';
  // The balance, and the outputs of a called workflow, are there without being named; elsewhere they are not.
  const unnamed = expressions.some(({ path: [kind, stepId, , output = ''] }) => {
    const of = steps.find((each) => each.stepId === stepId);
    return kind === 'steps' && of !== undefined && !Object.hasOwn(of.outputs, output);
  });
  if (unnamed) return 'uses an output that its step does not name';
  return hindranceOfRespect(step, expressions, judged);
}

/** Plain Arazzo that `redocly respect` (2.x) reads otherwise than the standard and RFC 9535 do. */
function hindranceOfRespect(
  step: Step,
  expressions: readonly Expression[],
  judged: readonly { type: string; condition: string }[],
): string | null {
  const { payload } = step.body ?? {};
  if (typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0)
    return 'respect does not send an empty object';
  if (expressions.some(({ pointer }) => pointer?.some((part) => part.includes(' '))))
    return 'respect ends a pointer at the first space';
  if (judged.some(({ type, condition }) => type === 'jsonpath' && /^\$(\[\?|\.[a-z])/.test(condition)))
    return 'respect asks a JSONPath of a list that holds the body';
  return null;
}
