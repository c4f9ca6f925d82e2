/** What was asked, what was answered, and why. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import type { JournalEntry } from '../state/journal.js';
import { done, iso, limitOf, ok, pageOf, type Handlers } from './admin-call.js';

export const journalHandlers = {
  getJournal(call) {
    const { account, operation, status, requestId } = call.query;
    const { entries, dropped } = call.world.journal({
      ...(account !== undefined && { account }),
      ...(operation !== undefined && { operation: operation as OperationId }),
      ...(status !== undefined && { status: Number(status) }),
    });
    const matching =
      requestId === undefined ? entries : entries.filter((entry) => entry.requestId === requestId);
    const { page, next } =
      call.query['after'] === undefined
        ? { page: matching.slice(-limitOf(call)), next: null }
        : pageOf(matching, call);
    return ok({
      entries: page.map(journalView),
      dropped,
      total: matching.length,
      next,
    } satisfies AdminSchemas['JournalPage']);
  },

  clearJournal({ world }) {
    world.clearJournal();
    return done;
  },
} satisfies Partial<Handlers>;

export function journalView(entry: JournalEntry): AdminSchemas['JournalEntry'] {
  return { ...entry, at: iso(entry.at) };
}
