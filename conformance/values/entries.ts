/** Entries of lookups (§2.4), as they are compared. */
import { fields } from './fields.js';

/** Returns the label and value of an entry, since a service may add members about the query. Returns any other value as it is. */
export function entryOf(item: unknown): unknown {
  const { label, value } = fields(item) ?? {};
  return label === undefined || value === undefined ? item : { label, value };
}
