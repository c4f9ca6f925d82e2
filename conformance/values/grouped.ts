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
