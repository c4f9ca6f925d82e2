/** Commands with the flags that `commands.yaml` states. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { firstDayOf } from '../fixtures/index.js';
import { didYouMean } from '../common/nearest.js';
import { readYaml } from '../test/support/read-yaml.js';

/** Throws InvalidArgumentError. `before` is the previous value if the flag is repeated, or the default. */
type Reader = (text: string, before: never) => unknown;

interface Row {
  says: string;
  is?: string;
  default?: unknown;
  required?: boolean;
  excludes?: string;
}

const COMMANDS = readYaml<Record<string, { says: string; after?: string; flags?: Record<string, Row> }>>(
  './commands.yaml',
  import.meta.url,
);

const READERS: Readonly<Record<string, Reader>> = {
  instant,
  number: Number,
  upTo999: wholeNumber(1, 999),
  whole: wholeNumber(0, 999_999_999),
};

/** Returns a command of `commands.yaml`, whose flags can use more readers. A bad flag ends the process with exit status 2. */
export function command(name: string, readers: Readonly<Record<string, Reader>> = {}): Command {
  const { says, after = '', flags = {} } = COMMANDS[name]!;
  const made = new Command(name.split(' ').at(-1))
    .description(says)
    .addHelpText('after', after && `\n${after}`)
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  for (const [flag, { says, is, required = false, excludes = [], ...row }] of Object.entries(flags)) {
    const option = new Option(flag, says).default(row.default).makeOptionMandatory(required);
    if (is !== undefined) option.argParser({ ...READERS, ...readers }[is] as (text: string) => unknown);
    made.addOption(option.conflicts(excludes));
  }
  return made;
}

/** Returns a parser of whole numbers, which throws InvalidArgumentError for others. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** Parses an instant. Throws InvalidArgumentError if the mock's clock cannot start at this time. */
function instant(text: string): string {
  try {
    firstDayOf(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Returns a parser of comma-separated names of a flag that may be repeated, which throws InvalidArgumentError for an unknown one. */
export function namesAmong(kind: string, known: Iterable<string>) {
  const names = new Set(known);
  return (list: string, before?: unknown): string[] => {
    const asked = list.split(',');
    const unknown = asked.find((name) => !names.has(name));
    if (unknown === undefined) return [...(Array.isArray(before) ? (before as string[]) : []), ...asked];
    throw new InvalidArgumentError(`There is no ${kind} "${unknown}".${didYouMean(unknown, names)}`);
  };
}
