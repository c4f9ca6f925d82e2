/** Which scenarios another Arazzo runner can run, and the packs put in the form in which it reads them as we do. */
import { checkCriterion, type Criterion } from '../../conformance/pack/language/conditions.js';
import {
  expressionsIn,
  LEFT_OUT,
  withTexts,
  type Expression,
} from '../../conformance/pack/language/expressions.js';
import type { Step, Workflow } from '../../conformance/pack/model/pack.js';
import { parametersOf } from '../../conformance/pack/model/parameters.js';
import { PREDICATES } from '../../conformance/pack/predicates/index.js';
import { reachable } from '../../conformance/pack/model/reach.js';
import type { Scenario } from '../../conformance/run/scenarios.js';

/** Null when a scenario is plain Arazzo that `redocly respect` reads as the standard does; else why it is left out. */
export function hindranceOf(scenario: Scenario): string | null {
  const parts = reachable(scenario.workflow);
  for (const part of parts)
    for (const step of part.steps) {
      const reason = extensionOf(step) ?? deviationOf(step, part);
      if (reason !== null) return reason;
    }
  return parts.some(({ throttle }) => throttle) ? 'x-kit-throttle' : null;
}

/** What changes the wire, or what a step that has no criteria to fail waits for. */
function extensionOf(step: Step): string | null {
  if (step.parallel > 1) return 'x-kit-parallel';
  if (step.repeat !== null) return 'x-kit-repeat';
  if (step.throttle) return 'x-kit-throttle';
  if (step.request !== null) return 'x-kit-request';
  if (step.body !== null && step.body.raw !== null) return 'x-kit-raw';
  if (step.body?.absent === true) return 'x-kit-absent';
  if (step.expectations.some(({ that }) => PREDICATES[that]?.expectsNoAnswer))
    return 'waits for an answer to be lost';
  return null;
}

/** Where `redocly respect` (2.77) reads plain Arazzo otherwise than the standard, or we lend more than it does. */
function deviationOf(step: Step, part: Workflow): string | null {
  const { steps, calls } = part;
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
    if (kind !== 'steps' || of === undefined) return false;
    return !Object.hasOwn({ ...of.outputs, ...calls.get(of.workflowId ?? '')?.outputs }, output);
  });
  if (unnamed) return 'uses an output that its step does not name, such as the balance';
  const mayBeRefused = step.assumptions.some(
    ({ judged }) => 'condition' in judged && judged.condition.startsWith('$statusCode'),
  );
  if (mayBeRefused && step.onSuccess.some(({ criteria }) => criteria.length > 0))
    return 'respect looks for members of an answer with which the scenario ends for us';
  if (step.workflowId !== null && step.criteria.length > 0)
    return 'respect does not ask the criteria of a step that calls a workflow';
  const payload = step.body?.payload;
  const replaced = step.body?.replacements ?? [];
  if (replaced.some(({ target }) => !(target.split('/')[1]! in ((payload ?? {}) as Raw))))
    return 'respect replaces no member that the payload lacks';
  if (parametersOf(step, part).some(({ value }) => typeof value === 'string' && /^\s+\{\$/.test(value)))
    return 'respect reads no expression behind white space';
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

type Raw = Readonly<Record<string, unknown>>;

/**
 * One scenario and its helpers as a document of their own, with all written out that packs leave unsaid. What respect
 * reads otherwise is said in its words: a JSONPath is asked of a list that holds the context, and a value put into it
 * brings its own quotes. Values of inputs stand as defaults: one set given by `--input` would hold for all scenarios of
 * a call, and each has its own accounts.
 */
export function documentOf(
  { id, facts, workflow }: Scenario,
  bind: (name: string) => unknown,
  sources: Readonly<Record<string, string>>,
): unknown {
  const parts = reachable(workflow);
  const names = new Map(
    parts.map((part, i) => [part, part === workflow ? part.workflowId : `${part.workflowId}-${i}`]),
  );
  return {
    arazzo: '1.0.1',
    info: { title: `${id}: ${facts.title}`, version: '1.0.0' },
    sourceDescriptions: Object.entries(sources).map(([name, url]) => ({ name, type: 'openapi', url })),
    workflows: parts.map((part) => ({
      ...withoutParameters(inRespectsWords(part.raw) as Raw),
      workflowId: names.get(part),
      ...(part.dependsOn.length === 0
        ? {}
        : { dependsOn: part.dependsOn.map((name) => calledAs(name, part, names)) }),
      inputs: { type: 'object', properties: boundInputs(part, bind) },
      steps: part.steps.map((step) => withoutLeftOut(stepOf(step, part, names), bind)),
    })),
  };
}

/** A step that names all that respect has to be told: its operation's source, the name of its helper, its outputs. */
function stepOf(step: Step, part: Workflow, names: ReadonlyMap<Workflow, string>): Raw {
  const raw = withJsonPayload(inRespectsWords((part.raw['steps'] as Raw[])[part.steps.indexOf(step)]) as Raw);
  if (step.workflowId === null) {
    const { source, id } = step.operation ?? { source: 'contract', id: '' };
    const sent = parametersOf(step, part).map(({ name, in: where, value }) => ({ name, in: where, value }));
    return { ...raw, operationId: `$sourceDescriptions.${source}.${id}`, parameters: sent };
  }
  const given = Object.keys(part.calls.get(step.workflowId)?.outputs ?? {});
  return {
    ...raw,
    workflowId: calledAs(step.workflowId, part, names),
    outputs: { ...Object.fromEntries(given.map((name) => [name, `$outputs.${name}`])), ...step.outputs },
  };
}

/** Respect sends a payload of text as a JSON string and fills nothing in; the value that the text makes, it does fill. */
function withJsonPayload(step: Raw): Raw {
  const body = step['requestBody'] as Raw | undefined;
  const payload = body?.['payload'];
  // An expression alone, such as `$inputs.fault`, it does fill.
  if (typeof payload !== 'string' || payload.startsWith('$')) return step;
  const quoted = payload.replace(/(?<!")\{(\$[^}]+)\}(?!")/g, '"$1"');
  return { ...step, requestBody: { ...body, payload: JSON.parse(quoted) as unknown } };
}

/** They stand on the steps, where one of them can be taken away. */
function withoutParameters({ parameters: _onSteps, ...workflow }: Raw): Raw {
  return workflow;
}

/** Without what inputs leave out, which only our runner knows of. */
function withoutLeftOut(value: unknown, bind: (name: string) => unknown): unknown {
  return withTexts(value, (text) => {
    const name = /^\$inputs\.(\w+)$/.exec(text)?.[1];
    return name !== undefined && bind(name) === LEFT_OUT ? LEFT_OUT : text;
  });
}

function calledAs(name: string, part: Workflow, names: ReadonlyMap<Workflow, string>): string | undefined {
  const called = part.calls.get(name);
  return called && names.get(called);
}

function boundInputs(part: Workflow, bind: (name: string) => unknown): Raw {
  const properties = Object.entries(part.inputs).map(([name, schema]) => {
    const value = bind(name);
    // Respect makes a text of what its schema does not call by its type.
    const typed = ['boolean', 'number'].includes(typeof value) ? { ...schema, type: typeof value } : schema;
    return [name, value === undefined || value === LEFT_OUT ? schema : { ...typed, default: value }];
  });
  return Object.fromEntries(properties) as Raw;
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
