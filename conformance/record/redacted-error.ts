/** Redacts errors, which may quote a key from a target, a file or a request. */
import { visible } from '../../common/visible.js';
import type { TextRedactor } from './message.js';

/**
 * Redacts the message, the stack, the causes and other plain data of an error. Removes all other members, such as a socket or
 * bytes. Returns the same error, or a copy if it cannot be changed.
 */
export function redactedError(error: unknown, redactor: TextRedactor): unknown {
  return redacted(error, redactor, new Map());
}

type Seen = Map<object, unknown>;

function redacted(value: unknown, redactor: TextRedactor, seen: Seen): unknown {
  if (typeof value === 'string') return visible(redactor.text(value));
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (seen.has(value)) return seen.get(value);
  if (value instanceof Error) return redactedParts(value, redactor, seen);
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isList && prototype !== Object.prototype && prototype !== null) return undefined;
  const copy = (isList ? [] : {}) as Record<string, unknown>;
  seen.set(value, copy);
  for (const [name, member] of Object.entries(value))
    copy[redactor.text(name)] = redacted(member, redactor, seen);
  return copy;
}

function redactedParts(error: Error, redactor: TextRedactor, seen: Seen): Error {
  seen.set(error, error);
  let isClean = true;
  // Includes members that are not enumerable, such as `message`, `stack`, `cause` and `errors`.
  for (const name of Object.getOwnPropertyNames(error)) {
    const part: unknown = Reflect.get(error, name);
    const clean = redacted(part, redactor, seen);
    if (clean !== part && !Reflect.set(error, name, clean)) isClean = false;
  }
  const message = redacted(error.message, redactor, seen) as string;
  if (isClean && message === error.message) return error;
  const { name, stack } = error;
  const another = Object.assign(new Error(message), { name, stack: redacted(stack, redactor, seen) });
  seen.set(error, another);
  return another;
}
