import { messageOf } from './text.js';
import { UsageError } from './usage-error.js';

/** Returns the base address of a mock from the address of its admin API, with or without `/__admin`. Throws UsageError. */
export function baseOf(adminUrl: string): string {
  if (!URL.canParse(adminUrl)) throw new UsageError(`The admin URL "${adminUrl}" is not an address.`);
  return adminUrl.replace(/\/+$/, '').replace(/\/__admin$/, '');
}

/** Returns the message for an error of `fetch`, with its cause. */
export function noMockAt(url: string, error: unknown): string {
  return `No mock answers at ${url}: ${messageOf((error as { cause?: unknown }).cause ?? error)}.`;
}
