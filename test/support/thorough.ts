/** True for tests with more runs and more rows: `vitest run --mode thorough`, as in `npm run check:release`. */
export const isThorough = process.env['THOROUGH'] === 'true';

/** How often a property is tried: `fast` in `npm test`, `thorough` in `npm run check:release`. */
export function runs(fast: number, thorough: number): number {
  return isThorough ? thorough : fast;
}
