/** Members of a body that its schema does not have, at any depth. */
import { entries, resolve, type Json, type JsonObject } from './document.js';

export interface UnknownMember {
  /** Leads to the member from the body, without the positions in lists: `jobs_locations.zip`. */
  place: string;
  name: string;
  /** The names that it could have. */
  known: readonly string[];
}

/** The names that a schema knows, and the schemas below it. */
interface Shape {
  items?: Shape;
  members?: ReadonlyMap<string, Shape>;
}

/** Reads a schema once, so that each body is compared quickly. A schema may contain itself. */
export function shapeOf(document: JsonObject, schema: Json, read = new Map<JsonObject, Shape>()): Shape {
  const resolved = resolve(document, schema);
  const known = read.get(resolved);
  if (known !== undefined) return known;
  const shape: Shape = {};
  read.set(resolved, shape);
  const { items, properties } = resolved;
  if (items !== undefined) shape.items = shapeOf(document, items, read);
  if (properties !== undefined)
    shape.members = new Map(entries(properties).map(([name, each]) => [name, shapeOf(document, each, read)]));
  return shape;
}

/** Outer members come first. An unknown member of a list comes once for each item. */
export function unknownMembers(bodyShape: Shape, body: unknown): UnknownMember[] {
  const unknown: UnknownMember[] = [];
  // A queue, since a hostile body nests deeper than the stack is.
  const queue = [{ shape: bodyShape, value: body, place: '' }];
  for (const { shape, value, place } of queue) {
    if (typeof value !== 'object' || value === null) continue;
    const { items, members } = shape;
    if (Array.isArray(value)) {
      if (items === undefined) continue;
      for (const each of value)
        if (typeof each === 'object') queue.push({ shape: items, value: each, place });
    } else if (members !== undefined) {
      let known: string[] | undefined;
      for (const name of Object.keys(value)) {
        const below = members.get(name);
        const member = (value as JsonObject)[name];
        if (below === undefined)
          unknown.push({ place: place + name, name, known: (known ??= [...members.keys()]) });
        // Most members are texts and numbers, and this runs for each search.
        else if (typeof member === 'object')
          queue.push({ shape: below, value: member, place: `${place}${name}.` });
      }
    }
  }
  return unknown;
}
