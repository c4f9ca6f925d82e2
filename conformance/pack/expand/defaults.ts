/** Adds to workflows and steps what they lack: members of `x-kit-defaults`, and the inputs and outputs that they use. */
import type { Contract, Operation } from '../../../spec/contract.js';
import { PREDICATES } from '../predicates/index.js';
import { statusesIn } from '../predicates/predicate.js';
import type { Copies, Raw } from './copies.js';
import { strayMember } from '../model/answer-shapes.js';
import { isBindable } from '../language/inputs.js';

/** Adds the defaults to a workflow and its steps, and moves its parameters to the steps. Their own members take precedence. */
export function applyDefaults(workflow: Raw, defaults: Raw, contract: Contract, copies: Copies): void {
  const { parameters, payload, within, successCriteria, otherwise, 'x-kit-cost': cost } = defaults;
  const shared = merged(parameters, workflow['parameters']);
  delete workflow['parameters'];
  if (cost !== undefined && 'x-kit-clauses' in workflow) workflow['x-kit-cost'] ??= cost;
  for (const step of workflow['steps'] as Raw[]) {
    const none = step['x-kit-defaults'] === 'none';
    delete step['x-kit-defaults'];
    if (otherwise !== undefined)
      for (const assumption of (step['x-kit-assume'] ?? []) as Raw[]) assumption['otherwise'] ??= otherwise;
    const operation = operationOf(step, contract);
    if (operation === undefined) continue;
    step['parameters'] = merged(shared, step['parameters']);
    if (none) continue;
    if (payload !== undefined) addPayload(step, payload as Raw, operation, copies);
    if (within !== undefined) keepWithin(within as Within, step, operation, copies);
    if (successCriteria !== undefined && !speaksOfStatus(step))
      step['successCriteria'] = [
        ...copies.again(successCriteria as Raw[]),
        ...((step['successCriteria'] ?? []) as Raw[]),
      ];
  }
}

/** Returns the contract's operation of a step; undefined for admin steps and calls of workflows. */
export function operationOf(step: Raw, { operations }: Contract): Operation | undefined {
  const name = String(step['operationId'] ?? '').replace(/^\$sourceDescriptions\.contract\./, '');
  return operations.find(({ id }) => id === name);
}

/** Merges parameters. Own ones replace those with the same name and place. */
function merged(shared: unknown, own: unknown): Raw[] {
  const [defaults, mine] = [shared ?? [], own ?? []] as [Raw[], Raw[]];
  const name = (each: Raw): string => `${String(each['in'])} ${String(each['name']).toLowerCase()}`;
  const replaced = mine.map(name);
  return [...defaults.filter((each) => !replaced.includes(name(each))), ...mine];
}

/** Adds the members that are fields of the operation. Does not change a body that is raw, absent or not an object. */
function addPayload(step: Raw, payload: Raw, { bodyFields }: Operation, copies: Copies): void {
  const known = Object.entries(payload).filter(([name]) => bodyFields.includes(name));
  const own = membersOf(step);
  if (known.length > 0 && own !== null)
    setPayload(step, { ...copies.again(Object.fromEntries(known)), ...own }, copies);
}

/** Returns the members of a step's own body; null if the body is raw, absent or not an object. */
function membersOf(step: Raw): Raw | null {
  const body = (step['requestBody'] ?? {}) as Raw;
  const own = body['payload'] ?? {};
  const isWhole =
    'x-kit-raw' in body || 'x-kit-absent' in body || typeof own !== 'object' || Array.isArray(own);
  return isWhole ? null : (own as Raw);
}

function setPayload(step: Raw, members: Raw, copies: Copies): void {
  const place = copies.originOf(step, ['requestBody', 'payload']);
  step['requestBody'] = copies.from(
    { ...(step['requestBody'] as Raw | undefined), payload: copies.from(members, place) },
    copies.originOf(step, ['requestBody']),
  );
}

/** How to limit searches to the data that the survey read: by days, and by words that narrow them. */
type Within = 'slice' | 'common-slice' | 'no-days';

