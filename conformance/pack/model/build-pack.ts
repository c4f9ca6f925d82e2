/** A document that fits the pack schema, turned into a pack. */
import { basename } from 'node:path';
import type { CriterionType } from '../language/conditions.js';
import type {
  Action,
  Assumption,
  CheckedCriterion,
  Expectation,
  Pack,
  Parameter,
  RawBody,
  Repeat,
  RequestBody,
  Source,
  Step,
  Workflow,
} from './pack.js';
import type { Place, SourceFile } from './source-file.js';

type Raw = Record<string, unknown>;

/** Turns an expanded document that fits the pack schema into a pack. */
export function buildPack(source: SourceFile): Pack {
  const document = source.value as Raw;
  const info = document['info'] as Raw;
  return {
    name: basename(source.file).replace(/(\.arazzo)?\.ya?ml$/, ''),
    file: source.file,
    title: info['title'] as string,
    summary: (info['summary'] ?? info['description'] ?? '') as string,
    sources: each(document['sourceDescriptions'], ['sourceDescriptions'], ({ name, url, type }, place) => ({
      name: name as string,
      url: url as string,
      type: (type ?? 'openapi') as Source['type'],
      place,
    })),
    workflows: each(document['workflows'], ['workflows'], (value, place) => ({
      ...workflow(value, place),
      where: (part) => `${source.file}:${source.locate(part).line}`,
    })),
    locate: source.locate,
  };
}

function each<T>(value: unknown, place: Place, make: (item: Raw, place: Place) => T): T[] {
  return ((value ?? []) as Raw[]).map((item, i) => make(item, [...place, i]));
}

function workflow(value: Raw, place: Place): Omit<Workflow, 'where'> {
  const inputs = (value['inputs'] ?? {}) as Raw;
  return {
    workflowId: value['workflowId'] as string,
    summary: (value['summary'] ?? '') as string,
    description: ((value['description'] ?? '') as string).trim(),
    inputs: (inputs['properties'] ?? {}) as Workflow['inputs'],
    dependsOn: ((value['dependsOn'] ?? []) as string[]).map(workflowName),
    steps: each(value['steps'], [...place, 'steps'], step),
    successActions: each(value['successActions'], [...place, 'successActions'], action),
    failureActions: each(value['failureActions'], [...place, 'failureActions'], action),
    outputs: (value['outputs'] ?? {}) as Record<string, string>,
    parameters: each(value['parameters'], [...place, 'parameters'], parameter),
    clauses: (value['x-kit-clauses'] ?? []) as string[],
    requires: (value['x-kit-requires'] ?? []) as string[],
    cost: (value['x-kit-cost'] ?? null) as number | null,
    account: (value['x-kit-account'] ?? null) as Raw | null,
    serial: value['x-kit-serial'] === true,
    once: value['x-kit-once'] === true,
    throttle: value['x-kit-throttle'] === 'expect',
    calls: new Map(),
    raw: value,
    place,
  };
}

function step(value: Raw, place: Place): Step {
  const part = <T>(name: string, make: (item: Raw, place: Place) => T): T[] =>
    each(value[name], [...place, name], make);
  return {
    stepId: value['stepId'] as string,
    description: (value['description'] ?? '') as string,
    operation: typeof value['operationId'] === 'string' ? operationName(value['operationId']) : null,
    workflowId: typeof value['workflowId'] === 'string' ? workflowName(value['workflowId']) : null,
    parameters: part('parameters', parameter),
    body:
      value['requestBody'] === undefined
        ? null
        : body(value['requestBody'] as Raw, [...place, 'requestBody']),
    criteria: part('successCriteria', criterion),
    assumptions: part('x-kit-assume', assumption),
    expectations: part('x-kit-expect', expectation),
    onSuccess: part('onSuccess', action),
    onFailure: part('onFailure', action),
    outputs: (value['outputs'] ?? {}) as Record<string, string>,
    clauses: (value['x-kit-clauses'] ?? []) as string[],
    parallel: (value['x-kit-parallel'] ?? 1) as number,
    repeat: value['x-kit-repeat'] === undefined ? null : repeat(value['x-kit-repeat'] as Raw),
    throttle: value['x-kit-throttle'] === 'expect',
    cut: value['x-kit-cut'] === true,
    request: (value['x-kit-request'] ?? null) as Step['request'],
    place,
  };
}

function parameter(value: Raw, place: Place): Parameter {
  return {
    name: value['name'] as string,
    in: (value['in'] ?? null) as Parameter['in'],
    value: value['value'],
    absent: value['x-kit-absent'] === true,
    deliberate: 'x-kit-deliberate' in value,
    place,
  };
}

function action(value: Raw, place: Place): Action {
  return {
    name: value['name'] as string,
    type: value['type'] as Action['type'],
    stepId: (value['stepId'] ?? null) as string | null,
    workflowId: typeof value['workflowId'] === 'string' ? workflowName(value['workflowId']) : null,
    retryAfter: (value['retryAfter'] ?? 0) as number,
    retryLimit: (value['retryLimit'] ?? 1) as number,
    criteria: each(value['criteria'], [...place, 'criteria'], criterion),
    place,
  };
}

function assumption(value: Raw, place: Place): Assumption {
  const { reason, otherwise = 'inconclusive', ...rest } = value;
  return {
    judged: 'that' in rest ? expectation(rest, place) : criterion(rest, place),
    reason: reason as string,
    otherwise: otherwise as Assumption['otherwise'],
    place,
  };
}

function criterion(value: Raw, place: Place): CheckedCriterion {
  const type = value['type'];
  return {
    condition: value['condition'] as string,
    context: (value['context'] ?? null) as string | null,
    type: (typeof type === 'object' ? 'jsonpath' : (type ?? 'simple')) as CriterionType,
    clauses: (value['x-kit-clauses'] ?? []) as string[],
    place,
  };
}

function expectation(value: Raw, place: Place): Expectation {
  const { that, step, because, 'x-kit-clauses': clauses, ...rest } = value;
  return {
    that: that as string,
    step: (step ?? null) as string | null,
    because: (because ?? null) as string | null,
    clauses: (clauses ?? []) as string[],
    arguments: rest,
    place,
  };
}

function body(value: Raw, place: Place): RequestBody {
  return {
    contentType: (value['contentType'] ?? null) as string | null,
    payload: value['payload'],
    replacements: (value['replacements'] ?? []) as RequestBody['replacements'],
    raw: (value['x-kit-raw'] ?? null) as RawBody | null,
    absent: value['x-kit-absent'] === true,
    deliberate: 'x-kit-deliberate' in value,
    place,
  };
}

function repeat(value: Raw): Repeat {
  const times = (value['times'] ?? null) as number | null;
  return {
    times,
    until: (value['until'] ?? null) as string | null,
    atMost: times ?? (value['at-most'] as number),
    carry: (value['carry'] ?? []) as Repeat['carry'],
    otherwise: (value['otherwise'] ?? 'inconclusive') as Repeat['otherwise'],
  };
}

/** `$sourceDescriptions.admin.createAccount` or plain `searchJobs`. */
function operationName(text: string): { source: 'contract' | 'admin'; id: string } {
  const named = /^\$sourceDescriptions\.(contract|admin)\.(.+)$/.exec(text);
  return named === null
    ? { source: 'contract', id: text }
    : { source: named[1] as 'contract' | 'admin', id: named[2] ?? '' };
}

/** `known-place` for a workflow of the same file, `shared.known-place` for one of another. */
function workflowName(text: string): string {
  return text.replace(/^\$(workflows|sourceDescriptions)\./, '');
}
