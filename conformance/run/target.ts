/** The target at the start of a run: is it there, does it take the key, what time is it, what can be made on it. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Contract } from '../../spec/contract.js';
import type { AccountFacts } from '../record/facts.js';
import type { Exchange } from '../record/exchange.js';
import type { Profile } from './profile.js';
import type { AdminClient } from '../wire/admin-client.js';
import type { Redactor } from '../wire/redact.js';
import { ownRequest, type Wire } from '../wire/wire.js';
import { KEY_ROLES, type Bindings, type CompanyFacts, type KeyRole } from '../pack/inputs.js';
import { domainIn } from './survey.js';
import { messageOf } from '../values/text.js';
import { follow } from '../values/pointers.js';
import { send } from '../wire/http-client.js';
import type { Scenario } from './plan.js';

/** Nobody answers at the target, or it refuses the key (exit 3). */
export class TargetRefuses extends Error {
  override name = 'TargetRefuses';
}

export interface TargetState {
  companies: CompanyFacts;
  /** The target's clock minus the runner's, ms. */
  clockOffset: number;
  /** What the target calls itself, null when it does not. */
  server: string | null;
  readings: Readonly<Record<string, string>>;
}

/** Asks once for what a run needs to know. Throws TargetRefuses, saying what was tried and what to do. */
export async function preflight(
  profile: Profile,
  contract: Contract,
  wire: Wire,
  admin: AdminClient | null,
  now: () => number,
): Promise<TargetState> {
  const state: TargetState = {
    companies: { ...profile.companies },
    clockOffset: 0,
    server: null,
    readings: profile.readings,
  };
  if (admin !== null) {
    await askAdmin(admin, profile, state, now);
    state.companies.companyDomain ??= await domainOf(
      admin,
      profile,
      contract,
      state.companies.companyUrl,
      now,
    );
  }
  const key = profile.keys.active;
  if (key === undefined) return state;
  const operation = contract.operation(
    profile.absent.includes('getCreditBalance') ? 'listDepartments' : 'getCreditBalance',
  );
  const [exchange] = await wire.send([ownRequest('first', operation, key, undefined, null)]);
  if (exchange === undefined) return state;
  refuseUnusable(exchange, profile);
  const said = Date.parse(exchange.response?.headers['date'] ?? '');
  if (admin === null && !Number.isNaN(said)) state.clockOffset = said - exchange.receivedAt;
  state.server ??=
    exchange.response?.headers['x-mock-server'] ?? exchange.response?.headers['server'] ?? null;
  return state;
}

async function askAdmin(
  admin: AdminClient,
  profile: Profile,
  state: TargetState,
  now: () => number,
): Promise<void> {
  try {
    const health = await admin.health();
    state.clockOffset = Date.parse(health.now) - now();
    state.server = `${health.name} ${health.version}`;
    state.readings = {
      ...Object.fromEntries(health.readings.map(({ id, choice }) => [id, choice])),
      ...profile.readings,
    };
    const dataset = await admin.dataset();
    const known = (wanted: AdminSchemas['WellKnownRole']) =>
      dataset.wellKnown.find(({ role }) => role === wanted) ?? null;
    const usual = known('usual');
    const { companies } = state;
    companies.networkUrl ??= dataset.networkUrl;
    companies.companyName ??= companies.companyUrl === null ? (usual?.name ?? null) : null;
    companies.companyUrl ??= usual?.profileUrl ?? null;
    companies.emptyCompanyUrl ??= known('history-only')?.profileUrl ?? null;
    companies.hugeCompanyUrl ??= known('huge-page')?.profileUrl ?? null;
  } catch (error) {
    throw new TargetRefuses(
      `The admin API at ${profile.adminUrl} does not serve: ${messageOf(error)}. Check the address and the token, or leave it out.`,
    );
  }
}

/** Domain of the known company, from its own details; asked for on an account made and removed for it. */
async function domainOf(
  admin: AdminClient,
  profile: Profile,
  contract: Contract,
  companyUrl: string | null,
  now: () => number,
): Promise<string | null> {
  if (companyUrl === null || profile.absent.includes('searchCompanyJobs')) return null;
  const account = await admin.createAccount({ credits: 1 });
  try {
    const { response } = await send(
      {
        method: 'POST',
        url: profile.target + contract.operation('searchCompanyJobs').path,
        headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
        body: Buffer.from(JSON.stringify({ company_network_url: companyUrl, limit: 1 })),
      },
      { timeoutMs: profile.timeoutMs, maxBytes: 1024 * 1024 },
      now,
    );
    return domainIn(follow(response?.body, ['data', 'company_details']));
  } finally {
    await admin.deleteAccount(account.id);
  }
}

