/** Parsing of flags, for several commands. */
import { Command, InvalidArgumentError } from 'commander';
import { firstDayOf } from '../../fixtures/index.js';
import { didYouMean } from '../../common/nearest.js';

/** Returns a command that takes only flags. A bad flag ends the process with exit status 2. */
export function command(name: string): Command {
  return new Command(name)
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** Returns a parser of whole numbers, which throws InvalidArgumentError for others. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** Parses an instant. Throws InvalidArgumentError if the mock's clock cannot start at this time. */
export function instant(text: string): string {
  try {
    firstDayOf(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Returns a parser of comma-separated names, which throws InvalidArgumentError for an unknown one. */
export function namesAmong(kind: string, known: Iterable<string>): (list: string) => string[] {
  const names = new Set(known);
  return (list) => {
    const asked = list.split(',');
    const unknown = asked.find((name) => !names.has(name));
    if (unknown === undefined) return asked;
    throw new InvalidArgumentError(`There is no ${kind} "${unknown}".${didYouMean(unknown, names)}`);
  };
}
