/** The members that the options and inputs of the public API have: a misspelt one would silently do nothing. */

import { notAnObject, unknownMember, wrongType } from './state/errors.js';

/**
 * Every member of a type: a list that lacks one, or has one too many, does not compile. Each with its JavaScript type,
 * or true where whoever takes the value checks it.
 */
export type Members<T> = Readonly<Record<keyof T, true | 'boolean' | 'number' | 'string' | 'function'>>;

/**
 * Throws a StateError where the value is no object, or has a member that is not known or of another type; `what` names
 * the value, such as `clock.advance`.
 */
export function checkMembers<T extends object>(what: string, value: T, members: Members<T>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject(what, value);
  for (const [name, member] of Object.entries(value) as [keyof T & string, unknown][]) {
    if (!Object.hasOwn(members, name)) throw unknownMember(what, name, Object.keys(members));
    const type = members[name];
    if (type !== true && member !== undefined && typeof member !== type)
      throw wrongType(what, name, type, member);
  }
}
