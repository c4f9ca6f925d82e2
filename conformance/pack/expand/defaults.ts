/** `x-kit-defaults`: what workflows and steps have that do not say otherwise. */
import type { Contract, Operation } from '../../../spec/contract.js';
import { PREDICATES } from '../predicates/index.js';
import type { Copies, Raw } from './copies.js';

/** Puts the defaults into a workflow and its steps, each where the part does not say otherwise. */
export function applyDefaults(workflow: Raw, defaults: Raw, contract: Contract, copies: Copies): void {
  const { parameters, payload, successCriteria, 'x-kit-cost': cost } = defaults;
  if (parameters !== undefined)
    workflow['parameters'] = merged(parameters as Raw[], (workflow['parameters'] ?? []) as Raw[]);
  if (cost !== undefined && 'x-kit-clauses' in workflow) workflow['x-kit-cost'] ??= cost;
  for (const step of workflow['steps'] as Raw[]) {
    const none = step['x-kit-defaults'] === 'none';
    delete step['x-kit-defaults'];
    const operation = operationOf(step, contract);
    if (none || operation === undefined) continue;
    if (payload !== undefined) addPayload(step, payload as Raw, operation, copies);
    if (successCriteria !== undefined && !speaksOfStatus(step))
      step['successCriteria'] = [
        ...copies.again(successCriteria as Raw[]),
        ...((step['successCriteria'] ?? []) as Raw[]),
      ];
  }
}

/** The contract's operation of a step; undefined for admin steps and calls of workflows. */
export function operationOf(step: Raw, { operations }: Contract): Operation | undefined {
  const name = String(step['operationId'] ?? '').replace(/^\$sourceDescriptions\.contract\./, '');
  return operations.find(({ id }) => id === name);
}

/** Own parameters win over defaults of the same name and place. */
function merged(defaults: readonly Raw[], own: readonly Raw[]): Raw[] {
  const name = (each: Raw): string => `${String(each['in'])} ${String(each['name']).toLowerCase()}`;
  return [...defaults.filter((each) => !own.some((mine) => name(mine) === name(each))), ...own];
}

/** Members go where the operation has a field of the name; a body that is raw, absent or no object stays as it is. */
function addPayload(step: Raw, payload: Raw, { bodyFields }: Operation, copies: Copies): void {
  const known = Object.entries(payload).filter(([name]) => bodyFields.includes(name));
  const body = (step['requestBody'] ?? {}) as Raw;
  const own = body['payload'] ?? {};
  const isWhole =
    'x-kit-raw' in body || 'x-kit-absent' in body || typeof own !== 'object' || Array.isArray(own);
  if (known.length === 0 || isWhole) return;
  const members = { ...copies.again(Object.fromEntries(known)), ...(own as Raw) };
  const place = copies.originOf(step, ['requestBody', 'payload']);
  step['requestBody'] = copies.from(
    { ...body, payload: copies.from(members, place) },
    copies.originOf(step, ['requestBody']),
  );
}

/** True where the step itself says which status is due, so that no default has to. */
function speaksOfStatus(step: Raw): boolean {
  const parts = [step['successCriteria'], step['x-kit-expect'], step['x-kit-assume']];
  if (JSON.stringify(parts).includes('$statusCode')) return true;
  return ((step['x-kit-expect'] ?? []) as Raw[]).some(({ that }) => {
    const predicate = PREDICATES[String(that)];
    return predicate?.expectsStatus !== undefined || predicate?.expectsNoAnswer === true;
  });
}
