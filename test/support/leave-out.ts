/** Skips tests that need a program that this machine does not have. */
import { it } from 'vitest';

/** Skips tests and prints why, since the runner does not print names of skipped tests. Call it instead of their `describe`. */
export function leaveOut(why: string): void {
  console.warn(why);
  it.skip(why, () => undefined);
}
