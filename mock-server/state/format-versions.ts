/**
 * Versions of stored state. The schema of an account, clock or fault, an `AccountChange` and a `WorldChange` are part of all
 * three forms: if the shape of one of these differs, increase all. A mock refuses state of another version.
 */

/** The files in the folder of `--state`. */
export const FOLDER_VERSION = 2;
/** The keys in Redis. */
export const SHARED_VERSION = 3;
/** An exported state. It holds no changes, so a new shape of a change does not increase it. */
export const SNAPSHOT_VERSION = 1;
