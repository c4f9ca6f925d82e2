/** The array if it has room for `length` items, else a copy of it with room for at least as many. */
export function withRoom<T extends Uint8Array | Uint32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const Larger = array.constructor as new (length: number) => T;
  const larger = new Larger(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
