/**
 * Versions of stored state. The schema of an account, clock or fault, an `AccountChange` and a `WorldChange` are part of all
 * three forms: if the shape of one of these differs, increase all. A mock refuses state of another version.
 */

/** Of the files that `--state FOLDER` names. */
export const FOLDER_VERSION = 2;
/** Of the keys in Redis. */
export const SHARED_VERSION = 3;
/** Of an exported state. It holds no changes, so these alone do not increase it. */
export const SNAPSHOT_VERSION = 1;
