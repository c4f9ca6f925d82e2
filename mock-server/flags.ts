/** The flags of `job-search-mock`, each with an environment variable, turned into the options of `startMock`. */

import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_NETWORK_URL, firstDayOf } from '../fixtures/index.js';
import { kitVersion, loadClauses, type Reading } from '../spec/index.js';
import { parseReadings, ReadingError, type Readings } from './domain/readings.js';
import type { MockOptions } from './index.js';
import { LOG_MODES, type LogMode } from './log.js';
import { parseInstant } from './state/clock.js';

export type CommandOptions = MockOptions & Required<Pick<MockOptions, 'port' | 'host' | 'log'>>;

const ENV = 'JOB_SEARCH_MOCK_';

interface Flags {
  port: number;
  host: string;
  seed: number;
  jobs: number;
  data?: string;
  now?: string;
  reading: string[];
  adminToken?: string;
  admin: boolean;
  mockHeader: boolean;
  log: LogMode;
  networkUrl: string;
}

/** Reads arguments (without node and script) and environment. Ends through commander, with 2 for a bad flag. */
export function readFlags(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  command = describe(),
): CommandOptions {
  // Commander looks at process.env by itself; an empty variable is one that is not set.
  for (const option of command.options) {
    if (option.envVar !== undefined && env[option.envVar] === '') delete env[option.envVar];
  }
  command.parse(args, { from: 'user' });
  const flags = command.opts<Flags>();
  const { reading, admin, mockHeader, ...rest } = flags;
  return {
    ...rest,
    readings: readingsOf(command, reading),
    admin: admin && !isOn(env[`${ENV}NO_ADMIN`]),
    mark: mockHeader && !isOn(env[`${ENV}NO_MOCK_HEADER`]),
  };
}

export function describe(): Command {
  return new Command('job-search-mock')
    .description('Serves the Job Search contract over seeded postings, with an admin API beside it.')
    .version(kitVersion())
    .addOption(
      flag('--port <number>', 'PORT', 'where to listen; 0 takes a free port')
        .default(4010)
        .argParser(integer(0, 65_535)),
    )
    .addOption(
      flag('--host <address>', 'HOST', 'beyond loopback it needs --admin-token or --no-admin').default(
        '127.0.0.1',
      ),
    )
    .addOption(
      flag('--seed <number>', 'SEED', 'makes the postings').default(1).argParser(integer(0, 0xffff_ffff)),
    )
    .addOption(
      flag('--jobs <number>', 'JOBS', 'how many postings').default(10_000).argParser(integer(0, 5_000_000)),
    )
    .addOption(
      flag('--data <file>', 'DATA', 'postings of your own instead, one JSON object a line').conflicts([
        'seed',
        'jobs',
      ]),
    )
    .addOption(
      flag('--now <time>', 'NOW', 'what the clock shows first, such as 2026-03-01T12:00:00Z').argParser(
        instant,
      ),
    )
    .addOption(
      flag('--reading <id=choice>', 'READING', 'how to take what the source leaves open; can be repeated')
        .default([], 'see below')
        .argParser((value, before: string[]) => [...before, ...value.split(',')]),
    )
    .addOption(
      flag('--admin-token <token>', 'ADMIN_TOKEN', 'what calls of the admin API must carry').argParser(token),
    )
    .addOption(new Option('--no-admin', `serve no admin API (env: ${ENV}NO_ADMIN)`))
    .addOption(
      new Option('--no-mock-header', `leave X-Mock-Server out of responses (env: ${ENV}NO_MOCK_HEADER)`),
    )
    .addOption(flag('--log <mode>', 'LOG', 'what to print').default('pretty').choices(LOG_MODES))
    .addOption(
      flag('--network-url <url>', 'NETWORK_URL', 'what stands before /company/ in profile URLs')
        .default(DEFAULT_NETWORK_URL)
        .argParser(networkUrl),
    )
    .addHelpText('after', () => `\nReadings:\n${readingList(loadClauses().readings)}`);
}

function flag(flags: string, env: string, description: string): Option {
  return new Option(flags, description).env(ENV + env);
}

function integer(least: number, most: number) {
  return (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

function instant(value: string): string {
  try {
    parseInstant(value);
    // No posting lies before 2020, and a dataset is relative to its first day.
    firstDayOf(value);
    return value;
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function token(value: string): string {
  if (/^[\x21-\x7e]{8,}$/.test(value)) return value;
  throw new InvalidArgumentError('Give at least 8 visible characters without spaces.');
}

function networkUrl(value: string): string {
  const url = value.replace(/\/+$/, '');
  if (/^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(url)) return url;
  throw new InvalidArgumentError('Give an address such as https://network.example.');
}

function readingsOf(command: Command, assignments: readonly string[]): Partial<Readings> {
  try {
    return parseReadings(loadClauses().readings, assignments);
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    command.error(`error: option '--reading <id=choice>' is invalid. ${error.message}`);
  }
}

function readingList(readings: readonly Reading[]): string {
  return readings
    .filter((reading) => reading.switch)
    .map(({ id, question, choices, default: preset }) => {
      const lines = choices.map(
        (choice) => `      ${choice.id}${choice.id === preset ? ' (default)' : ''}: ${choice.text}`,
      );
      return [`  ${id}: ${question}`, ...lines].join('\n');
    })
    .join('\n');
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}
