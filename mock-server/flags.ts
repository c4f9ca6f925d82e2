/** Reads the flags of `job-search-mock`, and their environment variables, as options of `startMock`. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { firstDayOf } from '../fixtures/index.js';
import { kitVersion, loadClauses, type Reading } from '../spec/index.js';
import { parseReadings, type Readings } from './domain/readings.js';
import { optionSchemas, parseNetworkUrl, type MockOptions } from './options.js';
import { parseInstant } from './state/clock.js';

export type CommandOptions = MockOptions &
  Required<Pick<MockOptions, 'port' | 'host' | 'log'>> & {
    /** Whether to open the live page in a browser. */ open?: boolean;
  };

/** Parsers of flags whose schema does not determine one. `before` is the value of the flag's previous use, or the default. */
const READERS: Readonly<Record<string, (text: string, before: unknown) => unknown>> = {
  now: checked(instant),
  readings: (text, before) => ({ ...(before as object), ...checked(readings)(text) }),
  networkUrl: checked(parseNetworkUrl),
};

/** The options that have a flag, in the order of `--help`. */
const FLAGS = Object.entries(optionSchemas).flatMap(([name, schema]) =>
  schema['x-flag'] === undefined ? [] : [{ name, ...schema, ...schema['x-flag'] }],
);
type Flag = (typeof FLAGS)[number];

const GOOD_TO_KNOW = `Good to know:
  Without --state, accounts, credits and stored operations live in memory and end with the process.
  GET /__admin/state returns all of it, and PUT /__admin/state restores it in a mock with the same postings.
  No posting is newer than the day on which the clock starts (--now). If you move the clock ahead by months, current
  searches find nothing, and the log says why. POST /__admin/reset also resets the clock.`;

const TOKEN_FORM = 'Give at least 8 visible characters without spaces.';

export function mockCommand(): Command {
  const command = new Command('job-search-mock')
    .description('Serves the Job Search contract over seeded postings, and an admin API.')
    .version(kitVersion())
    .allowExcessArguments()
    // For a misspelt flag commander would print its value, which may be a token.
    .configureOutput({
      outputError: (text, write) => write(text.replace(/(unknown option '[^'=]*)=.*'/s, "$1'")),
    })
    .addHelpText('after', `\n${GOOD_TO_KNOW}`)
    .addHelpText('after', () => `\nReadings:\n${readingList(loadClauses().readings)}`);
  for (const flag of FLAGS) command.addOption(optionOf(flag));
  command.addOption(new Option('--open', 'open the live page in the browser').env('JOB_SEARCH_MOCK_OPEN'));
  return command;
}

/** Reads arguments (without node and script) and environment. Commander exits, or throws, for a bad flag. */
export function readFlags(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  command = mockCommand(),
): CommandOptions {
  // Commander reads process.env and uses every variable that is set.
  for (const option of command.options) {
    if (option.envVar !== undefined && !counts(option, option.envVar, env, command))
      delete env[option.envVar];
  }
  command.parse(args, { from: 'user' });
  const [extra] = command.args;
  // Show only its start, since it may be the rest of a token with a space.
  if (extra !== undefined)
    command.error(
      `error: unexpected argument '${extra.slice(0, 8)}'. Settings are flags, such as --port 4010.`,
    );
  // Not an argParser, because commander prints values that it refuses, and this one may be a mistyped secret.
  if (!/^[\x21-\x7e]{8,}$/.test(command.getOptionValue('adminToken') ?? '--------')) {
    const source =
      command.getOptionValueSource('adminToken') === 'env' ? " from env 'JOB_SEARCH_MOCK_ADMIN_TOKEN'" : '';
    command.error(`error: option '--admin-token <token>'${source} is invalid. ${TOKEN_FORM}`);
  }
  const given = FLAGS.map((flag) => [flag.name, command.getOptionValue(optionOf(flag).attributeName())]);
  given.push(['open', command.getOptionValue('open')]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as CommandOptions;
}

/** Makes an option; a switch if the form has no `<...>`. Its variable is `JOB_SEARCH_MOCK_` and the name in capitals. */
function optionOf({ name, form, help, description, presetHelp, conflicts = [], ...schema }: Flag): Option {
  const words = help ?? description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
  const option = new Option(form, words);
  option.env(`JOB_SEARCH_MOCK_${option.name().toUpperCase().replaceAll('-', '_')}`);
  const { preset = schema.default, minimum, maximum, enum: choices } = schema;
  if (option.required && preset !== undefined) option.default(preset, presetHelp);
  if (choices !== undefined) option.choices(choices);
  const read = maximum === undefined ? READERS[name] : integer(minimum!, maximum);
  if (read !== undefined) option.argParser(read);
  return option.conflicts(conflicts);
}

const ON = ['1', 'true', 'yes', 'on'];
const OFF = ['0', 'false', 'no', 'off'];

/** Whether a variable sets its option. An empty variable does not, and neither does `off` for a switch. */
function counts(option: Option, variable: string, env: NodeJS.ProcessEnv, command: Command): boolean {
  const value = env[variable];
  if (value === undefined || value === '') return false;
  if (option.required || ON.includes(value.toLowerCase())) return true;
  if (OFF.includes(value.toLowerCase())) return false;
  command.error(
    `error: option '${option.flags}' value '${value}' from env '${variable}' is invalid. ` +
      `Use ${ON.join(', ')} to set it, or ${OFF.join(', ')}.`,
  );
}

function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

function checked<Value>(read: (text: string) => Value) {
  return (text: string): Value => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError((error as Error).message);
    }
  };
}

function instant(value: string): string {
  parseInstant(value);
  // No posting lies before 2020, and a dataset is relative to its first day.
  firstDayOf(value);
  return value;
}

function readings(value: string): Partial<Readings> {
  return parseReadings(loadClauses().readings, value.split(','));
}

function readingList(known: readonly Reading[]): string {
  return known
    .filter((reading) => reading.switch)
    .map(({ id, question, choices, default: preset }) => {
      const lines = choices.map(
        (choice) => `      ${choice.id}${choice.id === preset ? ' (default)' : ''}: ${choice.text}`,
      );
      return [`  ${id}: ${question}`, ...lines].join('\n');
    })
    .join('\n');
}
