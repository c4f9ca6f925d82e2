/** Certificates for localhost and 127.0.0.1, in PEM. Their keys protect nothing outside of tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const pemFile = (name: string): string => join(import.meta.dirname, `certificates/${name}.pem`);
const pem = (name: string): string => readFileSync(pemFile(name), 'utf8');

export const AUTHORITY = pem('authority');
/** Signed by `AUTHORITY`. */
export const LEAF = pem('leaf');
export const LEAF_KEY = pem('leaf-key');
export const SELF_SIGNED = pem('self-signed');
/** Self-signed and expired. Its key is `SELF_KEY`, like that of `SELF_SIGNED`. */
export const EXPIRED = pem('expired');
export const SELF_KEY = pem('self-key');
