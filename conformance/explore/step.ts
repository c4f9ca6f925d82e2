/** One step of a story as data. Like packs, it has expressions in place of keys and cursors, so it can be sent again. */
import { fileURLToPath } from 'node:url';
import type { Contract, OperationId } from '../../spec/contract.js';
import { loadPacks } from '../pack/load-packs.js';
import type { Documents } from '../pack/model/documents.js';
import { packOf, type Workflow } from '../pack/model/pack.js';
import { AS_ACTIVE, writtenRequest, type WrittenRequest, type Yaml } from '../pack/write-pack.js';
import type { Fields } from '../values/fields.js';

/** The helpers of `packs/shared/account.yaml` that stories call. Each sends one request. */
export type Helper = 'set-credits' | 'advance-clock' | 'plant-fault' | 'clear-faults';

/** A step. Its body has expressions for cursors, such as `$steps.s3.outputs.search_after`. */
export interface StoryStep extends WrittenRequest {
  /** Unique in its chapter. */
  id: string;
  /** The move that it belongs to, such as `retry`. */
  move: string;
  /** Null for a call of the admin API. */
  operation: OperationId | null;
  call: { helper: Helper; given: Fields } | null;
  /** Copies that are sent at the same moment. */
  copies: number;
  /** True if the connection is closed as soon as the answer begins. */
  cut: boolean;
}

export function stepOf(move: string, id: string, members: Partial<StoryStep>): StoryStep {
  return {
    id,
    move,
    operation: null,
    call: null,
    query: {},
    body: null,
    text: null,
    key: null,
    sender: 'active',
    copies: 1,
    cut: false,
    ...members,
  };
}

/** The ids of earlier steps that a step takes a value from. */
export function sourcesOf({ body, key }: StoryStep): string[] {
  const texts = `${JSON.stringify(body)} ${key ?? ''}`;
  return [...new Set([...texts.matchAll(/\$steps\.([\w-]+)\.outputs/g)].map(([, id]) => id!))];
}

/** The step as packs write it, without expectations on its answers. */
export function packStepOf(step: StoryStep, contract: Contract): Yaml {
  const { id, call, copies, cut } = step;
  if (call !== null) {
    const given = Object.entries(call.given).map(([name, value]) => ({ name, value }));
    return {
      stepId: id,
      workflowId: `$sourceDescriptions.account.${call.helper}`,
      ...(given.length === 0 ? {} : { parameters: given }),
    };
  }
  return {
    stepId: id,
    ...writtenRequest(step, contract.operation(step.operation!), 'the story sends it in this form'),
    ...(copies > 1 ? { 'x-kit-parallel': copies } : {}),
    ...(cut ? { 'x-kit-cut': true } : {}),
  };
}

const ACCOUNT = fileURLToPath(new URL('../packs/shared/account.yaml', import.meta.url));

/** A workflow with one step, which sends the request of the story's step. */
export function workflowOf(step: StoryStep, documents: Documents): Workflow {
  if (step.call !== null) {
    const [helpers] = loadPacks([ACCOUNT], documents);
    return helpers!.workflows.find(({ workflowId }) => workflowId === step.call!.helper)!;
  }
  const { parameters = [], ...rest } = packStepOf(step, documents.contract);
  const sender = step.sender === 'active' ? [AS_ACTIVE] : [];
  const written = { ...rest, parameters: [...sender, ...(parameters as Yaml[])] };
  const names = [...JSON.stringify(written).matchAll(/\$inputs\.(\w+)/g)].map(([, name]) => name!);
  const workflow = {
    workflowId: step.id,
    inputs: { properties: Object.fromEntries(names.map((name) => [name, {}])) },
    steps: [written],
  };
  const value = { info: {}, workflows: [workflow] };
  return packOf({ file: step.id, value, locate: () => ({ line: 1, column: 1 }) }).workflows[0]!;
}
