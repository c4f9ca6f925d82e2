/** Which scenarios another Arazzo runner can run, and the packs put in the form in which it reads them as we do. */
import { reachable } from '../../conformance/pack/check-pack.js';
import { checkCriterion, type Criterion } from '../../conformance/pack/conditions.js';
import { expressionsIn, type Expression } from '../../conformance/pack/expressions.js';
import type { Step, Workflow } from '../../conformance/pack/pack.js';
import type { Scenario } from '../../conformance/run/scenarios.js';

/** Null when a scenario is plain Arazzo that `redocly respect` reads as the standard does; else why it is left out. */
export function hindranceOf(scenario: Scenario): string | null {
  const parts = partsOf(scenario);
  for (const part of parts)
    for (const step of part.steps) {
      const reason = extensionOf(step) ?? deviationOf(step, part);
      if (reason !== null) return reason;
    }
  return parts.some(({ throttle }) => throttle) ? 'x-kit-throttle' : null;
}

/** The scenario and the helpers that it calls. */
export function partsOf({ source, workflow }: Scenario): Workflow[] {
  return reachable(workflow, new Map(source.workflows.map((each) => [each.workflowId, each])));
}

/** What changes the wire, or what a step that has no criteria to fail waits for. */
function extensionOf(step: Step): string | null {
  if (step.parallel > 1) return 'x-kit-parallel';
  if (step.repeat !== null) return 'x-kit-repeat';
  if (step.throttle) return 'x-kit-throttle';
  if (step.request !== null) return 'x-kit-request';
  if (step.body !== null && step.body.raw !== null) return 'x-kit-raw';
  if (step.body?.absent === true || step.parameters.some(({ absent }) => absent)) return 'x-kit-absent';
  if (step.expectations.some(({ that }) => that === 'no-response')) return 'waits for an answer to be lost';
  return null;
}

/** Where `redocly respect` (2.77) reads plain Arazzo otherwise than the standard, or we lend more than it does. */
function deviationOf(step: Step, { steps }: Workflow): string | null {
  const judged: Criterion[] = [
    ...step.criteria,
    ...[...step.onSuccess, ...step.onFailure].flatMap((each) => each.criteria),
  ];
  const expressions: Expression[] = [
    ...expressionsIn([
      step.parameters.map(({ value }) => value),
      step.body?.payload,
      step.body?.replacements,
    ]),
    ...Object.values(step.outputs).flatMap(expressionsIn),
    ...judged.flatMap(checkCriterion),
  ];
  if (expressions.some(({ path: [kind] }) => kind === 'round' || kind === 'copy')) return '$round or $copy';
  const unnamed = expressions.some(({ path: [kind, stepId, , output = ''] }) => {
    const of = steps.find((each) => each.stepId === stepId);
    return kind === 'steps' && of !== undefined && !Object.hasOwn(of.outputs, output);
  });
  if (unnamed) return 'uses an output that its step does not name, such as the balance';
  if (step.workflowId !== null && step.criteria.length > 0)
    return 'respect does not ask the criteria of a step that calls a workflow';
  const payload = step.body?.payload;
  if (typeof payload === 'object' && payload !== null && Object.keys(payload).length === 0)
    return 'respect does not send an empty object';
  if (expressions.some(({ pointer }) => pointer?.some((part) => !/^[\w-]*$/.test(part))))
    return 'respect ends a JSON Pointer at the first character beyond letters, digits and hyphens';
  if (judged.some(({ type, condition }) => type === 'simple' && /[()]|!(?!=)|[=<>] *-\d/.test(condition)))
    return 'respect knows no brackets, no "!" and no negative number in a simple condition';
  if (
    judged.some(({ type, condition }) => type === 'jsonpath' && /\[\d+\][^\s&|)\]]* *[=!<>]/.test(condition))
  )
    return 'respect compares nothing that lies behind an index of a JSONPath';
  if (judged.some(({ type, context }) => type === 'regex' && context === '$response.body'))
    return 'respect matches a regex against the name of a JSON value and not its text';
  return null;
}

/**
 * The pack with one scenario and its helpers. What respect reads otherwise is said in its words: a JSONPath is asked of
 * a list that holds the context, and a value put into it brings its own quotes. Values of inputs stand as defaults:
 * one set given by `--input` would hold for all scenarios of a call, and each has its own accounts.
 */
export function documentOf(
  scenario: Scenario,
  bind: (name: string) => unknown,
  sources: Readonly<Record<string, string>>,
): unknown {
  const raw = scenario.source.raw as {
    sourceDescriptions: { name: string }[];
    workflows: { workflowId: string }[];
  };
  const parts = new Map(partsOf(scenario).map((each) => [each.workflowId, each]));
  return {
    ...raw,
    sourceDescriptions: raw.sourceDescriptions.map((each) => ({ ...each, url: sources[each.name] })),
    workflows: raw.workflows.flatMap((workflow) => {
      const part = parts.get(workflow.workflowId);
      if (part === undefined) return [];
      const properties = Object.entries(part.inputs).map(([name, schema]) => {
        const value = bind(name);
        return [name, value === undefined ? schema : { ...schema, default: value }];
      });
      const inputs = { type: 'object', properties: Object.fromEntries(properties) as unknown };
      return [{ ...(inRespectsWords(workflow) as object), inputs }];
    }),
  };
}

function inRespectsWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inRespectsWords);
  if (typeof value !== 'object' || value === null) return value;
  const { type, condition } = value as Record<string, unknown>;
  const changed = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, inRespectsWords(each)]),
  );
  const isPath = typeof condition === 'string' && 'context' in value && isJsonPath(type);
  return isPath
    ? { ...changed, condition: condition.replace(/\$(?=[.[])/g, '$[0]').replace(/'\{(\$[^{}]+)\}'/g, '{$1}') }
    : changed;
}

function isJsonPath(type: unknown): boolean {
  return type === 'jsonpath' || (typeof type === 'object' && type !== null);
}
