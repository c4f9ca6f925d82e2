/**
 * Why a mock cannot start, but for readings (`domain/readings.ts`) and files of postings (`fixtures/data-file.ts`): what
 * failed, and what to do.
 */

/** The host can be reached from other machines, and it was not said who may use the admin API. */
export class UnsafeHostError extends Error {
  constructor(host: string) {
    super(
      `Failed to start: --host "${host}" can be reached from other machines, and so could the admin API. ` +
        'Pass --admin-token T, or --no-admin to serve none.',
    );
    this.name = 'UnsafeHostError';
  }
}

/** The port or the host cannot be listened on. */
export class ListenError extends Error {
  /** Whether the host can never be listened on here, whatever runs or stops on this machine. */
  readonly badHost: boolean;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const badHost = BAD_HOST.has(cause.code);
    const sentence = badHost
      ? `--host "${host}" is no address of this machine. Pass --host 127.0.0.1, or 0.0.0.0 for all that it has.`
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

/** What node says of a host that is not of this machine, not known, or of an address family that it has not. */
const BAD_HOST: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EINVAL',
  'EAFNOSUPPORT',
]);
