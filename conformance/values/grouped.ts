/** Groups items by name. Groups and their items keep the order of `items`. */
export function grouped<K, T>(items: Iterable<T>, nameOf: (item: T) => K): Map<K, T[]> {
  return collected([...items].map((item) => [nameOf(item), item]));
}

/** Groups pairs of name and item by name. Groups and their items keep the order of `named`. */
export function collected<K, T>(named: Iterable<readonly [name: K, item: T]>): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const [name, item] of named) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

/** Yields lists of items in their order, each with a size of at most `most`, or with one item. */
export function* chunked<T>(
  items: Iterable<T>,
  most: number,
  sizeOf: (item: T) => number,
): Generator<[T, ...T[]]> {
  let chunk: T[] = [];
  let size = 0;
  for (const item of items) {
    const own = sizeOf(item);
    if (chunk.length > 0 && size + own > most) {
      yield chunk as [T, ...T[]];
      [chunk, size] = [[], 0];
    }
    chunk.push(item);
    size += own;
  }
  if (chunk.length > 0) yield chunk as [T, ...T[]];
}
