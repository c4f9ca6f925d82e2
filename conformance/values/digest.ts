/** Names for texts of any length that take little memory. */
import { hash } from 'node:crypto';
import { canonical } from './json.js';

export function digestOf(data: Buffer | string): string {
  return hash('sha256', data, 'base64url');
}

/** Equal JSON values, and only those, have equal digests. */
export function digestOfJson(value: unknown): string {
  return digestOf(canonical(value));
}
