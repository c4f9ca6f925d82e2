/** An instant as the flags of our commands take it. */
import { InvalidArgumentError } from 'commander';
import { firstDayOf } from '../fixtures/index.js';

/** Gives the text back; throws InvalidArgumentError where the mock's clock could not start there. */
export function instant(text: string): string {
  try {
    firstDayOf(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
