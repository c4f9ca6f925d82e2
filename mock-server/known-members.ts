/** The members that the options and inputs of the public API have: a misspelt one would silently do nothing. */

import { notAnObject, unknownMember } from './state/errors.js';

/** Every member of a type: a list that lacks one, or has one too many, does not compile. */
export type Members<T> = Readonly<Record<keyof T, true>>;

/**
 * Throws a StateError where the value is no object, or has a member that is not known; `what` names the value, such as
 * `clock.advance`.
 */
export function checkMembers<T extends object>(what: string, value: T, members: Members<T>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notAnObject(what, value);
  for (const name of Object.keys(value))
    if (!Object.hasOwn(members, name)) throw unknownMember(what, name, Object.keys(members));
}
