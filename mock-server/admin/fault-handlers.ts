/** Failures on demand. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Fault } from '../state/faults.js';
import type { World } from '../state/world.js';
import { accountOf, created, done, ok, type Answer, type Handlers } from './admin-call.js';
import { noFault, otherAccount } from './problems.js';

export const faultHandlers = {
  listFaults: ({ world }) =>
    ok({ faults: world.faults.list.map((fault) => view(world, fault)) } satisfies AdminSchemas['FaultList']),
  addFault: ({ world, body }) => add(world, body as AdminSchemas['NewFault']),
  async clearFaults({ world }) {
    await world.owner.clearFaults();
    return done;
  },
  async removeFault({ world, parameters }) {
    const id = parameters['faultId']!;
    if (!(await world.owner.removeFault(id))) throw noFault(id);
    return done;
  },

  listAccountFaults({ world, ...call }) {
    const faults = world.faults.of(accountOf({ world, ...call }).id);
    return ok({ faults: faults.map((fault) => view(world, fault)) } satisfies AdminSchemas['FaultList']);
  },
  addAccountFault(call) {
    const { id } = accountOf(call);
    const wanted = call.body as AdminSchemas['NewFault'];
    if (wanted.account !== undefined && wanted.account !== id) throw otherAccount(id);
    return add(call.world, { ...wanted, account: id });
  },
  async clearAccountFaults(call) {
    await call.world.owner.clearFaults(accountOf(call).id);
    return done;
  },
} satisfies Partial<Handlers>;

/** The fields are valid by themselves; whether the operation can have the effect is checked here. */
async function add(world: World, wanted: AdminSchemas['NewFault']): Promise<Answer> {
  return created(view(world, await world.owner.addFault(wanted)));
}

/** A fault may wait for a header with a key in it. */
function view(world: World, fault: Fault): AdminSchemas['Fault'] {
  return { ...world.secrets.value(fault), id: fault.id, account: fault.account };
}
