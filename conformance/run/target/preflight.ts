/** Checks at the start of a run that the target answers and accepts the key, and reads its time. */
import type { OperationId } from '../../../spec/contract.js';
import type { Exchange } from '../../record/exchange.js';
import { messageOf } from '../../values/text.js';
import type { AdminClient } from '../../wire/admin-client.js';
import { BudgetSpent } from '../../wire/budget.js';
import { ownRequest } from '../../wire/wire.js';
import { firstAsked, missingOperations, recognize, TargetRefuses } from './recognize.js';
import type { Session } from './session.js';

export type TargetState = Awaited<ReturnType<typeof preflight>>;

/**
 * Finds the facts that a run needs first. Throws TargetRefuses, which says what was tried and what to do. `operations` are
 * the operations that the run will use.
 */
export async function preflight(session: Session, operations: readonly OperationId[] = []) {
  const { profile, admin } = session;
  const state = {
    /** The facts that the profile or the admin API names. */
    told: { ...profile.companies },
    /** The target's clock minus the runner's, ms. */
    clockOffset: 0,
    /** The name of its software, as the target states it; null if it states none. */
    server: null as string | null,
    readings: profile.readings,
    /** Operations that the target lacks, although the profile does not declare them absent. */
    missing: [] as OperationId[],
  };
  if (admin !== null) await askAdmin(admin, session, state);
  const key = profile.keys.active;
  if (key === undefined || firstAsked(profile.absent).length === 0) return state;
  try {
    const { operation, response, receivedAt } = await recognize(key, session);
    const said = Date.parse(response?.headers['date'] ?? '');
    if (admin === null && !Number.isNaN(said)) state.clockOffset = said - receivedAt;
    state.server ??= response?.headers['x-mock-server'] ?? response?.headers['server'] ?? null;
    if (admin === null && operation !== null)
      state.missing = await missingOperations(operations, operation, session);
  } catch (error) {
    // If the run's ceiling allows no request, every scenario reports that. An interrupted request shows nothing about the target.
    const isCutShort = error instanceof TargetRefuses && session.halt.reason !== null;
    if (!(error instanceof BudgetSpent) && !isCutShort) throw error;
  }
  return state;
}

/** Sends a free request that shows whether the target accepts the key. Throws BudgetSpent. */
export async function askWithKey(
  step: string,
  key: string,
  { profile, documents, wire }: Pick<Session, 'profile' | 'documents' | 'wire'>,
): Promise<Exchange> {
  const operation = documents.contract.operation(
    profile.absent.includes('getCreditBalance') ? 'listDepartments' : 'getCreditBalance',
  );
  const [exchange] = await wire.send([ownRequest(step, operation, key)]);
  return exchange!;
}

async function askAdmin(admin: AdminClient, session: Session, state: TargetState): Promise<void> {
  const { profile, halt } = session;
  try {
    const health = await admin.health();
    state.clockOffset = Date.parse(health.now) - halt.time.now();
    state.server = `${health.name} ${health.version}`;
    state.readings = {
      ...Object.fromEntries(health.readings.map(({ id, choice }) => [id, choice])),
      ...profile.readings,
    };
    const dataset = await admin.dataset();
    for (const { role, profileUrl } of dataset.wellKnown) {
      if (role === 'history-only') state.told.emptyCompanyUrl ??= profileUrl;
      if (role === 'huge-page') state.told.hugeCompanyUrl ??= profileUrl;
    }
  } catch (error) {
    if (halt.reason !== null) return;
    throw new TargetRefuses(
      `The admin API at ${profile.adminUrl} cannot be used: ${messageOf(error)}. Check the address and the token, or leave it out.`,
    );
  }
}
