/** Certificates for localhost and 127.0.0.1, in PEM. Their keys protect nothing outside of tests. */
import { readFileSync } from 'node:fs';

const pem = (name: string): string =>
  readFileSync(new URL(`./certificates/${name}.pem`, import.meta.url), 'utf8');

export const AUTHORITY = pem('authority');
/** Signed by `AUTHORITY`. */
export const LEAF = pem('leaf');
export const LEAF_KEY = pem('leaf-key');
export const SELF_SIGNED = pem('self-signed');
/** Self-signed and expired. Its key is `SELF_KEY`, like that of `SELF_SIGNED`. */
export const EXPIRED = pem('expired');
export const SELF_KEY = pem('self-key');
