import { keyRefused, type KeyFault, type Problem } from '../domain/problems.js';
import type { Account } from '../state/account.js';
import type { Authenticated, Located } from './call.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** Finds the account of the bearer key (§5.1). Throws a Problem if the key is missing, malformed, unknown or inactive. */
export function authenticate(call: Located): Authenticated {
  const found = accountOf(call);
  if (typeof found === 'string') throw refusal(call, found);
  call.account = found;
  // After the assignment, so that the journal names the account of an inactive key, too.
  if (!found.active) throw keyRefused('inactive');
  return call as Authenticated;
}

function accountOf(call: Located): Account | KeyFault {
  const authorization = call.header('authorization');
  if (authorization === undefined) return 'missing';
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) return 'malformed';
  return call.world.accounts.byKey(key) ?? 'unknown';
}

/** Makes a 403 (§5.1). On searches a reading may choose 401 (§7.3): `auth-status` or `legacy-auth-status`. */
function refusal({ operation, world }: Located, fault: KeyFault): Problem {
  if (operation.kind !== 'search') return keyRefused(fault, { clause: 'AUTH-6' });
  const id = operation.errorForm === 'envelope' ? 'legacy-auth-status' : 'auth-status';
  const choice = world.readings[id];
  return keyRefused(fault, { reading: `${id}=${choice}` }, choice);
}
