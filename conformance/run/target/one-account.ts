/** Detects that the keys `active` and `second` belong to one account. Checks of two accounts would accuse a correct target. */
import { statedBalance } from '../../model/answers.js';
import { unlessSpent } from '../../wire/budget.js';
import { askWithKey } from './preflight.js';
import type { Profile } from './profile.js';
import type { Session } from './session.js';

/** Requests for the balances before and after a purchase. */
export const REQUESTS_FOR_BOTH_KEYS = 4;

/** True if the run can read the balances of both keys. Each scenario has accounts of its own if there is an admin API. */
export function hasBothKeys({ keys, adminUrl, absent }: Profile): boolean {
  const isNamed = keys.active !== undefined && keys.second !== undefined;
  return isNamed && adminUrl === null && !absent.includes('getCreditBalance');
}

export const ONE_ACCOUNT =
  'The keys `active` and `second` belong to one account, since a search with one changed the balance of both. ' +
  'The run does without `second`. Name a key of another account in the profile (keys.second).';

/** Returns the balance that both keys show; null if they differ, or if one is unknown. Sends two free requests. */
export async function commonBalance(session: Session): Promise<number | null> {
  const { profile } = session;
  const { active, second } = profile.keys;
  if (!hasBothKeys(profile)) return null;
  const answers = await unlessSpent(() =>
    Promise.all([active!, second!].map((key) => askWithKey('both-keys', key, session))),
  );
  const [one, other] = (answers ?? []).map((each) => statedBalance(each, profile.balancePointer));
  return one !== undefined && one === other ? one : null;
}

/** Returns the profile without `second`. The requests with its key so far count for the account of `active`. */
export function withoutSecond({ profile, wire, budget }: Session): Profile {
  budget.forget('second');
  for (const exchange of wire.history) if (exchange.account === 'second') exchange.account = 'active';
  const others = Object.entries(profile.keys).filter(([role]) => role !== 'second');
  return { ...profile, keys: Object.fromEntries(others) };
}
