/** The address of a mock's admin API. */
import { UsageError } from './usage-error.js';

/** The base address of the mock whose admin API is there, named with or without `/__admin` at its end. Throws UsageError. */
export function baseOf(adminUrl: string): string {
  if (!URL.canParse(adminUrl)) throw new UsageError(`The admin URL "${adminUrl}" is no address.`);
  return adminUrl.replace(/\/+$/, '').replace(/\/__admin$/, '');
}
