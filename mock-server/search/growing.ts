/** Returns the array if it has at least `length` items, else a longer copy. */
export function withRoom<T extends Uint8Array | Uint32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const Larger = array.constructor as new (length: number) => T;
  const larger = new Larger(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
