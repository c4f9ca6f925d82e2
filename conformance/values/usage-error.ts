import { fileMessageOf } from './text.js';

/** A flag, the profile or a file is invalid. The message says where, and what to do (exit code 2). */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Returns the result of `act`. If it throws, throws UsageError with the message that `wordsFor` returns. */
export function orUsageError<T>(act: () => T, wordsFor: (why: string) => string): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(wordsFor(fileMessageOf(error)));
  }
}
