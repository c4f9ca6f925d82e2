/** The target at the start of a run: is it there, does it take the key, what time is it. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Contract } from '../../spec/contract.js';
import type { Exchange } from '../record/exchange.js';
import { follow } from '../values/pointers.js';
import { messageOf } from '../values/text.js';
import type { AdminClient } from '../wire/admin-client.js';
import { BudgetSpent } from '../wire/budget.js';
import type { Halt } from '../wire/halt.js';
import { send } from '../wire/http-client.js';
import { ownRequest } from '../wire/wire.js';
import type { Profile } from './profile.js';
import type { Session, TargetState } from './session.js';
import { domainIn } from './survey.js';

/** Nobody answers at the target, or it refuses the key (exit 3). */
export class TargetRefuses extends Error {
  override name = 'TargetRefuses';
}

/** Asks once for what a run needs to know. Throws TargetRefuses, saying what was tried and what to do. */
export async function preflight(session: Session): Promise<TargetState> {
  const { profile, admin } = session;
  const state: TargetState = {
    companies: { ...profile.companies },
    clockOffset: 0,
    server: null,
    readings: profile.readings,
  };
  if (admin !== null) await askAdmin(admin, session, state);
  const key = profile.keys.active;
  const exchange = key === undefined ? undefined : await firstAnswer(key, session);
  // What was cut short says nothing of the target.
  if (exchange === undefined || session.halt.reason !== null) return state;
  refuseUnusable(exchange, profile);
  const said = Date.parse(exchange.response?.headers['date'] ?? '');
  if (admin === null && !Number.isNaN(said)) state.clockOffset = said - exchange.receivedAt;
  state.server ??=
    exchange.response?.headers['x-mock-server'] ?? exchange.response?.headers['server'] ?? null;
  return state;
}

/** A request that costs nothing and shows whether the target takes the key. Throws BudgetSpent. */
export async function askWithKey(
  step: string,
  key: string,
  { profile, documents, wire }: Session,
): Promise<Exchange | undefined> {
  const operation = documents.contract.operation(
    profile.absent.includes('getCreditBalance') ? 'listDepartments' : 'getCreditBalance',
  );
  const [exchange] = await wire.send([ownRequest(step, operation, key, undefined, null)]);
  return exchange;
}

/** Undefined where a ceiling of the run lets nothing out; then every scenario says so. */
async function firstAnswer(key: string, session: Session): Promise<Exchange | undefined> {
  try {
    return await askWithKey('first', key, session);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

async function askAdmin(
  admin: AdminClient,
  { profile, documents, halt }: Session,
  state: TargetState,
): Promise<void> {
  try {
    const health = await admin.health();
    state.clockOffset = Date.parse(health.now) - halt.time.now();
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
    companies.companyDomain ??= await domainOf(
      admin,
      profile,
      documents.contract,
      companies.companyUrl,
      halt,
    );
  } catch (error) {
    if (halt.reason !== null) return;
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
  { time, signal }: Halt,
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
      () => time.now(),
      signal,
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
