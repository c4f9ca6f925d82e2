/** Export, import and reset. */
import type { AdminSchemas } from '../../spec/admin.js';
import { accountView } from './account-handlers.js';
import { accountOf, done, ok, type Handlers } from './admin-call.js';

export const stateHandlers = {
  exportState: ({ world }) => ok(world.exportState() satisfies AdminSchemas['Snapshot']),
  importState({ world, body }) {
    world.importState(body);
    return done;
  },
  reset({ world }) {
    world.reset();
    return done;
  },
  resetAccount(call) {
    return ok(accountView(call.world.resetAccount(accountOf(call).id), call.world));
  },
} satisfies Partial<Handlers>;
