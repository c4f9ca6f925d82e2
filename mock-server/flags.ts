/** The flags of `job-search-mock`, each with an environment variable, turned into the options of `startMock`. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_NETWORK_URL, firstDayOf } from '../fixtures/index.js';
import { kitVersion, loadClauses, type Reading } from '../spec/index.js';
import { RATE_LIMIT_MODES } from './domain/rate-limit.js';
import { parseReadings, type Readings } from './domain/readings.js';
import type { MockOptions } from './index.js';
import { LOG_MODES } from './log.js';
import { parseNetworkUrl } from './network-url.js';
import { parseInstant } from './state/clock.js';

/** The options of `startMock` that a flag can set. */
type Settable = Omit<MockOptions, 'shared' | 'frozen' | 'newId' | 'machineNow' | 'write' | 'wrap'>;

export type CommandOptions = Settable & Required<Pick<Settable, 'port' | 'host' | 'log'>>;

interface Flag<Value> {
  /** As commander reads it. The variable is `JOB_SEARCH_MOCK_` and the name in capitals, such as `..._NO_ADMIN`. */
  flag: string;
  /** What `--help` says. */
  says: string;
  preset?: Value;
  /** What `--help` says of the preset, where its value does not speak for itself. */
  presetSays?: string;
  /** Accepted values, where they are a list. */
  choices?: readonly Value[];
  /** Reads a value; throws InvalidArgumentError. `before` is that of the flag's last use, or the preset. */
  read?(text: string, before: Value): Value;
  /** Options that cannot be set with it. */
  conflicts?: (keyof Settable)[];
}

/** One row for each flag, by the option that it sets, in the order of `--help`. A row without `<...>` is a switch. */
const FLAGS: { readonly [Name in keyof Settable]-?: Flag<NonNullable<Settable[Name]>> } = {
  port: {
    flag: '--port <number>',
    says: 'where to listen; 0 takes a free port',
    preset: 4010,
    read: integer(0, 65_535),
  },
  host: {
    flag: '--host <address>',
    says: 'beyond loopback it needs --admin-token or --no-admin',
    preset: '127.0.0.1',
  },
  seed: {
    flag: '--seed <number>',
    says: 'decides which postings there are',
    preset: 1,
    read: integer(0, 0xffff_ffff),
  },
  jobs: { flag: '--jobs <number>', says: 'how many postings', preset: 10_000, read: integer(0, 5_000_000) },
  data: {
    flag: '--data <file>',
    says: 'postings of your own instead, one JSON object a line',
    conflicts: ['seed', 'jobs'],
  },
  now: {
    flag: '--now <time>',
    says: 'what the clock shows first, such as 2026-03-01T12:00:00Z',
    read: checked(instant),
  },
  readings: {
    flag: '--reading <id=choice>',
    says: 'how to read what the source leaves open; can be repeated',
    preset: {},
    presetSays: 'see below',
    read: (text, before) => ({ ...before, ...checked(readings)(text) }),
  },
  rateLimits: {
    flag: '--rate-limits <mode>',
    says: 'none lifts those of the contract, for load tests',
    preset: 'contract',
    choices: RATE_LIMIT_MODES,
  },
  strictRequests: {
    flag: '--strict-requests',
    says: 'refuse (422) unknown fields and a Content-Type that is not JSON',
  },
  adminToken: {
    flag: '--admin-token <token>',
    says: 'what calls of the admin API must carry',
  },
  admin: { flag: '--no-admin', says: 'serve no admin API' },
  mark: { flag: '--no-mock-header', says: 'leave X-Mock-Server out of responses' },
  log: { flag: '--log <mode>', says: 'what to print', preset: 'pretty', choices: LOG_MODES },
  state: {
    flag: '--state <place>',
    says: 'keeps accounts, credits and stored operations: a folder, or redis://… for several mocks',
  },
  statePrefix: {
    flag: '--state-prefix <name>',
    says: 'what keys in a Redis begin with: mocks of one prefix share one state',
  },
  networkUrl: {
    flag: '--network-url <url>',
    says: 'what stands before /company/ in profile URLs',
    preset: DEFAULT_NETWORK_URL,
    read: checked(parseNetworkUrl),
  },
};

const GOOD_TO_KNOW = `Good to know:
  Without --state, accounts, credits and stored operations live in memory and end with the process.
  GET /__admin/state gives all of it, PUT /__admin/state brings it back into a mock of the same postings.
  No posting is newer than the clock's first day (--now). A clock moved ahead by months leaves them behind: current
  searches are then empty, and the log says so. POST /__admin/reset brings the clock back, too.`;

const TOKEN_FORM = 'Give at least 8 visible characters without spaces.';

const ROWS = Object.entries(FLAGS) as [keyof Settable, Flag<unknown>][];

export function mockCommand(): Command {
  const command = new Command('job-search-mock')
    .description('Serves the Job Search contract over seeded postings, with an admin API beside it.')
    .version(kitVersion())
    .allowExcessArguments()
    // Beside a misspelt flag commander would show its value, which may be a token.
    .configureOutput({
      outputError: (text, write) => write(text.replace(/(unknown option '[^'=]*)=.*'/s, "$1'")),
    })
    .addHelpText('after', `\n${GOOD_TO_KNOW}`)
    .addHelpText('after', () => `\nReadings:\n${readingList(loadClauses().readings)}`);
  for (const [, row] of ROWS) command.addOption(optionOf(row));
  return command;
}

/** Reads arguments (without node and script) and environment. Ends through commander, with 2 for a bad flag. */
export function readFlags(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  command = mockCommand(),
): CommandOptions {
  // Commander reads process.env by itself, and treats every variable that is set as given.
  for (const option of command.options) {
    if (option.envVar !== undefined && !counts(option, option.envVar, env, command))
      delete env[option.envVar];
  }
  command.parse(args, { from: 'user' });
  const [extra] = command.args;
  // Cut short: it may be the rest of a token with a space in it.
  if (extra !== undefined)
    command.error(
      `error: unexpected argument '${extra.slice(0, 8)}'. Settings are flags, such as --port 4010.`,
    );
  // What a reader of its own refuses, commander quotes; this may be a secret with a slip in it.
  if (!/^[\x21-\x7e]{8,}$/.test(command.getOptionValue('adminToken') ?? '--------'))
    command.error(`error: option '${FLAGS.adminToken.flag}' is invalid. ${TOKEN_FORM}`);
  const given = ROWS.map(([name, row]) => [name, command.getOptionValue(optionOf(row).attributeName())]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as CommandOptions;
}

function optionOf({ flag, says, preset, presetSays, choices, read, conflicts = [] }: Flag<unknown>): Option {
  const option = new Option(flag, says);
  option.env(`JOB_SEARCH_MOCK_${option.name().toUpperCase().replaceAll('-', '_')}`);
  if (preset !== undefined) option.default(preset, presetSays);
  if (choices) option.choices(choices as readonly string[]);
  if (read) option.argParser(read);
  return option.conflicts(conflicts);
}

const ON = ['1', 'true', 'yes', 'on'];
const OFF = ['0', 'false', 'no', 'off'];

/** Whether the variable sets the option: an empty one does not, nor does a switch that says off. */
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
