/** Tests that this machine lacks a program for. */
import { it } from 'vitest';

/** Leaves tests out, and says why: the name of one that is left out is not printed. Call it in place of their `describe`. */
export function leaveOut(why: string): void {
  console.warn(why);
  it.skip(why, () => undefined);
}
