/** Declares inputs and outputs that a workflow uses without declaring them. */
import type { Contract } from '../../../spec/contract.js';
import { strayMember } from '../model/answer-shapes.js';
import { isBindable } from '../language/inputs.js';
import type { Raw } from './copies.js';
import { operationOf } from './defaults.js';

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
