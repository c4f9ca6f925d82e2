/** Selects the scenarios that another Arazzo runner can run, and rewrites them so that it reads them as our runner does. */
import { expressionsIn, LEFT_OUT, withTexts } from '../../conformance/pack/language/expressions.js';
import type { Step, Workflow } from '../../conformance/pack/model/pack.js';
import { reachable } from '../../conformance/pack/model/reach.js';
import type { Scenario } from '../../conformance/run/plan/scenarios.js';

type Raw = Readonly<Record<string, unknown>>;
type Judged = ReturnType<typeof judgedOf>;

/**
 * Reasons in a step to leave its scenario out. The first rows are extensions that change requests or the end of a step.
 * The others are plain Arazzo that `redocly respect` (2.77) reads differently from the standard, or that our runner extends.
 */
const HINDRANCES: Readonly<Record<string, (step: Judged) => boolean>> = {
  'x-kit-parallel': ({ parallel }) => parallel > 1,
  'x-kit-repeat': ({ repeat }) => repeat !== null,
  'x-kit-throttle': ({ throttle, part }) => throttle || part.throttle,
  'x-kit-request': ({ request }) => request !== null,
  'x-kit-raw': ({ body }) => body !== null && body.raw !== null,
  'x-kit-absent': ({ body }) => body?.absent === true,
  'expects a lost answer': ({ expectations }) =>
    expectations.some(({ predicate }) => predicate.expectsNoAnswer),
  '$round or $copy': ({ expressions }) =>
    expressions.some(({ path: [kind] }) => kind === 'round' || kind === 'copy'),
  'uses an output that its step does not name, such as the balance': ({ expressions, part }) =>
    expressions.some(({ path: [kind, stepId, , output = ''] }) => {
      const of = part.steps.find((each) => each.stepId === stepId);
      const named = { ...of?.outputs, ...part.calls.get(of?.workflowId ?? '')?.outputs };
      return kind === 'steps' && of !== undefined && !Object.hasOwn(named, output);
    }),
  'respect continues if an assumption ends the scenario': ({ assumptions, onSuccess }) =>
    onSuccess.some(({ criteria }) => criteria.length > 0) &&
    assumptions.some(({ judged }) => 'condition' in judged && judged.condition.startsWith('$statusCode')),
  'respect ignores the criteria of a step that calls a workflow': ({ workflowId, criteria }) =>
    workflowId !== null && criteria.length > 0,
  'respect ignores a replacement of a member that the payload lacks': ({ body, payload }) =>
    (body?.replacements ?? []).some(({ target }) => !(target.split('/')[1]! in ((payload ?? {}) as Raw))),
  'respect ignores an expression after white space': ({ sent }) =>
    sent.some(({ value }) => typeof value === 'string' && /^\s+\{\$/.test(value)),
  'respect stops at an output that a refusal lacks': ({ outputs, criteria }) =>
    Object.values(outputs).some((output) => /#\/data\//.test(output)) &&
    criteria.some(({ condition }) => /\$statusCode == 4\d\d/.test(condition)),
  'respect does not send an empty object': ({ payload }) => /^(\{\}|\[\])$/.test(JSON.stringify(payload)),
  'respect ends a JSON Pointer at the first character except letters, digits and hyphens': (step) =>
    step.expressions.some(({ pointer }) => pointer?.some((part) => !/^[\w-]*$/.test(part))),
  'respect does not support brackets, "!" and negative numbers in a simple condition': ({ asked }) =>
    asked.some((each) => each.type === 'simple' && /[()]|!(?!=)|[=<>] *-\d/.test(each.condition)),
  'respect cannot compare a member after an index of a JSONPath': ({ asked }) =>
    asked.some((each) => each.type === 'jsonpath' && /\[\d+\][^\s&|)\]]* *[=!<>]/.test(each.condition)),
  'respect matches a regex against the name of a JSON value, not against its text': ({ asked }) =>
    asked.some(({ type, context }) => type === 'regex' && context === '$response.body'),
};

/** Returns why a scenario is left out; null if it is plain Arazzo that `redocly respect` reads as the standard does. */
export function hindranceOf({ workflow }: Scenario): string | null {
  for (const part of reachable(workflow))
    for (const step of part.steps.map((each) => judgedOf(each, part)))
      for (const [reason, applies] of Object.entries(HINDRANCES)) if (applies(step)) return reason;
  return null;
}

const sentBy = ({ parameters }: Step) => parameters.filter(({ absent }) => !absent);

