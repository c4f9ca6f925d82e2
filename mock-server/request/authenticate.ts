import type { ClauseId, Operation } from '../../spec/index.js';
import { Problem } from '../domain/problems.js';
import type { Readings } from '../domain/readings.js';
import type { Account } from '../state/account.js';
import type { Call } from './call.js';

const BEARER = /^Bearer +(\S+) *$/i;

/** The account that the bearer key names (§5.1); a missing, unknown or inactive key is refused. */
export function authenticate(call: Call): Account {
  const { world } = call;
  const operation = call.operation!;
  const authorization = call.header('authorization');
  if (authorization === undefined) {
    throw refused(operation, world.readings, 'there is no Authorization header', 'AUTH-2');
  }
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) {
    throw refused(
      operation,
      world.readings,
      'the Authorization header is not of the form "Bearer KEY"',
      'AUTH-4',
    );
  }
  const account = world.accounts.byKey(key);
  if (account === undefined) throw refused(operation, world.readings, 'no account has this key', 'AUTH-3');
  if (!account.active) {
    // Named in the journal all the same: whoever debugs wants to see whose key it was.
    call.account = account;
    throw new Problem(403, 'forbidden', 'Invalid or inactive API key', {
      reason: 'the key is inactive',
      clause: 'AUTH-5',
    });
  }
  return account;
}

/** 5.1 says 403, 7.3 lists a 401: the searches can be told which (readings `auth-status`, `legacy-auth-status`). */
function refused(operation: Operation, readings: Readings, reason: string, clause: ClauseId): Problem {
  if (operation.kind !== 'search') {
    return new Problem(403, 'forbidden', 'Invalid or inactive API key', { reason, clause: 'AUTH-6' });
  }
  const id = operation.errorForm === 'envelope' ? 'legacy-auth-status' : 'auth-status';
  const why = { reason, clause, reading: `${id}=${readings[id]}` as const };
  return readings[id] === '401'
    ? new Problem(401, 'unauthorized', 'Missing or invalid API key', why, { form: 'envelope' })
    : new Problem(403, 'forbidden', 'Invalid or inactive API key', why);
}
