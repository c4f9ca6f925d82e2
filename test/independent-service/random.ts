export type Random = ReturnType<typeof createRandom>;

/** Random numbers that a seed determines, so that the same seed makes the same service. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** From 0 (inclusive) to 1 (exclusive). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
    chance: (probability: number) => next() < probability,
  };
}
