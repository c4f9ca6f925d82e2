/** The accounts of a run: those of the profile, and those made for one scenario. */
import { UNKNOWN_ACCOUNT, type AccountFacts } from '../../record/facts.js';
import { ROLES } from '../../pack/language/generated/inputs.js';
import { KEY_ROLES, type KeyRole } from '../../pack/language/inputs.js';
import type { AdminClient } from '../../wire/admin-client.js';
import type { Redactor } from '../../../common/redact.js';
import type { Fields } from '../../values/fields.js';
import { PREFLIGHT } from '../../wire/wire.js';
import type { Profile } from './profile.js';

export interface Asking {
  id: string;
  inputs: ReadonlySet<string>;
  workflow: { account: Readonly<Record<string, unknown>> | null };
}

/** Redacts keys that are made during the run; the session redacts those of the profile. */
export function createAccounts(profile: Profile, admin: AdminClient | null, redactor: Redactor) {
  const byAlias = new Map<string, AccountFacts>();
  const byKey = new Map<string, AccountFacts>();
  /** By scenario, the ids of the accounts that were made for it. */
  const made = new Map<string, string[]>();
  const register = (key: string, facts: AccountFacts): void => {
    byAlias.set(facts.alias, facts);
    byKey.set(key, facts);
  };
  // A profile may name one key for two roles.
  for (const [role, key] of Object.entries(profile.keys))
    if (role === 'active' || key !== profile.keys.active)
      register(key, { alias: role, role, ...UNKNOWN_ACCOUNT });

  /** Registers an account that was made for a scenario, with the rate limits in the request that made it. */
  const note = (scenario: string, alias: string, role: string, account: object, limits?: unknown): void => {
    const { id, key } = account as Fields;
    if (typeof id === 'string') made.set(scenario, [...(made.get(scenario) ?? []), id]);
    if (typeof key !== 'string') return;
    register(key, { alias, role, ...factsOf(account as Fields, limits) });
    redactor.add(key, `[key ${alias}]`);
  };
  return {
    byAlias: byAlias as ReadonlyMap<string, AccountFacts>,
    withKey: (key: string) => byKey.get(key) ?? null,
    /** Finds the account of a word that a request sent as its key: a whole key, a key with more text after it, or most of a key. */
    payerOf(word: string): { key: string; account: AccountFacts } | null {
      const isMost = (key: string): boolean => key.startsWith(word) && word.length * 2 > key.length;
      const keys = [...byKey.keys()];
      const key = byKey.has(word) ? word : keys.find((each) => word.startsWith(each) || isMost(each));
      return key === undefined ? null : { key, account: byKey.get(key)! };
    },
    /**
     * Makes an account for each role that the inputs of the scenario name. Without an admin API, takes the keys of the profile.
     * `clock` is the active account's own clock; null if it has none.
     */
    async prepare({ id: scenario, inputs, workflow }: Asking, attempt = 1) {
      const roles = new Set<KeyRole>(KEY_ROLES.filter((role) => inputs.has(`${role}Key`)));
      if (inputs.has('accountId')) roles.add('active');
      if (inputs.has('secondAccountId')) roles.add('second');
      const keys: Partial<Record<KeyRole, string>> = {};
      const accountIds: Partial<Record<KeyRole, string>> = {};
      let clock: unknown = null;
      for (const role of roles) {
        if (admin === null) {
          keys[role] = profile.keys[role];
          continue;
        }
        const own = role === 'active' ? workflow.account : null;
        const account = await admin.createAccount({ ...ROLES[role], ...own });
        const alias = `${scenario}:${role}${attempt === 1 ? '' : `:${attempt}`}`;
        note(scenario, alias, role === 'active' ? 'fresh' : role, account, own?.['rateLimits']);
        if (role === 'active' && account.clock.own) clock = account.clock;
        keys[role] = account.key;
        accountIds[role] = account.id;
      }
      return { keys, accountIds, clock };
    },
    /** Returns a key for requests of the runner: of a new account with this alias, or without an admin API that of the profile. */
    async forRunner(alias: string): Promise<string> {
      if (admin === null) return profile.keys.active ?? '';
      const account = await admin.createAccount(ROLES.active);
      note(PREFLIGHT, alias, 'fresh', account);
      return account.key;
    },
    adopt(scenario: string, account: Fields): void {
      const count = made.get(scenario)?.length ?? 0;
      note(scenario, `${scenario}:made-${count + 1}`, 'fresh', account, account['rateLimits']);
    },
    async dispose(scenario: string): Promise<void> {
      const ids = made.get(scenario) ?? [];
      made.delete(scenario);
      // A scenario may have deleted the account already. A leftover account does no harm.
      await Promise.allSettled(ids.map((id) => admin?.deleteAccount(id)));
    },
  };
}

function factsOf({ credits, active, historicalAccess }: Fields, limits: unknown) {
  // A lifted limit (`none`) is not a number. The contract's limit then applies.
  const own = Object.entries(limits ?? {}).filter(([, limit]) => typeof limit === 'number');
  const rateLimits = Object.fromEntries(own.map(([name, requests]) => [name, { requests, seconds: 60 }]));
  return {
    fresh: true,
    credits: typeof credits === 'number' ? credits : null,
    active: typeof active === 'boolean' ? active : null,
    historicalAccess: typeof historicalAccess === 'boolean' ? historicalAccess : null,
    rateLimits: own.length === 0 ? null : rateLimits,
  };
}
