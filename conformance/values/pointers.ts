/** JSON Pointers (RFC 6901): parses them, follows them into a value, and replaces members. */

/** The text is not a pointer, or its place cannot have a value. */
export class PointerError extends Error {
  override name = 'PointerError';
}

/** Returns the parts of a pointer such as `/a/b~1c`; the empty pointer has none. Throws PointerError if it is invalid. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new PointerError(`"${pointer}" is not a JSON Pointer`);
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at the parts of a pointer; undefined if it does not exist. Texts and lists have a `length`. */
export function follow(value: unknown, parts: readonly string[]): unknown {
  let at = value;
  for (const part of parts) {
    if (Array.isArray(at)) {
      if (part === 'length') at = at.length;
      else at = /^(0|[1-9]\d*)$/.test(part) ? at[Number(part)] : undefined;
    } else if (typeof at === 'object' && at !== null) {
      at = Object.hasOwn(at, part) ? (at as Record<string, unknown>)[part] : undefined;
    } else if (typeof at === 'string' && part === 'length') at = at.length;
    else return undefined;
  }
  return at;
}

/** Returns a copy of `value` with `member` at a pointer. Adds missing objects on the way. Throws PointerError. */
export function replaceAt(value: unknown, parts: readonly string[], member: unknown): unknown {
  const [first, ...rest] = parts;
  if (first === undefined) return member;
  if (Array.isArray(value)) {
    const index = first === '-' ? value.length : Number(first);
    if (!Number.isInteger(index) || index < 0 || index > value.length)
      throw new PointerError(`a replacement leads to "${first}" of a list of ${value.length}`);
    const copy: unknown[] = [...(value as unknown[])];
    copy[index] = replaceAt(copy[index], rest, member);
    return copy;
  }
  if (value !== undefined && (typeof value !== 'object' || value === null))
    throw new PointerError(`a replacement leads into "${JSON.stringify(value)}"`);
  const object = (value ?? {}) as Record<string, unknown>;
  return { ...object, [first]: replaceAt(object[first], rest, member) };
}