function judgedOf(step: Step, part: Workflow) {
  const { onSuccess, onFailure, parameters, body, outputs } = step;
  const asked = [step, ...onSuccess, ...onFailure].flatMap((each) => each.criteria);
  const expressions = [
    ...expressionsIn([parameters.map(({ value }) => value), body?.payload, body?.replacements]),
    ...Object.values(outputs).flatMap(expressionsIn),
    ...asked.flatMap((each) => each.expressions),
  ];
  return {
    ...step,
    part,
    sent: sentBy(step),
    payload: body?.payload,
    expressions,
    asked,
  };
}

/**
 * Returns one scenario and its helpers as a document that contains all defaults of packs, and replaces forms that respect reads
 * differently. Values of inputs become defaults, because values of `--input` apply to all scenarios of a call, but each scenario
 * has its own accounts.
 */
export function documentOf(
  { id, facts, workflow }: Scenario,
  bind: (name: string) => unknown,
  sources: Readonly<Record<string, string>>,
): unknown {
  const parts = reachable(workflow);
  // Helpers of several packs may have the same name.
  const nameOf = (part: Workflow | undefined): string | undefined =>
    part === workflow ? part.workflowId : part && `${part.workflowId}-${parts.indexOf(part)}`;
  const leaveOut = (text: string): unknown => {
    const name = /^\$inputs\.(\w+)$/.exec(text)?.[1];
    return name !== undefined && bind(name) === LEFT_OUT ? LEFT_OUT : text;
  };
  const linkOf = (step: Step, part: Workflow): Raw => {
    if (step.workflowId === null) {
      const { source, id } = step.operation ?? { source: 'contract', id: '' };
      const parameters = sentBy(step).map(({ name, in: of, value }) => ({ name, in: of, value }));
      return { operationId: `$sourceDescriptions.${source}.${id}`, parameters };
    }
    const called = part.calls.get(step.workflowId);
    const given = Object.keys(called?.outputs ?? {}).map((name) => [name, `$outputs.${name}`]);
    return {
      workflowId: nameOf(called),
      outputs: { ...(Object.fromEntries(given) as Raw), ...step.outputs },
    };
  };
  return {
    arazzo: '1.0.1',
    info: { title: `${id}: ${facts.title}`, version: '1.0.0' },
    sourceDescriptions: Object.entries(sources).map(([name, url]) => ({ name, type: 'openapi', url })),
    workflows: parts.map((part) => {
      const raw = forRespect(part.raw);
      const needed = part.dependsOn.map((name) => nameOf(part.calls.get(name)));
      return {
        ...raw,
        workflowId: nameOf(part),
        ...(needed.length === 0 ? {} : { dependsOn: needed }),
        inputs: { type: 'object', properties: boundInputs(part, bind) },
        steps: part.steps.map((step, i) => withTexts({ ...raw.steps[i], ...linkOf(step, part) }, leaveOut)),
      };
    }),
  };
}

function boundInputs(part: Workflow, bind: (name: string) => unknown): Raw {
  const properties = Object.entries(part.inputs).map(([name, schema]) => {
    const value = bind(name);
    // Respect sends a number or a boolean as text unless its schema names the type.
    const typed = ['boolean', 'number'].includes(typeof value) ? { ...schema, type: typeof value } : schema;
    return [name, value === undefined || value === LEFT_OUT ? schema : { ...typed, default: value }];
  });
  return Object.fromEntries(properties) as Raw;
}

function forRespect(workflow: Raw): { steps: Raw[] } {
  return JSON.parse(JSON.stringify(workflow), (name, value: unknown) => {
    // Respect sends a text as a JSON string and fills in no expressions, unless the text is an expression, such as `$inputs.fault`.
    if (name === 'payload' && typeof value === 'string' && !value.startsWith('$'))
      return JSON.parse(value.replace(/(?<!")\{(\$[^}]+)\}(?!")/g, '"$1"'));
    const { type, condition, context } = (value ?? {}) as Raw;
    const isPath = type === 'jsonpath' || (typeof type === 'object' && type !== null);
    if (typeof condition !== 'string' || context === undefined || !isPath) return value;
    // Respect applies a JSONPath to a list that holds the context, and quotes a value that it fills in.
    const asked = condition.replace(/\$(?=[.[])/g, '$[0]').replace(/'\{(\$[^{}]+)\}'/g, '{$1}');
    return { ...(value as Raw), condition: asked };
  }) as { steps: Raw[] };
}