/** Limits a search to the days and words of the survey, unless it has its own days. */
function keepWithin(within: Within, step: Raw, { id, bodyFields }: Operation, copies: Copies): void {
  const own = membersOf(step);
  if (within === 'no-days' || own === null || !bodyFields.includes('published_after')) return;
  if ('published_after' in own || 'published_before' in own) return;
  const slice = bodyFields.includes('company_network_url') ? 'company' : 'market';
  const days = { published_after: `$inputs.${slice}From`, published_before: `$inputs.${slice}To` };
  const groups = own['advanced_job_keywords'] ?? [];
  // Current searches also accept the words of the historical search.
  const words = id === 'searchJobs' && within === 'slice' ? '$inputs.marketScope' : '$inputs.historyScope';
  const scope =
    slice === 'market' && Array.isArray(groups)
      ? { advanced_job_keywords: [...(groups as unknown[]), words] }
      : {};
  setPayload(step, { ...days, ...own, ...scope }, copies);
}

/** True if the step's own checks include the status. */
function speaksOfStatus(step: Raw): boolean {
  const parts = [step['successCriteria'], step['x-kit-expect'], step['x-kit-assume']];
  if (JSON.stringify(parts).includes('$statusCode')) return true;
  return ((step['x-kit-expect'] ?? []) as Raw[]).some((each) => {
    const predicate = PREDICATES[String(each['that'])];
    if (predicate === undefined) return false;
    return predicate.expectsNoAnswer === true || statusesIn(predicate, each) !== null;
  });
}

/** Declares the used inputs that the runner binds, and resolves a reference to inputs. */
export function inferInputs(
  workflow: Raw,
  components: Readonly<Record<string, Raw>>,
  report: (message: string) => void,
): void {
  const declared = (workflow['inputs'] ?? {}) as Raw;
  const reference = declared['$ref'] ?? declared['reference'];
  let schema = declared;
  if (typeof reference === 'string') {
    const found = components['inputs']?.[reference.split(/[/.]/).at(-1) ?? ''];
    if (found === undefined) report(`${reference} does not exist in components.inputs`);
    schema = (found ?? {}) as Raw;
  }
  const known = (schema['properties'] ?? {}) as Raw;
  const used = namesIn(workflow, /\$inputs\.([A-Za-z0-9_-]+)/g).filter(
    ([name = '']) => isBindable(name) && !Object.hasOwn(known, name),
  );
  const properties = { ...known, ...Object.fromEntries(used.map(([name]) => [name, { type: 'string' }])) };
  if (Object.keys(properties).length > 0) workflow['inputs'] = { ...schema, properties };
}

/** Declares outputs of searches for members of `data` that other parts use. */
export function inferOutputs(workflow: Raw, contract: Contract): void {
  const used = namesIn(workflow, /\$steps\.([A-Za-z0-9_-]+)\.outputs\.([A-Za-z0-9_-]+)/g);
  for (const step of workflow['steps'] as Raw[]) {
    const operation = operationOf(step, contract);
    if (operation?.kind !== 'search') continue;
    const outputs = (step['outputs'] ?? {}) as Raw;
    const missing = used.filter(
      ([stepId, name = '']) =>
        stepId === step['stepId'] &&
        !Object.hasOwn(outputs, name) &&
        strayMember(contract.document, operation.id, ['data', name]) === null,
    );
    const inferred = missing.map(([, name = '']) => [name, `$response.body#/data/${name}`]);
    if (missing.length > 0) step['outputs'] = { ...outputs, ...Object.fromEntries(inferred) };
  }
}

/** Returns the groups of all matches of a pattern in a workflow, ignoring summaries and descriptions. */
function namesIn(workflow: Raw, pattern: RegExp): string[][] {
  const texts = JSON.stringify(workflow, (name, value: unknown) =>
    typeof value === 'string' && (name === 'summary' || name === 'description') ? undefined : value,
  );
  return [...texts.matchAll(pattern)].map(([, ...groups]) => groups);
}