function refuseUnusable(exchange: Exchange, profile: Profile): void {
  const { response, failure } = exchange;
  if (response === null && failure !== null && failure.kind !== 'garbled' && failure.kind !== 'too-large')
    throw new TargetRefuses(
      `${profile.target} cannot be reached: ${failure.message}. Check --target, and that the service is up.`,
    );
  if (response?.status === 401 || response?.status === 403)
    throw new TargetRefuses(
      `${profile.target} refuses the key with ${response.status}: ${response.bodyText.slice(0, 200)}. Check --api-key.`,
    );
}

/** What an account of each role is made with, where the admin API makes it. */
const MADE: Readonly<Record<KeyRole, Record<string, unknown>>> = {
  active: { credits: 100_000 },
  second: { credits: 100_000 },
  inactive: { credits: 1000, active: false },
  zero: { credits: 0 },
  negative: { credits: -25 },
  small: { credits: 3 },
  ungranted: { credits: 1000, historicalAccess: false },
};

/** The accounts of a run: those of the profile, and those made for one scenario. */
export interface Accounts {
  readonly all: Map<string, AccountFacts>;
  behind(key: string): AccountFacts | null;
  /** Makes or finds what the scenario's inputs ask for; `clock` is the active account's, as the admin API gave it. */
  prepare(scenario: Scenario): Promise<Pick<Bindings, 'keys' | 'accountIds'> & { clock: unknown }>;
  /** Takes in an account that a scenario made by itself. */
  adopt(scenario: string, account: Readonly<Record<string, unknown>>): void;
  /** Removes what was made for the scenario. */
  dispose(scenario: string): Promise<void>;
}

export function createAccounts(profile: Profile, admin: AdminClient | null, redactor: Redactor): Accounts {
  const all = new Map<string, AccountFacts>();
  const byKey = new Map<string, AccountFacts>();
  const made = new Map<string, string[]>();
  const register = (key: string, facts: AccountFacts): void => {
    all.set(facts.alias, facts);
    byKey.set(key, facts);
    redactor.add(key, `key ${facts.alias}`);
  };
  for (const [role, key] of Object.entries(profile.keys))
    register(key, {
      ...{ alias: role, role, fresh: false, credits: null, active: null, historicalAccess: null },
      rateLimits: null,
    });

  const note = (
    alias: string,
    role: string,
    account: Readonly<Record<string, unknown>>,
    own: unknown,
  ): void => {
    if (typeof account['key'] !== 'string') return;
    const limits = Object.entries((own ?? {}) as Record<string, number>);
    register(account['key'], {
      ...{ alias, role, fresh: true },
      credits: typeof account['credits'] === 'number' ? account['credits'] : null,
      active: typeof account['active'] === 'boolean' ? account['active'] : null,
      historicalAccess: typeof account['historicalAccess'] === 'boolean' ? account['historicalAccess'] : null,
      rateLimits:
        limits.length === 0
          ? null
          : Object.fromEntries(limits.map(([id, requests]) => [id, { requests, seconds: 60 }])),
    });
  };

  return {
    all,
    behind: (key) => byKey.get(key) ?? null,
    async prepare(scenario) {
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
        note(`${scenario.id}:${role}`, role === 'active' ? 'fresh' : role, account, own?.['rateLimits']);
        made.set(scenario.id, [...(made.get(scenario.id) ?? []), account.id]);
        if (role === 'active' && account.clock.own) clock = account.clock;
        keys[role] = account.key;
        accountIds[role] = account.id;
      }
      return { keys, accountIds, clock };
    },
    adopt(scenario, account) {
      const count = made.get(scenario)?.length ?? 0;
      note(`${scenario}:made-${count + 1}`, 'fresh', account, account['rateLimits']);
      if (typeof account['id'] === 'string')
        made.set(scenario, [...(made.get(scenario) ?? []), account['id']]);
    },
    async dispose(scenario) {
      const ids = made.get(scenario) ?? [];
      made.delete(scenario);
      // A scenario may have deleted or reset it already; what is left over harms nobody.
      await Promise.allSettled(ids.map((id) => admin?.deleteAccount(id)));
    },
  };
}
