/** What was asked, what was answered, and why. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import { harOf } from '../../conformance/record/har-out.js';
import { storedExchange } from '../../conformance/record/traffic.js';
import type { ClientFinding } from '../state/callers.js';
import { historyOf, wholeExchange } from '../clients/history.js';
import type { Account } from '../state/account.js';
import { noAccountWithKey } from '../state/errors.js';
import type { JournalEntry } from '../state/journal.js';
import type { World } from '../state/world.js';
import { done, iso, limitOf, ok, pageOf, type Handlers } from './admin-call.js';
import { noEntry } from './problems.js';

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
    const findings = findingsOf(call.world);
    return ok({
      entries: page.map((entry) => ({ ...journalView(entry), findings: findings(entry) })),
      dropped,
      total: matching.length,
      next,
    } satisfies AdminSchemas['JournalPage']);
  },

  getJournalEntry({ world, parameters }) {
    const recorded = world.recorded(Number(parameters['entryId']));
    if (recorded === undefined) throw noEntry(parameters['entryId']!);
    const { entry } = recorded;
    return ok({
      entry: { ...journalView(entry), findings: findingsOf(world)(entry) },
      exchange: { ...storedExchange(wholeExchange(world, recorded)) },
    } satisfies AdminSchemas['JournalRequest']);
  },

  getTraffic({ world, query, accountKey }) {
    const account = accountWith(world, query['account'], accountKey);
    const history = historyOf(world, account);
    return ok(
      query['format'] === 'har'
        ? harOf(history)
        : { ...history, exchanges: history.exchanges.map(storedExchange) },
    );
  },

  clearJournal({ world }) {
    world.clearJournal();
    return done;
  },
} satisfies Partial<Handlers>;

/** Looks each account up once. */
function findingsOf(world: World): (entry: JournalEntry) => ClientFinding[] {
  const byAccount = new Map<string, Map<number, ClientFinding[]>>();
  return ({ id, account }) => {
    const owner = account === null ? undefined : world.accounts.find(account);
    if (owner === undefined) return [];
    let found = byAccount.get(owner.id);
    if (found === undefined) byAccount.set(owner.id, (found = world.callers.all(owner)));
    return found.get(id) ?? [];
  };
}

function accountWith(world: World, id: string | undefined, key: string | undefined): Account | undefined {
  if (id !== undefined) return world.accounts.get(id);
  if (key === undefined) return undefined;
  const account = world.accounts.byKey(key);
  if (account === undefined) throw noAccountWithKey();
  return account;
}

export function journalView(entry: JournalEntry): AdminSchemas['JournalEntry'] {
  return { ...entry, at: iso(entry.at) };
}
