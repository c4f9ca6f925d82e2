/** Digests, which identify long texts with little memory. */
import { hash } from 'node:crypto';
import { canonical } from './json.js';

export function digestOf(data: Buffer | string): string {
  return hash('sha256', data, 'base64url');
}

/** Returns a digest that is equal only for equal JSON values. */
export function digestOfJson(value: unknown): string {
  return digestOf(canonical(value));
}
