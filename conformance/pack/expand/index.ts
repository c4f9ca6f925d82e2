/** Expands the shorthands of a pack into plain Arazzo: tables, references, defaults, undeclared inputs and outputs. */
import type { Contract } from '../../../spec/contract.js';
import type { Place, SourceFile } from '../model/source-file.js';
import { Copies, type Raw, type Refuse, type Report } from './copies.js';
import { applyDefaults, inferInputs, inferOutputs } from './defaults.js';

/** Returns the expanded document, whose `locate` maps its places to the source. */
export function expand(source: SourceFile, contract: Contract, report: Report, refuse: Refuse): SourceFile {
  const copies = new Copies(report, refuse);
  const { 'x-kit-defaults': ofDocument = {}, ...document } = copies.of(source.value, [], null) as Raw;
  const components = (document['components'] ?? {}) as Record<string, Raw>;
  /** Returns the component to which an item refers, or the item itself. */
  const resolved = (item: Raw, group: string): Raw => {
    const { reference } = item;
    if (typeof reference !== 'string') return item;
    const [, kind = '', name = ''] = reference.split('.');
    const found = kind === group ? components[kind]?.[name] : undefined;
    if (found === undefined) {
      report(copies.originOf(item, ['reference']), `${reference} does not exist in components.${group}`);
      return group === 'parameters' ? { name, in: 'header', value: '' } : { name, type: 'end' };
    }
    const copy = copies.again(found as Raw);
    return 'value' in item ? copies.from({ ...copy, value: item['value'] }, copies.originOf(item, [])) : copy;
  };
  const resolve = (holder: Raw, member: string, group = member): void => {
    const list = holder[member];
    if (Array.isArray(list)) holder[member] = copies.again(list).map((item: Raw) => resolved(item, group));
  };
  for (const workflow of document['workflows'] as Raw[]) {
    const { 'x-kit-defaults': ofWorkflow = {} } = workflow;
    delete workflow['x-kit-defaults'];
    const defaults = copies.again({ ...(ofDocument as Raw), ...(ofWorkflow as Raw) });
    resolve(defaults, 'parameters');
    resolve(workflow, 'parameters');
    resolve(workflow, 'successActions');
    resolve(workflow, 'failureActions');
    for (const step of workflow['steps'] as Raw[]) {
      resolve(step, 'parameters');
      resolve(step, 'onSuccess', 'successActions');
      resolve(step, 'onFailure', 'failureActions');
    }
    applyDefaults(workflow, defaults, contract, copies);
    inferOutputs(workflow, contract);
    inferInputs(workflow, components, (message) => report(copies.originOf(workflow, ['inputs']), message));
  }
  const origin = (place: Place): Place => copies.originOf(document, place);
  return { file: source.file, value: document, locate: (place) => source.locate(origin(place)) };
}
