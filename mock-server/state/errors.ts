/** Every refusal of a change of state, in one catalogue; `admin/problems.ts` has those of the admin API alone. */

import type { Issue } from '../../spec/index.js';

/** The status with which the admin API answers each code. */
export const REFUSALS = {
  'malformed-json': 400,
  'token-required': 401,
  'foreign-host': 403,
  'foreign-origin': 403,
  'not-local': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  taken: 409,
  full: 409,
  'too-large': 413,
  invalid: 422,
  unavailable: 503,
  'too-many-streams': 503,
} as const;

/** `field` is a path such as `clock.now`. */
type FieldIssue = { field: string; message: string };

/** A refusal of what the owner asks for. The message says what failed, why, and what to do. */
export class StateError extends Error {
  override name = 'StateError';
  readonly code: keyof typeof REFUSALS;
  readonly issues: readonly FieldIssue[];
  /** Headers of the answer of the admin API. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: StateError['code'],
    message: string,
    issues: StateError['issues'] = [],
    headers: StateError['headers'] = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.headers = headers;
  }
}

export const notFound = (message: string) => new StateError('not-found', message);
/** `field` names the input that is wrong, if any. */
export const invalid = (message: string, field?: string) =>
  new StateError('invalid', message, field === undefined ? [] : [{ field, message }]);
const taken = (message: string, field: string) =>
  new StateError('taken', message, [{ field, message: 'is taken' }]);

// Accounts

export const noAccount = (id: string) => notFound(`There is no account "${id}".`);
export const noAccountWithKey = () => notFound('No account has this key.');
/** The caller gave a key instead of an id. */
export const keyForId = (id: string) => notFound(`That is an API key. Name the account by its id, "${id}".`);

export const idTaken = (id: string) => taken(`There is already an account "${id}".`, 'id');
export const keyTaken = () => taken('This key already names another account.', 'key');

// Options and inputs

/** `what` names the input, such as `accounts.create`; `where` says what it accepts. */
export const badInput = (what: string, { loc, msg }: Issue, where: string) => {
  const field = loc.slice(1).join('.');
  const end = msg.endsWith('?') ? '' : '.';
  return invalid(`${what}: ${field ? `"${field}"` : 'it'} ${msg}${end} See ${where}.`, field);
};

export const badNetworkUrl = (value: string) =>
  invalid(`"${value}" is no address. Write it as https://network.example.`, 'networkUrl');

// Clocks

export const notATime = (value: unknown) =>
  invalid(`"${String(value)}" is not a time. Write it as 2026-03-01T12:00:00Z.`);
export const timeOutOfRange = () => invalid('A clock shows times between 1970 and 9000 only.');

// Faults

/** `account` is null for the faults that name none. */
export const faultsFull = (account: string | null, most: number) =>
  new StateError(
    'full',
    `${account === null ? 'There are' : `Account "${account}" has`} ${most} faults${account === null ? ' that name no account' : ''}, ` +
      'as many as there may be, spent ones included. Remove some first.',
  );
export const effectNotShown = (operation: string, effect: string) =>
  invalid(`${operation} never answers as "${effect}" would have it.`, 'effect');

// Snapshots

export const snapshotRefused = (why: string) =>
  invalid(`The snapshot was refused: ${why}. The state is as it was.`);

// Places of state. `place` is a path, or an address without user and password; `other` is a place to name instead.

const placeRefused = (place: string, why: string) =>
  invalid(`Failed to start: --state ${place} ${why}`, 'state');

export const stateOfOtherVersion = (
  place: string,
  its: { version: number; kit: string },
  version: number,
  other: string,
) =>
  placeRefused(
    place,
    `holds state of version ${its.version}, written by version ${its.kit} of the kit; this one reads version ${version}. ` +
      `Use that version, or name ${other}.`,
  );
export const stateOfOther = (place: string, difference: string, other: string) =>
  placeRefused(place, `cannot be continued: ${difference}, or name ${other}.`);

export const folderUnusable = (path: string, message: string) =>
  placeRefused(path, `cannot be used (${message}). Name a folder that this user can write to.`);
/** Any part of an address may be a password, so the message names only its kind. */
export const folderIsAddress = (path: string) =>
  placeRefused(
    path.replace(/\/\/.*/s, '//…'),
    'is an address of another kind. Name a folder, or a Redis as redis://USER:PASSWORD@HOST:PORT/DATABASE.',
  );
export const folderForeign = (path: string, name: string) =>
  placeRefused(path, `holds other files, such as "${name}", and no state. Name a new or an empty folder.`);
/** `why` continues the sentence, such as "has a damaged record". */
export const folderDamaged = (path: string, file: string, why: string) =>
  placeRefused(path, `is damaged: ${file} ${why}. Restore a copy, or name a new folder.`);
/** `end` and `next` are offsets of bytes: the damage lies between them. */
export const folderDamagedWithin = (path: string, file: string, end: number, next: number) =>
  placeRefused(
    path,
    `is damaged: ${file} has a damaged record at byte ${end} and whole records from byte ${next} on. Restore a copy. ` +
      `To lose everything from the damaged record on, keep a copy of the file, and run: truncate -s ${end} ${file}`,
  );
/** `pid` and `host` are null if the lock does not name them. */
export const folderInUse = (path: string, pid: number | null, host: string | null) =>
  placeRefused(
    path,
    `is in use by ${pid === null ? 'another process' : `process ${pid} on ${host}`}. End that one, or name another folder.`,
  );

export const redisBadAddress = () =>
  placeRefused(
    'redis://…',
    'is no address of a Redis. Write it as redis://USER:PASSWORD@HOST:PORT/DATABASE, rediss:// for TLS, some nodes of a ' +
      'cluster as HOST:PORT,HOST:PORT, and other characters than letters and digits in user and password as %40 and the like.',
  );
export const redisSilent = (place: string, message: string) =>
  placeRefused(
    place,
    `cannot be used (${message}). Name a Redis that runs, with a user and password that it takes.`,
  );
export const redisUntrusted = (place: string, message: string) =>
  placeRefused(
    place,
    `shows a certificate that is not taken (${message}). Name the file of its authority in NODE_EXTRA_CA_CERTS, and the host ` +
      'as the certificate does.',
  );
export const redisForeign = (place: string) =>
  placeRefused(place, 'holds something else. Name another --state-prefix, or another database.');
export const badStatePrefix = () =>
  invalid('A prefix of state is 1 to 100 letters, digits and ._- characters.', 'statePrefix');
export const prefixWithoutRedis = () =>
  invalid('--state-prefix goes with --state redis://… alone.', 'statePrefix');
