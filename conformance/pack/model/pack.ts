/**
 * A pack in the form that the interpreter uses. Each kind of part is declared once: `defaults` has the members that are copied from
 * the document, `readers` computes the others. The types are derived from these declarations.
 */
import { basename } from 'node:path';
import { parseCondition, parseCriterion, type CriterionType } from '../language/conditions.js';
import { PREDICATES } from '../predicates/index.js';
import type { Place, SourceFile } from './source-file.js';

type Raw = Readonly<Record<string, unknown>>;
/** Reads a part at `place` of an expanded document that is valid by the pack schema. */
type Reader<T> = (raw: Raw, place: Place) => T;
type Readers = Readonly<Record<string, Reader<unknown>>>;
type Values<R extends Readers> = { [Name in keyof R]: ReturnType<R[Name]> };
/** A part of a pack, with its place in the expanded document. */
type Part<Defaults, R extends Readers> = Defaults & Values<R> & { place: Place };

function part<Defaults extends object, R extends Readers>(
  defaults: Defaults,
  readers: R,
): Reader<Part<Defaults, R>> {
  return (raw, place) => {
    const plain = Object.entries(defaults).map(([name, value]) => [name, name in raw ? raw[name] : value]);
    const read = Object.entries(readers).map(([name, reader]) => [name, reader(raw, place)]);
    return { ...Object.fromEntries([...plain, ...read]), place } as Part<Defaults, R>;
  };
}

function member<T>(name: string, otherwise: T): Reader<T> {
  return (raw) => (raw[name] ?? otherwise) as T;
}

function has(name: string): Reader<boolean> {
  return (raw) => raw[name] !== undefined;
}

function allBut(...names: readonly string[]): Reader<Raw> {
  return (raw) => Object.fromEntries(Object.entries(raw).filter(([name]) => !names.includes(name)));
}

function list<T>(name: string, reader: Reader<T>): Reader<T[]> {
  return (raw, place) => ((raw[name] ?? []) as Raw[]).map((item, i) => reader(item, [...place, name, i]));
}

function one<T>(name: string, reader: Reader<T>): Reader<T | null> {
  return (raw, place) => (raw[name] === undefined ? null : reader(raw[name] as Raw, [...place, name]));
}

/** Returns `known-place` for a workflow of the same file, `shared.known-place` for one of another file. */
function workflowName(text: string): string {
  return text.replace(/^\$(workflows|sourceDescriptions)\./, '');
}

const calledWorkflow: Reader<string | null> = ({ workflowId }) =>
  typeof workflowId === 'string' ? workflowName(workflowId) : null;
const clauses = member<string[]>('x-kit-clauses', []);

const parameter = part(
  { name: '', in: null as 'path' | 'query' | 'header' | 'cookie' | null, value: undefined as unknown },
  { absent: has('x-kit-absent'), deliberate: has('x-kit-deliberate') },
);

export type RawBody =
  string | { base64: string } | { repeat: string; times: number; before?: string; after?: string };

const requestBody = part(
  {
    contentType: null as string | null,
    payload: undefined as unknown,
    replacements: [] as { target: string; value: unknown }[],
  },
  {
    raw: member<RawBody | null>('x-kit-raw', null),
    absent: has('x-kit-absent'),
    deliberate: has('x-kit-deliberate'),
  },
);
export type RequestBody = ReturnType<typeof requestBody>;

const criterion = (raw: Raw, place: Place) => {
  const { condition, context = null, type = 'simple' } = raw;
  const parsed = parseCriterion({
    condition: condition as string,
    context: context as string | null,
    type: typeof type === 'object' ? 'jsonpath' : (type as CriterionType),
  });
  return { ...parsed, clauses: clauses(raw, place), place };
};
export type CheckedCriterion = ReturnType<typeof criterion>;

const action = part(
  {
    name: '',
    type: 'end' as 'end' | 'goto' | 'retry',
    stepId: null as string | null,
    retryAfter: 0,
    retryLimit: 1,
  },
  { workflowId: calledWorkflow, criteria: list('criteria', criterion) },
);
export type Action = ReturnType<typeof action>;

const expectation = part(
  { that: '', step: null as string | null, because: null as string | null },
  {
    clauses,
    arguments: allBut('that', 'step', 'because', 'x-kit-clauses'),
    predicate: ({ that }) => PREDICATES[String(that)]!,
  },
);
export type Expectation = ReturnType<typeof expectation>;

