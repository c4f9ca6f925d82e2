/** Failures on demand. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { World } from '../state/world.js';
import { accountOf, created, done, ok, type Handlers } from './admin-call.js';
import { noFault, otherAccount } from './problems.js';

export const faultHandlers = {
  listFaults: ({ world }) => ok({ faults: [...world.faults.list] } satisfies AdminSchemas['FaultList']),
  addFault: ({ world, body }) => created(add(world, body as AdminSchemas['NewFault'])),
  clearFaults({ world }) {
    world.faults.clear();
    return done;
  },
  removeFault({ world, parameters }) {
    const id = parameters['faultId']!;
    if (!world.faults.remove(id)) throw noFault(id);
    return done;
  },

  listAccountFaults: (call) =>
    ok({ faults: call.world.faults.of(accountOf(call).id) } satisfies AdminSchemas['FaultList']),
  addAccountFault(call) {
    const { id } = accountOf(call);
    const wanted = call.body as AdminSchemas['NewFault'];
    if (wanted.account !== undefined && wanted.account !== id) throw otherAccount(id);
    return created(add(call.world, { ...wanted, account: id }));
  },
  clearAccountFaults(call) {
    call.world.faults.clear(accountOf(call).id);
    return done;
  },
} satisfies Partial<Handlers>;

/** The fields are valid by themselves; whether the operation can have the effect is checked here. */
function add(world: World, wanted: AdminSchemas['NewFault']): AdminSchemas['Fault'] {
  return world.addFault(wanted);
}
