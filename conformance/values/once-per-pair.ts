/** Returns a function that caches its results by both arguments. Arguments and results must not change afterwards. */
export function oncePerPair<First extends object, Second extends object, Result>(
  find: (first: First, second: Second) => Result,
): typeof find {
  const results = new WeakMap<First, WeakMap<Second, Result>>();
  return (first, second) => {
    const known = results.get(first) ?? new WeakMap<Second, Result>();
    results.set(first, known);
    if (!known.has(second)) known.set(second, find(first, second));
    return known.get(second)!;
  };
}
