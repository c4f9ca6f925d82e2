// Generated from mock-server/state/refusals.yaml by `npm run generate`; do not edit.

export const STATUSES = {
  "malformed-json": 400,
  "token-required": 401,
  "foreign-host": 403,
  "foreign-origin": 403,
  "not-local": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "taken": 409,
  "full": 409,
  "too-large": 413,
  "invalid": 422,
  "unavailable": 503,
  "too-many-streams": 503
} as const;

export const REFUSALS = {
  "no-account": [
    "not-found",
    "There is no account \"{id}\"."
  ],
  "no-account-with-key": [
    "not-found",
    "No account has this key."
  ],
  "key-for-id": [
    "not-found",
    "That is an API key. Name the account by its id, \"{id}\"."
  ],
  "id-taken": [
    "taken",
    "There is already an account \"{id}\".",
    "id"
  ],
  "key-taken": [
    "taken",
    "This key already names another account.",
    "key"
  ],
  "bad-network-url": [
    "invalid",
    "\"{value}\" is no address. Write it as https://network.example.",
    "networkUrl"
  ],
  "not-a-time": [
    "invalid",
    "\"{value}\" is not a time. Write it as 2026-03-01T12:00:00Z."
  ],
  "time-out-of-range": [
    "invalid",
    "A clock shows times between 1970 and 9000 only."
  ],
  "faults-full": [
    "full",
    "{whose} faults{which}, as many as there may be, spent ones included. Remove some first."
  ],
  "effect-not-shown": [
    "invalid",
    "{operation} never answers as \"{effect}\" would have it.",
    "effect"
  ],
  "snapshot-refused": [
    "invalid",
    "The snapshot was refused: {why}. The state is as it was."
  ],
  "unsafe-host": [
    "invalid",
    "Failed to start: --host \"{host}\" can be reached from other machines, and so could the admin API. Pass --admin-token T, or --no-admin to serve none.",
    "host"
  ],
  "bad-host": [
    "invalid",
    "Failed to start: --host \"{host}\" is not an address of this machine. Pass --host 127.0.0.1, or 0.0.0.0 for all addresses.",
    "host"
  ],
  "port-taken": [
    "taken",
    "Failed to start: port {port} is taken. Pass --port 0 to choose a free one.",
    "port"
  ],
  "port-denied": [
    "invalid",
    "Failed to start: port {port} is not allowed to this user. Pass a port above 1023.",
    "port"
  ],
  "cannot-listen": [
    "unavailable",
    "Failed to start: {why}."
  ],
  "state-of-other-version": [
    "invalid",
    "Failed to start: --state {place} holds state of version {its}, written by version {kit} of the kit; this one reads version {version}. Use that version, or name {other}.",
    "state"
  ],
  "state-of-other": [
    "invalid",
    "Failed to start: --state {place} cannot be continued: {difference}, or name {other}.",
    "state"
  ],
  "folder-unusable": [
    "invalid",
    "Failed to start: --state {place} cannot be used ({why}). Name a folder that this user can write to.",
    "state"
  ],
  "folder-is-address": [
    "invalid",
    "Failed to start: --state {place} is an address of another kind. Name a folder, or a Redis as redis://USER:PASSWORD@HOST:PORT/DATABASE.",
    "state"
  ],
  "folder-foreign": [
    "invalid",
    "Failed to start: --state {place} holds other files, such as \"{name}\", and no state. Name a new or an empty folder.",
    "state"
  ],
  "folder-damaged": [
    "invalid",
    "Failed to start: --state {place} is damaged: {file} {why}. Restore a copy, or name a new folder.",
    "state"
  ],
  "folder-damaged-within": [
    "invalid",
    "Failed to start: --state {place} is damaged: {file} has a damaged record at byte {end} and whole records from byte {next} on. Restore a copy. To lose everything from the damaged record on, keep a copy of the file, and run: truncate -s {end} {file}",
    "state"
  ],
  "folder-in-use": [
    "invalid",
    "Failed to start: --state {place} is in use by {user}. End that one, or name another folder.",
    "state"
  ],
  "redis-bad-address": [
    "invalid",
    "Failed to start: --state redis://… is no address of a Redis. Write it as redis://USER:PASSWORD@HOST:PORT/DATABASE, rediss:// for TLS, some nodes of a cluster as HOST:PORT,HOST:PORT, and other characters than letters and digits in user and password as %40 and the like.",
    "state"
  ],
  "redis-silent": [
    "invalid",
    "Failed to start: --state {place} cannot be used ({why}). Name a Redis that runs, with a user and password that it takes.",
    "state"
  ],
  "redis-untrusted": [
    "invalid",
    "Failed to start: --state {place} shows a certificate that is not taken ({why}). Name the file of its authority in NODE_EXTRA_CA_CERTS, and the host as the certificate does.",
    "state"
  ],
  "redis-foreign": [
    "invalid",
    "Failed to start: --state {place} holds something else. Name another --state-prefix, or another database.",
    "state"
  ],
  "bad-state-prefix": [
    "invalid",
    "A prefix of state is 1 to 100 letters, digits and ._- characters.",
    "statePrefix"
  ],
  "prefix-without-redis": [
    "invalid",
    "--state-prefix goes with --state redis://… alone.",
    "statePrefix"
  ],
  "foreign-host": [
    "foreign-host",
    "The admin API answers to the names of this machine only: use http://127.0.0.1 or http://localhost."
  ],
  "foreign-origin": [
    "foreign-origin",
    "The admin API takes no requests from other sites."
  ],
  "not-local": [
    "not-local",
    "Without an admin token, only programs on this machine may call the admin API."
  ],
  "token-required": [
    "token-required",
    "Send the admin token, as \"Authorization: Bearer <token>\" or \"X-Admin-Token: <token>\"."
  ],
  "unavailable": [
    "unavailable",
    "The state cannot be stored just now: {why}. Nothing was changed. Try again."
  ],
  "unknown-call": [
    "not-found",
    "There is no {path} in the admin API. See /docs/admin."
  ],
  "no-fault": [
    "not-found",
    "There is no fault \"{id}\"."
  ],
  "no-entry": [
    "not-found",
    "The journal has no entry \"{id}\". It keeps the newest 500 requests of each account."
  ],
  "method-not-allowed": [
    "method-not-allowed",
    "{path} takes {allow}."
  ],
  "too-many-streams": [
    "too-many-streams",
    "{open} event streams are open. Close one first."
  ],
  "body-missing": [
    "malformed-json",
    "A JSON body is required."
  ],
  "body-not-json": [
    "malformed-json",
    "The body is not JSON."
  ],
  "body-unreadable": [
    "malformed-json",
    "The body could not be read."
  ],
  "body-too-large": [
    "too-large",
    "The body is larger than {mebibytes} MiB."
  ]
} as const;
