/** Certificate authorities: those of Node, and those of `--ca`. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';
import { readSmallFile } from '../files/read-file.js';
import { messageOf } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';

/** The size limit of a file. All authorities of Node take a quarter of it. */
const MOST_BYTES = 1024 * 1024;

function refuseFlag(problem: string): never {
  throw new UsageError(`--ca ${problem}`);
}

/** Returns the certificates in a PEM file. If it has none or is invalid, calls `refuse`, which throws a UsageError. */
export function certificatesIn(file: string, refuse: (problem: string) => never = refuseFlag): string[] {
  const fail = (what: string): never =>
    refuse(`${file} ${what}. Name a file with certificates in PEM (-----BEGIN CERTIFICATE-----).`);
  // Comments between the certificates may be in any encoding.
  const text = readSmallFile(file, MOST_BYTES, fail).toString('latin1');
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found === null) return fail('holds no certificate');
  try {
    for (const certificate of found) new X509Certificate(certificate);
  } catch (error) {
    return fail(`holds a certificate that cannot be read (${messageOf(error)})`);
  }
  return found;
}

/** Adds certificates to the default authorities. Call it once, because there are many authorities. */
export function trusting(certificates: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ ca: [...usual(), ...certificates] });
}

/** Returns the default authorities, including NODE_EXTRA_CA_CERTS, because the option `ca` replaces them. */
function usual(): readonly string[] {
  // Node 22.15 and newer return all of them.
  const { getCACertificates } = tls as { getCACertificates?: (which: 'default') => string[] };
  if (getCACertificates !== undefined) return getCACertificates('default');
  const extra = process.env['NODE_EXTRA_CA_CERTS'];
  try {
    return extra === undefined || extra === ''
      ? tls.rootCertificates
      : [...tls.rootCertificates, readFileSync(extra, 'utf8')];
  } catch {
    // Node warns about a file that it cannot read, and ignores it.
    return tls.rootCertificates;
  }
}
