import { messageOf } from './text.js';

/** Flags, a profile or a file hold something that cannot be used; the message names it and says what to do (exit 2). */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns the result of `act`. Throws UsageError with the words for the message of an error of `act`. */
export function orUsageError<T>(act: () => T, wordsFor: (why: string) => string): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(wordsFor(messageOf(error)));
  }
}
