/** Export, import and reset. */
import type { Handlers } from './admin-call.js';

export const stateHandlers = {
  exportState: ({ world }) => world.exportState(),
  importState: ({ world, body }) => world.owner.importState(body),
  reset: ({ world }) => world.owner.reset(),
} satisfies Partial<Handlers>;
