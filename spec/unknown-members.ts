/** Finds members of a body that its schema does not define, at any depth. */
import { entries, resolve, type Json, type JsonObject } from './document.js';

export interface UnknownMember {
  /** Path of the member in the body, without positions in lists: `jobs_locations.zip`. */
  place: string;
  name: string;
  /** The names that the schema defines at this place. */
  known: readonly string[];
}

/** The members that a schema defines, with their own shapes. */
interface Shape {
  items?: Shape;
  members?: ReadonlyMap<string, Shape>;
}

/** Converts a schema once, so that checking a body is fast. Supports recursive schemas. */
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

/** Returns unknown members, outer ones first. An unknown member in a list is returned for each item. */
export function unknownMembers(bodyShape: Shape, body: unknown): UnknownMember[] {
  const unknown: UnknownMember[] = [];
  // A queue, because recursion on a malicious body could overflow the stack.
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
        // Skip texts and numbers, which most members are, because this runs for each search.
        else if (typeof member === 'object')
          queue.push({ shape: below, value: member, place: `${place}${name}.` });
      }
    }
  }
  return unknown;
}
