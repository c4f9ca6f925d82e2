/** Parses instants, for the flags of commands. */
import { InvalidArgumentError } from 'commander';
import { firstDayOf } from '../fixtures/index.js';

/** Returns the text. Throws InvalidArgumentError if the mock's clock cannot start at this time. */
export function instant(text: string): string {
  try {
    firstDayOf(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