const assumption = part(
  { reason: '', otherwise: 'inconclusive' as 'inconclusive' | 'not-applicable' },
  {
    judged: (raw, place): CheckedCriterion | Expectation =>
      'that' in raw ? expectation(allBut('reason', 'otherwise')(raw, place), place) : criterion(raw, place),
  },
);
export type Assumption = ReturnType<typeof assumption>;

const repeat = part(
  {
    times: null as number | null,
    carry: [] as { target: string; value: string }[],
    otherwise: 'inconclusive' as Assumption['otherwise'] | 'fail' | 'go-on',
  },
  {
    atMost: ({ times, 'at-most': atMost }) => (times ?? atMost) as number,
    until: ({ until }) => (until === undefined ? null : parseCondition(until as string)),
  },
);

const step = part(
  { stepId: '', description: '', outputs: {} as Record<string, string> },
  {
    operation: operationOf,
    workflowId: calledWorkflow,
    parameters: list('parameters', parameter),
    body: one('requestBody', requestBody),
    criteria: list('successCriteria', criterion),
    assumptions: list('x-kit-assume', assumption),
    expectations: list('x-kit-expect', expectation),
    onSuccess: list('onSuccess', action),
    onFailure: list('onFailure', action),
    clauses,
    parallel: member('x-kit-parallel', 1),
    repeat: one('x-kit-repeat', repeat),
    throttle: has('x-kit-throttle'),
    /** True if the suite closes the connection as soon as the response begins. */
    cut: has('x-kit-cut'),
    request: member<{ method?: string; path?: string } | null>('x-kit-request', null),
  },
);
export type Step = ReturnType<typeof step>;

const workflow = part(
  { workflowId: '', summary: '', outputs: {} as Record<string, string> },
  {
    description: ({ description = '' }) => String(description).trim(),
    inputs: ({ inputs }) =>
      ((inputs as Raw | undefined)?.['properties'] ?? {}) as Record<string, { default?: unknown }>,
    dependsOn: ({ dependsOn = [] }) => (dependsOn as string[]).map(workflowName),
    steps: list('steps', step),
    successActions: list('successActions', action),
    failureActions: list('failureActions', action),
    /** Empty for a helper. */
    clauses,
    requires: member<string[]>('x-kit-requires', []),
    cost: member<number | null>('x-kit-cost', null),
    account: member<Raw | null>('x-kit-account', null),
    serial: has('x-kit-serial'),
    /** True for a helper whose outputs are valid for all scenarios with the same key. */
    once: has('x-kit-once'),
    throttle: has('x-kit-throttle'),
    /** The workflow in the expanded document. */
    raw: (raw) => raw,
  },
);

export interface Workflow extends ReturnType<typeof workflow> {
  /** The workflows that it calls, by name: `known-place`, or `shared.known-place` of another file. */
  calls: Map<string, Workflow>;
  /** `file:line` of one of its parts, for messages. */
  where(place: Place): string;
}

const source = part({ name: '', url: '', type: 'openapi' as 'openapi' | 'arazzo' }, {});
/** A document to which a pack refers: the contract, the admin API, or another pack. */
export type Source = ReturnType<typeof source>;

export type Pack = ReturnType<typeof packOf>;

/** Reads a pack from an expanded document that is valid by the pack schema. */
export function packOf({ file, value, locate }: SourceFile) {
  const document = value as Raw;
  const { title, summary, description } = document['info'] as Readonly<Record<string, string>>;
  return {
    name: basename(file).replace(/(\.arazzo)?\.ya?ml$/, ''),
    file,
    title: title ?? '',
    summary: summary ?? description ?? '',
    sources: list('sourceDescriptions', source)(document, []),
    workflows: list('workflows', workflow)(document, []).map((each): Workflow => ({
      ...each,
      calls: new Map(),
      where: (place) => `${file}:${locate(place).line}`,
    })),
    locate,
  };
}

/** Reads `$sourceDescriptions.admin.createAccount` or `searchJobs`; null for a step that calls a workflow. */
function operationOf({ operationId }: Raw): { source: 'contract' | 'admin'; id: string } | null {
  if (typeof operationId !== 'string') return null;
  const [, source = 'contract', id = operationId] =
    /^\$sourceDescriptions\.(contract|admin)\.(.+)$/.exec(operationId) ?? [];
  return { source: source as 'contract' | 'admin', id };
}
