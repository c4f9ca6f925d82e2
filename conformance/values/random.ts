/** A seeded random number generator, with the same results on every machine. */
export type Random = ReturnType<typeof createRandom>;

/** The generator mulberry32, whose whole state is one integer. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    /** Returns a number in [0, 1). */
    next,
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)]!,
    chance: (probability: number) => next() < probability,
  };
}
