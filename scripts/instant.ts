/** An instant as the flags of our commands take it. */
import { InvalidArgumentError } from 'commander';
import { firstDayOf } from '../fixtures/index.js';

/** Returns the text; throws InvalidArgumentError if the mock's clock cannot start there. */
export function instant(text: string): string {
  try {
    firstDayOf(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
