/** Reads the requests that a mock recorded, through the admin API of a target. */
import type { AdminSchemas } from '../../spec/admin.js';
import type { Documents } from '../pack/model/documents.js';
import type { Profile } from '../run/target/profile.js';
import { adminHeadersOf, transportOf } from '../run/target/session.js';
import { createAdminClient, type AdminClient } from '../wire/admin-client.js';
import { UsageError } from '../values/usage-error.js';
import { packOf, type Recorded, type RecordedAccount, type RecordedPack } from './recorded-pack.js';

/** The most requests that the workbench shows, the newest of the mock, which stores 500 for each account. */
const MOST_SHOWN = 1_000;
/** The most requests of a pack. A longer scenario is hard to read. */
const MOST_CHOSEN = 100;

/** Returns the journal, with the newest entry last. Throws UsageError if the target is not a mock. */
export async function journalOf(profile: Profile): Promise<AdminSchemas['JournalPage']> {
  const page = await adminOf(profile).read(`/journal?limit=${MOST_SHOWN}`);
  return page as AdminSchemas['JournalPage'];
}

/** The bodies of a recorded request and of its response; null if there is none, undefined if the mock did not keep it. */
export async function bodiesOf(
  profile: Profile,
  id: number,
): Promise<Record<'request' | 'response', string | null | undefined>> {
  const { exchange } = await recordedAt(adminOf(profile), id);
  return { request: exchange.request.bodyText, response: exchange.response?.bodyText };
}

/** Makes a pack from these requests. Throws UsageError if no request was chosen, or none can be sent again. */
export async function packFrom(
  profile: Profile,
  ids: readonly number[],
  { contract, clauses }: Documents,
): Promise<RecordedPack> {
  if (ids.length === 0 || ids.length > MOST_CHOSEN)
    throw new UsageError(`Choose from 1 to ${MOST_CHOSEN} requests.`);
  const admin = adminOf(profile);
  const chosen: Recorded[] = [];
  for (const id of ids) chosen.push(await recordedAt(admin, id));
  const accounts = new Map<string, RecordedAccount>();
  for (const { entry } of chosen)
    if (entry.account !== null && !accounts.has(entry.account))
      accounts.set(entry.account, await accountOf(admin, entry.account));
  const { now } = (await admin.read('/clock')) as { now: string };
  const pack = packOf(chosen, { contract, clauses, accounts, today: now });
  if (pack.leftOut.length === chosen.length)
    throw new UsageError(
      `None of them can be sent again: ${pack.leftOut.map(({ id, why }) => `#${id}, ${why}`).join('; ')}.`,
    );
  return pack;
}

const recordedAt = (admin: AdminClient, id: number) => admin.read(`/journal/${id}`) as Promise<Recorded>;

function adminOf(profile: Profile): AdminClient {
  if (profile.adminUrl === null)
    throw new UsageError('Only a mock records requests. Add one as a target, with its admin API.');
  return createAdminClient(profile.adminUrl, adminHeadersOf(profile), transportOf(profile));
}

/** Reads the facts of an account. A deleted account has none. */
async function accountOf(admin: AdminClient, id: string): Promise<RecordedAccount> {
  try {
    const account = (await admin.read(`/accounts/${id}`)) as AdminSchemas['Account'];
    const entries: AdminSchemas['LedgerEntry'][] = [];
    for (let after: number | null = 0; after !== null;) {
      const page = (await admin.read(
        `/accounts/${id}/ledger?limit=1000&after=${after}`,
      )) as AdminSchemas['LedgerPage'];
      entries.push(...page.entries);
      after = page.next;
    }
    return {
      anchorDay: account.anchorDay,
      balanceBefore: ({ requestId, at }) => {
        const own = entries.find((each) => each.requestId === requestId);
        if (own !== undefined) return own.balance - own.credits;
        return entries.findLast((each) => each.at <= at)?.balance;
      },
    };
  } catch {
    return { balanceBefore: () => undefined };
  }
}
