/** Export, import and reset. */
import { StateError } from '../state/errors.js';
import { accountView } from './accounts.js';
import { done, ok, type Handlers } from './call.js';
import { accountOf } from './clocks.js';

export const stateHandlers = {
  exportState: ({ world }) => ok(world.exportState()),
  importState({ world, body }) {
    try {
      world.importState(body);
    } catch (error) {
      if (error instanceof StateError) throw error;
      // Written by hand, for what the mock writes has a checksum: nested without end, or of the wrong types.
      throw new StateError('invalid', 'The snapshot was refused: its content makes no sense.');
    }
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
