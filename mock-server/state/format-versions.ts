/**
 * Versions of stored state. All three forms contain the schemas of accounts, clocks and faults, and the first two contain
 * `AccountChange` and `WorldChange`. If one of these changes, increase the versions. A mock refuses other versions.
 */

/** Version of the files in the folder of `--state`. */
export const FOLDER_VERSION = 2;
/** Version of the keys in Redis. */
export const SHARED_VERSION = 4;
/** Version of an exported state, also in spec/admin.openapi.yaml. It contains no changes, so new forms of changes do not affect it. */
export const SNAPSHOT_VERSION = 1;
