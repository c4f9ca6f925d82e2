/** Tests that this machine lacks a program for. */
import { it } from 'vitest';

/** Skips tests and says why; the runner does not print the names of skipped tests. Call it in place of their `describe`. */
export function leaveOut(why: string): void {
  console.warn(why);
  it.skip(why, () => undefined);
}
