/** Export, import and reset. */
import type { AdminSchemas } from '../../spec/admin.js';
import { accountView } from './account-handlers.js';
import { accountOf, done, ok, type Handlers } from './admin-call.js';

export const stateHandlers = {
  exportState: ({ world }) => ok(world.exportState() satisfies AdminSchemas['Snapshot']),
  async importState({ world, body }) {
    await world.owner.importState(body);
    return done;
  },
  async reset({ world }) {
    await world.owner.reset();
    return done;
  },
  async resetAccount(call) {
    const account = await call.world.owner.resetAccount(accountOf(call).id);
    return ok(accountView(account, call.world));
  },
} satisfies Partial<Handlers>;
