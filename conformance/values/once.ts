/** Returns a function that caches its results by its argument. Arguments and results must not change afterwards. */
export function once<Key extends object, Result>(find: (key: Key) => Result): typeof find {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    if (!results.has(key)) results.set(key, find(key));
    return results.get(key)!;
  };
}

/** Like `once`, by both arguments. */
export function oncePerPair<First extends object, Second extends object, Result>(
  find: (first: First, second: Second) => Result,
): typeof find {
  const byFirst = once((first: First) => once((second: Second) => find(first, second)));
  return (first, second) => byFirst(first)(second);
}
