/** Admin calls that read, export or clear the journal. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { OperationId } from '../../spec/index.js';
import { harOf } from '../../conformance/record/har-out.js';
import { storedExchange } from '../../conformance/record/message.js';
import { exchangeWithBodies, findingsByRequest, historyOf, type ClientFinding } from '../clients/findings.js';
import { refused } from '../state/errors.js';
import type { JournalEntry } from '../state/journal.js';
import type { World } from '../state/world.js';
import { iso, limitOf, pageOf, type Handlers } from './admin-call.js';

export const journalHandlers = {
  async getJournal(call) {
    const { account, operation, status, requestId } = call.query;
    const { entries: matching, dropped } = call.world.journal({
      ...(account !== undefined && { account }),
      ...(operation !== undefined && { operation: operation as OperationId }),
      ...(status !== undefined && { status: Number(status) }),
      ...(requestId !== undefined && { requestId }),
    });
    const { page, next } =
      call.query['after'] === undefined
        ? { page: matching.slice(-limitOf(call)), next: null }
        : pageOf(matching, call);
    const findings = await findingsOf(call.world, page);
    return {
      entries: page.map((entry) => ({ ...journalView(entry), findings: findings(entry) })),
      dropped,
      total: matching.length,
      next,
    };
  },

  async getJournalEntry({ world, parameters }) {
    const recorded = world.recorded(Number(parameters['entryId']));
    if (recorded === undefined) throw refused('no-entry', { id: parameters['entryId']! });
    const { entry } = recorded;
    const findings = await findingsOf(world, [entry]);
    return {
      entry: { ...journalView(entry), findings: findings(entry) },
      exchange: { ...storedExchange(exchangeWithBodies(world, recorded, Infinity)) },
    };
  },

  async getTraffic({ world, query, accountKey }) {
    const { accounts } = world;
    const { account: id } = query;
    let account = id === undefined ? undefined : accounts.get(id);
    if (id === undefined && accountKey !== undefined) account = accounts.getByKey(accountKey);
    const history = await historyOf(world, account);
    return query['format'] === 'har'
      ? harOf(history)
      : { ...history, exchanges: history.exchanges.map(storedExchange) };
  },

  clearJournal: ({ world }) => world.clearJournal(),
} satisfies Partial<Handlers>;

/** Judges each account in `entries` once. Returns a function from an entry to its findings. */
async function findingsOf(
  world: World,
  entries: readonly JournalEntry[],
): Promise<(entry: JournalEntry) => ClientFinding[]> {
  const byAccount = new Map<string | null, Map<number, ClientFinding[]>>();
  for (const account of new Set(entries.map((entry) => entry.account))) {
    const owner = account === null ? undefined : world.accounts.find(account);
    if (owner !== undefined) byAccount.set(account, await findingsByRequest(world, owner));
  }
  return ({ id, account }) => byAccount.get(account)?.get(id) ?? [];
}

export function journalView(entry: JournalEntry): AdminSchemas['JournalEntry'] {
  return { ...entry, at: iso(entry.at) };
}
