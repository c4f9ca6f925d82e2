/**
 * The slow project of vitest runs some test files a second time, through a `*.slow.test.ts` that imports them, with more
 * runs and more rows.
 */
export const isThorough = process.env['THOROUGH'] === '1';

/** How often a property is tried: `fast` in `npm test`, `thorough` in the slow project. */
export function runs(fast: number, thorough: number): number {
  return isThorough ? thorough : fast;
}
