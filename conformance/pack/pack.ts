/** A pack as the interpreter works with it: references resolved, every part knowing where it stands in the file. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isMap, isPair, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import type { Criterion, CriterionType } from './conditions.js';

export type Place = (string | number)[];

/** One thing wrong with a pack. */
export interface PackProblem {
  file: string;
  line: number;
  column: number;
  /** Place inside the document, such as `workflows/second-search-is-free/steps/first`. */
  place: string;
  message: string;
}

/** The pack cannot be run; `problems` says why, each with its line. */
export class PackError extends Error {
  override name = 'PackError';
  readonly problems: PackProblem[];
  constructor(problems: PackProblem[]) {
    super(problems.map(problemLine).join('\n'));
    this.problems = problems;
  }
}

function problemLine({ file, line, column, place, message }: PackProblem): string {
  return `${file}:${line}:${column}: ${place === '' ? '' : `${place}: `}${message}`;
}

export interface CheckedCriterion extends Criterion {
  clauses: string[];
  place: Place;
}

export interface Assumption extends Criterion {
  reason: string;
  otherwise: 'inconclusive' | 'not-applicable';
  place: Place;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie' | null;
  value: unknown;
  absent: boolean;
  deliberate: boolean;
  place: Place;
}

export type RawBody =
  string | { base64: string } | { repeat: string; times: number; before?: string; after?: string };

export interface RequestBody {
  contentType: string | null;
  payload: unknown;
  replacements: { target: string; value: unknown }[];
  raw: RawBody | null;
  absent: boolean;
  deliberate: boolean;
  place: Place;
}

export interface Action {
  name: string;
  type: 'end' | 'goto' | 'retry';
  stepId: string | null;
  workflowId: string | null;
  retryAfter: number;
  retryLimit: number;
  criteria: CheckedCriterion[];
  place: Place;
}

export interface Repeat {
  times: number | null;
  until: string | null;
  atMost: number;
  carry: { target: string; value: string }[];
  otherwise: 'inconclusive' | 'fail' | 'go-on';
}

export interface Expectation {
  that: string;
  step: string | null;
  because: string | null;
  clauses: string[];
  arguments: Record<string, unknown>;
  place: Place;
}

export interface Step {
  stepId: string;
  description: string;
  operation: { source: 'contract' | 'admin'; id: string } | null;
  workflowId: string | null;
  parameters: Parameter[];
  body: RequestBody | null;
  criteria: CheckedCriterion[];
  assumptions: Assumption[];
  expectations: Expectation[];
  onSuccess: Action[];
  onFailure: Action[];
  outputs: Record<string, string>;
  clauses: string[];
  parallel: number;
  repeat: Repeat | null;
  throttle: boolean;
  request: { method?: string; path?: string } | null;
  place: Place;
}

export interface Workflow {
  workflowId: string;
  summary: string;
  description: string;
  inputs: Record<string, { default?: unknown }>;
  dependsOn: string[];
  steps: Step[];
  successActions: Action[];
  failureActions: Action[];
  outputs: Record<string, string>;
  parameters: Parameter[];
  /** Empty for a helper. */
  clauses: string[];
  requires: string[];
  cost: number | null;
  account: Record<string, unknown> | null;
  serial: boolean;
  throttle: boolean;
  place: Place;
}

export interface Pack {
  name: string;
  file: string;
  title: string;
  summary: string;
  sources: Record<string, string>;
  workflows: Workflow[];
  /** The document as parsed, for checks that work on it as it stands. */
  raw: unknown;
  locate(place: Place): { line: number; column: number };
}

/** A YAML file with the means to say where each part of it stands. Throws PackError for bad YAML. */
export interface SourceFile {
  file: string;
  value: unknown;
  locate(place: Place): { line: number; column: number };
}

/** Reads a pack file. Throws PackError when it can't be read or is not YAML. */
export function readPackFile(path: string): SourceFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new PackError([{ file: path, line: 1, column: 1, place: '', message }]);
  }
  return parsePackText(path, text);
}

export function parsePackText(file: string, text: string): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, strict: true, uniqueKeys: true });
  const at = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  if (document.errors.length > 0)
    throw new PackError(
      // What follows the first few is mostly their consequence.
      document.errors
        .slice(0, 3)
        .map((error) => ({ file, ...at(error.pos[0]), place: '', message: yamlMessage(error) })),
    );
  // The matcher `null` is a name, and YAML would take it for no name at all.
  visit(document, {
    Pair: (_index, { key }) => {
      if (isScalar(key) && key.value === null && key.source === 'null') key.value = 'null';
    },
  });
  return { file, value: document.toJS() as unknown, locate: (place) => at(offsetOf(document, place)) };
}

/** What the YAML parser says, without the place, which stands before it already. */
export function yamlMessage({ message }: Error): string {
  return message.replace(/ at line \d+, column \d+:[^]*$/, '');
}

