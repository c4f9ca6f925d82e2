/** Admin calls for accounts, their ledgers and stored operations. Only the response to `createAccount` contains the whole key. */
import type { AdminSchemas } from '../../spec/admin.js';
import { isoDay } from '../../fixtures/calendar.js';
import { cycleAt } from '../domain/cycle.js';
import type { Account } from '../state/account.js';
import type { World } from '../state/world.js';
import { accountOf, iso, limitOf, pageOf, type Handlers } from './admin-call.js';
import { clockView } from './clock-handlers.js';

export const accountHandlers = {
  listAccounts(call) {
    const all = call.world.accounts.list();
    const after = call.query['after'];
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
    // If the account `after` was deleted, the list would start over and a client would loop: `get` throws a 404.
    if (after !== undefined && from === 0) call.world.accounts.get(after);
    const page = all.slice(from, from + limitOf(call));
    return {
      accounts: page.map((account) => accountView(account, call.world)),
      total: all.length,
      next: from + page.length < all.length ? page.at(-1)!.id : null,
    };
  },

  async createAccount({ world, body, headers }) {
    const account = await world.owner.createAccount(body);
    headers['Location'] = `/__admin/accounts/${account.id}`;
    return { ...accountView(account, world), key: account.key };
  },

  getAccount: (call) => accountView(accountOf(call), call.world),

  async updateAccount(call) {
    return accountView(await call.world.owner.patchAccount(accountOf(call).id, call.body), call.world);
  },

  async resetAccount(call) {
    return accountView(await call.world.owner.resetAccount(accountOf(call).id), call.world);
  },

  deleteAccount: (call) => call.world.owner.deleteAccount(accountOf(call).id),

  getLedger(call) {
    const { ledger } = accountOf(call);
    const { page, next } = pageOf(ledger.entries, call);
    return {
      entries: page.map((entry) => ({ ...entry, at: iso(entry.at) })),
      balance: ledger.balance,
      total: ledger.entries.length,
      next,
    };
  },

  listOperations(call) {
    const account = accountOf(call);
    const { operations } = account;
    const now = account.clock.now();
    const { page, next } = pageOf(operations.after(Number(call.query['after'] ?? 0)), call);
    return {
      operations: page.map(({ id, key, operation }) => {
        const { end } = cycleAt(operation.executedAt, account.anchorDay);
        return {
          id,
          key: call.world.secrets.text(key),
          operation: operation.operation,
          storedAt: iso(operation.executedAt),
          expiresAt: iso(end),
          expired: now >= end,
          jobs: operation.jobs,
          creditsUsed: operation.creditsUsed,
        };
      }),
      total: operations.size,
      next,
    };
  },
} satisfies Partial<Handlers>;

export function accountView(account: Account, world: World): AdminSchemas['Account'] {
  const now = account.clock.now();
  const { start, end } = account.cycle(now);
  const { seeded, expiresAt, quotas } = account.settings;
  return {
    id: account.id,
    keyHint: keyHint(account.key),
    seeded,
    active: account.active,
    credits: account.credits,
    historicalAccess: account.historicalAccess,
    anchorDay: account.anchorDay,
    rateLimits: Object.fromEntries(
      world.contract.operations.map((operation) => [operation.id, world.rateLimit(account, operation)]),
    ),
    cycle: { start: isoDay(start), end: isoDay(end) },
    paidJobs: account.paidJobs(now).size,
    storedOperations: account.operations.size,
    clock: clockView(account.clock, world),
    expiresAt: expiresAt === undefined ? null : iso(expiresAt),
    quotas: {
      operations: quotas?.operations === undefined ? null : account.operations.most,
      faults: account.mostFaults,
    },
  };
}

/** Shows at most the last three characters of a key, and none of a short key. */
function keyHint(key: string): string {
  const prefix = key.startsWith('key_') ? 'key_' : '';
  const shown = Math.min(3, Math.floor((key.length - prefix.length) / 4));
  return `${prefix}…${shown > 0 ? key.slice(-shown) : ''}`;
}
