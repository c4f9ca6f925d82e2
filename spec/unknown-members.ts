/** Members of a body that its schema does not have, at any depth. */
import { resolve, type Json, type JsonObject } from './document.js';

export interface UnknownMember {
  /** Leads to the member from the body, without the positions in lists: `jobs_locations.zip`. */
  place: string;
  name: string;
  /** The names that it could have. */
  known: readonly string[];
}

/** Outer members come first. An unknown member of a list comes once for each item. */
export function* unknownMembers(
  document: JsonObject,
  bodySchema: Json,
  body: unknown,
): Generator<UnknownMember> {
  // A queue, since a hostile body nests deeper than the stack is.
  const queue = [{ schema: bodySchema, value: body, place: '' }];
  for (const { schema, value, place } of queue) {
    if (typeof value !== 'object' || value === null) continue;
    const { items, properties } = resolve(document, schema) as { items?: Json; properties?: JsonObject };
    if (Array.isArray(value) && items !== undefined)
      for (const each of value) queue.push({ schema: items, value: each, place });
    if (Array.isArray(value) || properties === undefined) continue;
    const known = Object.keys(properties);
    for (const [name, member] of Object.entries(value)) {
      if (!known.includes(name)) yield { place: place + name, name, known };
      else queue.push({ schema: properties[name]!, value: member, place: `${place}${name}.` });
    }
  }
}
