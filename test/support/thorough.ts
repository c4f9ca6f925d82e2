/** True if tests do more runs and more rows: under `vitest run --mode thorough`, as in `npm run check:release`. */
export const isThorough = process.env['THOROUGH'] === 'true';

/** Number of runs of a property test: `fast` in `npm test`, `thorough` in `npm run check:release`. */
export function runs(fast: number, thorough: number): number {
  return isThorough ? thorough : fast;
}
