/** The accounts of a run: those of the profile, and those made for one scenario. */
import { UNKNOWN_ACCOUNT, type AccountFacts } from '../../record/facts.js';
import { KEY_ROLES, type KeyRole } from '../../pack/language/inputs.js';
import type { AdminClient } from '../../wire/admin-client.js';
import type { Redactor } from '../../../common/redact.js';
import { PREFLIGHT } from '../../wire/wire.js';
import type { Profile } from './profile.js';

/** Settings of a new account for each role, if there is an admin API. */
const MADE: Readonly<Record<KeyRole, Record<string, unknown>>> = {
  active: { credits: 100_000 },
  second: { credits: 100_000 },
  inactive: { credits: 1000, active: false },
  zero: { credits: 0 },
  negative: { credits: -25 },
  small: { credits: 3 },
  ungranted: { credits: 1000, historicalAccess: false },
};

export interface Asking {
  id: string;
  inputs: ReadonlySet<string>;
  workflow: { account: Readonly<Record<string, unknown>> | null };
}

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(profile: Profile, admin: AdminClient | null, redactor: Redactor) {
  const byAlias = new Map<string, AccountFacts>();
  const byKey = new Map<string, AccountFacts>();
  const made = new Map<string, string[]>();
  const register = (key: string, facts: AccountFacts): void => {
    byAlias.set(facts.alias, facts);
    byKey.set(key, facts);
    redactor.add(key, `[key ${facts.alias}]`);
  };
  for (const [role, key] of Object.entries(profile.keys))
    register(key, { alias: role, role, ...UNKNOWN_ACCOUNT });

  const note = (
    alias: string,
    role: string,
    account: Readonly<Record<string, unknown>>,
    own: unknown,
  ): void => {
    if (typeof account['key'] === 'string') register(account['key'], factsOf(alias, role, account, own));
  };
  return {
    byAlias: byAlias as ReadonlyMap<string, AccountFacts>,
    behind: (key: string) => byKey.get(key) ?? null,
    /** The account whose key is equal to the word, begins the word, or begins with the word if that is most of the key. */
    payerOf(word: string): { key: string; account: AccountFacts } | null {
      const key = byKey.has(word) ? word : [...byKey.keys()].find((each) => isMostOf(word, each));
      return key === undefined ? null : { key, account: byKey.get(key)! };
    },
    /** Makes or finds the accounts of the scenario's inputs, new ones for each attempt. `clock`: that of the active account. */
    async prepare(scenario: Asking, attempt = 1) {
      const keys: Partial<Record<KeyRole, string>> = {};
      const accountIds: Partial<Record<KeyRole, string>> = {};
      const wanted = new Set<KeyRole>();
      let clock: unknown = null;
      for (const [input, role] of Object.entries(KEY_ROLES)) if (scenario.inputs.has(input)) wanted.add(role);
      if (scenario.inputs.has('accountId')) wanted.add('active');
      if (scenario.inputs.has('secondAccountId')) wanted.add('second');
      for (const role of wanted) {
        if (admin === null) {
          keys[role] = profile.keys[role];
          continue;
        }
        const own = role === 'active' ? scenario.workflow.account : null;
        const account = await admin.createAccount({ ...MADE[role], ...own });
        const alias = attempt === 1 ? `${scenario.id}:${role}` : `${scenario.id}:${role}:${attempt}`;
        note(alias, role === 'active' ? 'fresh' : role, account, own?.['rateLimits']);
        made.set(scenario.id, [...(made.get(scenario.id) ?? []), account.id]);
        if (role === 'active' && account.clock.own) clock = account.clock;
        keys[role] = account.key;
        accountIds[role] = account.id;
      }
      return { keys, accountIds, clock };
    },
    /** A key for requests of the runner itself: that of the profile, else of a new account with this alias. */
    async forRunner(alias: string): Promise<string> {
      if (admin === null) return profile.keys.active ?? '';
      const account = await admin.createAccount(MADE.active);
      note(alias, 'fresh', account, undefined);
      made.set(PREFLIGHT, [...(made.get(PREFLIGHT) ?? []), account.id]);
      return account.key;
    },
    adopt(scenario: string, account: Readonly<Record<string, unknown>>): void {
      const count = made.get(scenario)?.length ?? 0;
      note(`${scenario}:made-${count + 1}`, 'fresh', account, account['rateLimits']);
      if (typeof account['id'] === 'string')
        made.set(scenario, [...(made.get(scenario) ?? []), account['id']]);
    },
    async dispose(scenario: string): Promise<void> {
      const ids = made.get(scenario) ?? [];
      made.delete(scenario);
      // A scenario may have deleted the account already. A leftover account does no harm.
      await Promise.allSettled(ids.map((id) => admin?.deleteAccount(id)));
    },
  };
}

/** Facts of a new account; `own` are the rate limits that it was made with. */
function factsOf(
  alias: string,
  role: string,
  account: Readonly<Record<string, unknown>>,
  own: unknown,
): AccountFacts {
  const { credits, active, historicalAccess } = account;
  // A lifted limit (`none`) is not a number. The contract's limit then applies.
  const limits = Object.entries(own ?? {}).filter(([, limit]) => typeof limit === 'number');
  return {
    alias,
    role,
    fresh: true,
    credits: typeof credits === 'number' ? credits : null,
    active: typeof active === 'boolean' ? active : null,
    historicalAccess: typeof historicalAccess === 'boolean' ? historicalAccess : null,
    rateLimits:
      limits.length === 0
        ? null
        : Object.fromEntries(limits.map(([id, requests]) => [id, { requests, seconds: 60 }])),
  };
}

/** Whether the word begins with the key, or the key begins with the word, which is more than half of it. */
function isMostOf(word: string, key: string): boolean {
  return word.startsWith(key) || (key.startsWith(word) && word.length * 2 > key.length);
}
