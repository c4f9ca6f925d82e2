import { expect, it } from 'vitest';
import { loadAdminContract } from '../../spec/admin.js';
import { resolve } from '../../spec/document.js';
import { loadContract } from '../../spec/index.js';
import type { Fault } from '../state/faults.js';
import { FAULT_EFFECTS, type FaultEffect } from './fault-effects.js';

const effects = Object.keys(FAULT_EFFECTS) as FaultEffect[];
const operation = loadContract().operation('searchJobs');
const { properties } = resolve(loadAdminContract().document, { $ref: '#/components/schemas/NewFault' });

/** Returns the members of a fault that the effect reads. A charged search also reads `newPostings`. */
async function readBy(effect: FaultEffect): Promise<string[]> {
  const read = new Set<string>();
  const fault = new Proxy({} as Fault, { get: (_, name) => void read.add(String(name)) });
  const facts = { operation, body: Buffer.from('{}') };
  const hit = new Proxy(facts, { get: (_, name) => Reflect.get(facts, name) ?? (() => facts.body) });
  await Promise.resolve()
    .then(() => FAULT_EFFECTS[effect].act(fault, hit as never))
    .catch(() => undefined);
  if (FAULT_EFFECTS[effect].stage === 'answer') read.add('newPostings');
  return [...read];
}

// The live page shows the input for a member with the effects that the member's description names.
it.each(['delayMs', 'retryAfterSeconds', 'newPostings'])(
  'the description of %s names each effect that reads it',
  async (member) => {
    const { description } = properties![member as never] as { description: string };
    const unnamed = effects.filter((effect) => !description.includes(`\`${effect}\``));
    const reads = await Promise.all(unnamed.map(readBy));
    expect(unnamed.filter((_, i) => reads[i]!.includes(member))).toEqual([]);
  },
);
