/** Explains why a connection failed. */

/** An error with advice on what to check. */
export class Explained extends Error {
  readonly remedy: string;
  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

const TRUST = 'Trust it with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS.';
const UNKNOWN_ISSUER = [
  'the issuer of its certificate is not known here',
  'Trust the issuer with --ca FILE (PEM), or with NODE_EXTRA_CA_CERTS.',
] as const;

/** By code of Node or OpenSSL, a message and what to check. */
const CAUSES: Readonly<Record<string, readonly [message: string, remedy?: string]>> = {
  ECONNREFUSED: ['nobody listens there (connection refused)'],
  ENOTFOUND: ['the host name is not known'],
  ECONNRESET: [
    'the connection was closed without an answer',
    'Check the scheme (http or https) and the port of --target, and that the service is up.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['its certificate is self-signed', TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Renew it, or check the clock of this machine.'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'Check the clock of this machine.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another host name',
    'Check the host name in --target; the certificate says which one it is for.',
  ],
  // OpenSSL has read the start of an HTTP response as a TLS record.
  NO_TLS: ['what listens there does not speak TLS', 'Write http:// in --target, or check the port.'],
};

/** Returns the reason of a failed connection, and what to do if that is known. */
export function causeOf(error: NodeJS.ErrnoException): { message: string; remedy: string | undefined } {
  if (error instanceof Explained) return error;
  const isNoTls = /wrong version number|packet length too long/.test(error.message);
  const code = error.message === 'socket hang up' ? 'ECONNRESET' : isNoTls ? 'NO_TLS' : (error.code ?? '');
  const [known, remedy] = CAUSES[code] ?? [];
  const nested = (error as AggregateError).errors as Error[] | undefined;
  const message = known ?? (error.message || nested?.map((each) => each.message).join('; ') || code);
  return { message: message || 'unknown error', remedy };
}
