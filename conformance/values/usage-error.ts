/** Flags, a profile or a file hold something that cannot be used; the message names it and says what to do (exit 2). */
export class UsageError extends Error {
  override name = 'UsageError';
}
