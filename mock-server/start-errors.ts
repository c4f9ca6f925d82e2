/** Errors of the start. Those of readings are in `domain/readings.ts`, those of data files in `fixtures/data-file.ts`. */

/** Thrown if the mock could be reached from other machines, but no option restricts the admin API. */
export class UnsafeHostError extends Error {
  constructor(host: string) {
    super(
      `Failed to start: --host "${host}" can be reached from other machines, and so could the admin API. ` +
        'Pass --admin-token T, or --no-admin to serve none.',
    );
    this.name = 'UnsafeHostError';
  }
}

export class ListenError extends Error {
  /** True if the host is invalid, so that a retry cannot help. */
  readonly badHost: boolean;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const badHost = BAD_HOST.has(cause.code);
    const sentence = badHost
      ? `--host "${host}" is not an address of this machine. Pass --host 127.0.0.1, or 0.0.0.0 for all addresses.`
      : cause.code === 'EADDRINUSE'
        ? `port ${port} is taken. Pass --port 0 to choose a free one.`
        : cause.code === 'EACCES'
          ? `port ${port} is not allowed to this user. Pass a port above 1023.`
          : `${cause.message}.`;
    super(`Failed to start: ${sentence}`, { cause });
    this.name = 'ListenError';
    this.badHost = badHost;
  }
}

/** Node's error codes for a host that is unknown or is not an address of this machine. */
const BAD_HOST: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EINVAL',
  'EAFNOSUPPORT',
]);