/** Offset of the named part, or of the nearest part around it. */
function offsetOf(document: Document.Parsed, place: Place): number {
  for (let length = place.length; length > 0; length -= 1) {
    const path = place.slice(0, length);
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    if (isMap(parent)) {
      const pair = parent.items.find(
        (item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1),
      );
      const range = isScalar(pair?.key) ? pair.key.range : null;
      if (range) return range[0];
    }
    const node = document.getIn(path, true) as { range?: [number, number, number] | null } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}

type Raw = Record<string, unknown>;

/**
 * Turns a document that fits `pack.schema.json` into a pack. Reusable components are put in place of their
 * references; a reference that leads nowhere goes to `report`.
 */
export function buildPack(source: SourceFile, report: (place: Place, message: string) => void): Pack {
  const document = source.value as Raw;
  const components = (document['components'] ?? {}) as Record<string, Record<string, Raw>>;
  const reusable = (value: Raw, group: string, place: Place): Raw | null => {
    const reference = value['reference'];
    if (typeof reference !== 'string') return value;
    const [, kind = '', name = ''] = reference.split('.');
    const found = kind === group ? components[kind]?.[name] : undefined;
    if (found === undefined) {
      report([...place, 'reference'], `${reference} leads to nothing in components.${group}`);
      return null;
    }
    return 'value' in value ? { ...found, value: value['value'] } : found;
  };
  const each = <T>(value: unknown, place: Place, make: (item: Raw, place: Place) => T | null): T[] =>
    ((value ?? []) as Raw[]).map((item, i) => make(item, [...place, i])).filter((item) => item !== null);

  const parameter = (value: Raw, place: Place): Parameter | null => {
    const found = reusable(value, 'parameters', place);
    return (
      found && {
        name: found['name'] as string,
        in: (found['in'] ?? null) as Parameter['in'],
        value: found['value'],
        absent: found['x-kit-absent'] === true,
        deliberate: 'x-kit-deliberate' in found,
        place,
      }
    );
  };
  const action =
    (group: string) =>
    (value: Raw, place: Place): Action | null => {
      const found = reusable(value, group, place);
      return (
        found && {
          name: found['name'] as string,
          type: found['type'] as Action['type'],
          stepId: (found['stepId'] ?? null) as string | null,
          workflowId: typeof found['workflowId'] === 'string' ? workflowName(found['workflowId']) : null,
          retryAfter: (found['retryAfter'] ?? 0) as number,
          retryLimit: (found['retryLimit'] ?? 1) as number,
          criteria: each(found['criteria'], [...place, 'criteria'], criterion),
          place,
        }
      );
    };
  const success = action('successActions');
  const failure = action('failureActions');

  const step = (value: Raw, place: Place): Step => ({
    stepId: value['stepId'] as string,
    description: (value['description'] ?? '') as string,
    operation: typeof value['operationId'] === 'string' ? operationName(value['operationId']) : null,
    workflowId: typeof value['workflowId'] === 'string' ? workflowName(value['workflowId']) : null,
    parameters: each(value['parameters'], [...place, 'parameters'], parameter),
    body:
      value['requestBody'] === undefined
        ? null
        : body(value['requestBody'] as Raw, [...place, 'requestBody']),
    criteria: each(value['successCriteria'], [...place, 'successCriteria'], criterion),
    assumptions: each(value['x-kit-assume'], [...place, 'x-kit-assume'], (item, at) => ({
      ...criterion(item, at),
      reason: item['reason'] as string,
      otherwise: (item['otherwise'] ?? 'inconclusive') as Assumption['otherwise'],
    })),
    expectations: each(value['x-kit-expect'], [...place, 'x-kit-expect'], expectation),
    onSuccess: each(value['onSuccess'], [...place, 'onSuccess'], success),
    onFailure: each(value['onFailure'], [...place, 'onFailure'], failure),
    outputs: (value['outputs'] ?? {}) as Record<string, string>,
    clauses: (value['x-kit-clauses'] ?? []) as string[],
    parallel: (value['x-kit-parallel'] ?? 1) as number,
    repeat: value['x-kit-repeat'] === undefined ? null : repeat(value['x-kit-repeat'] as Raw),
    throttle: value['x-kit-throttle'] === 'expect',
    request: (value['x-kit-request'] ?? null) as Step['request'],
    place,
  });

  const inputs = (value: unknown, place: Place): Workflow['inputs'] => {
    let schema = (value ?? {}) as Raw;
    const reference = schema['$ref'] ?? schema['reference'];
    if (typeof reference === 'string') {
      const name = reference.split(/[/.]/).at(-1) ?? '';
      const found = components['inputs']?.[name];
      if (found === undefined) report(place, `${reference} leads to nothing in components.inputs`);
      schema = found ?? {};
    }
    return (schema['properties'] ?? {}) as Workflow['inputs'];
  };

  const workflow = (value: Raw, place: Place): Workflow => ({
    workflowId: value['workflowId'] as string,
    summary: (value['summary'] ?? '') as string,
    description: ((value['description'] ?? '') as string).trim(),
    inputs: inputs(value['inputs'], [...place, 'inputs']),
    dependsOn: ((value['dependsOn'] ?? []) as string[]).map(workflowName),
    steps: each(value['steps'], [...place, 'steps'], step),
    successActions: each(value['successActions'], [...place, 'successActions'], success),
    failureActions: each(value['failureActions'], [...place, 'failureActions'], failure),
    outputs: (value['outputs'] ?? {}) as Record<string, string>,
    parameters: each(value['parameters'], [...place, 'parameters'], parameter),
    clauses: (value['x-kit-clauses'] ?? []) as string[],
    requires: (value['x-kit-requires'] ?? []) as string[],
    cost: (value['x-kit-cost'] ?? null) as number | null,
    account: (value['x-kit-account'] ?? null) as Raw | null,
    serial: value['x-kit-serial'] === true,
    throttle: value['x-kit-throttle'] === 'expect',
    place,
  });

  const info = document['info'] as Raw;
  return {
    name: basename(source.file).replace(/(\.arazzo)?\.ya?ml$/, ''),
    file: source.file,
    title: info['title'] as string,
    summary: (info['summary'] ?? info['description'] ?? '') as string,
    sources: Object.fromEntries(
      (document['sourceDescriptions'] as { name: string; url: string }[]).map(({ name, url }) => [name, url]),
    ),
    workflows: each(document['workflows'], ['workflows'], workflow),
    raw: document,
    locate: source.locate,
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

function workflowName(text: string): string {
  return text.replace(/^\$workflows\./, '');
}
