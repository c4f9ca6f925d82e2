/** Admin calls for faults, which make chosen requests fail. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Fault } from '../state/faults.js';
import type { World } from '../state/world.js';
import { accountOf, type Handlers } from './admin-call.js';
import { refused } from '../state/errors.js';
import { invalidInput } from './problems.js';

export const faultHandlers = {
  listFaults: ({ world }) => listed(world, world.faults.list),
  addFault: async ({ world, body }) => view(world, await world.owner.addFault(body)),
  async clearFaults({ world }) {
    await world.owner.removeFaults(() => true);
  },
  async removeFault({ world, parameters }) {
    const id = parameters['faultId']!;
    if (!(await world.owner.removeFaults((fault) => fault.id === id))) throw refused('no-fault', { id });
  },

  listAccountFaults: (call) => listed(call.world, call.world.faults.of(accountOf(call).id)),
  async addAccountFault(call) {
    const { id } = accountOf(call);
    const { account = id } = call.body;
    if (account !== id) {
      const msg = `names another account than the path, "${id}"`;
      throw invalidInput([{ loc: ['body', 'account'], msg, type: 'account' }]);
    }
    return view(call.world, await call.world.owner.addFault({ ...call.body, account }));
  },
  async clearAccountFaults(call) {
    const { id } = accountOf(call);
    await call.world.owner.removeFaults(({ account }) => account === id);
  },
} satisfies Partial<Handlers>;

function listed(world: World, faults: readonly Fault[]): AdminSchemas['FaultList'] {
  return { faults: faults.map((fault) => view(world, fault)) };
}

/** Redacts a fault, which may contain an API key. */
function view(world: World, fault: Fault): AdminSchemas['Fault'] {
  return { ...world.secrets.value(fault), id: fault.id, account: fault.account };
}
