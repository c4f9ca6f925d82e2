/** The command `job-search-mock`: reads its flags and starts a mock. */

import { spawn } from 'node:child_process';
import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { seededAccounts } from '../fixtures/index.js';
import { onEndSignals } from '../common/end-signals.js';
import { dataWarning } from './data-warning.js';
import { mockCommand, readFlags, type CommandOptions } from './flags.js';
import {
  DataFileError,
  ListenError,
  ReadingError,
  startMock,
  StateError,
  UnsafeHostError,
  type Mock,
} from './index.js';
import { terminal } from '../common/terminal.js';

const BAD_FLAG = 2;

async function main(): Promise<void> {
  // If a reader closes the pipe (`| head`), the mock continues.
  process.stdout.on('error', () => undefined);
  const command = mockCommand()
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  let options: CommandOptions;
  try {
    options = readFlags(process.argv.slice(2), process.env, command);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : BAD_FLAG;
    return;
  }
  try {
    const { open, ...ofMock } = options;
    const mock = await startMock(ofMock);
    const warning = options.data === undefined ? null : dataWarning(mock.world, options.data);
    if (warning !== null) say(warning);
    if (mock.world.keeper.remark !== null) say(`Warning: ${mock.world.keeper.remark}`);
    // Before the greeting, because a caller may end the mock as soon as it reads it.
    endOnSignals(mock);
    greet(mock, options);
    if (open) openInBrowser(urlOf(mock, options));
  } catch (error) {
    process.exitCode = complain(error);
  }
}

/** Prints an error and returns the exit status: 2 if a flag is wrong, else 1. */
function complain(error: unknown): number {
  const known = [DataFileError, ListenError, ReadingError, StateError, UnsafeHostError];
  if (!known.some((kind) => error instanceof kind)) {
    say(inspect(error));
    return 1;
  }
  const { message } = error as Error;
  say(error instanceof DataFileError ? `Failed to start: --data ${message}` : message);
  return error instanceof ListenError && !error.badHost ? 1 : BAD_FLAG;
}

function say(complaint: string): void {
  terminal.err(`${complaint}\n`);
}

/** The address for a browser on this machine. */
function urlOf(mock: Mock, { host }: Pick<CommandOptions, 'host'>): string {
  return /^(0\.0\.0\.0|::)$/.test(host) ? `http://127.0.0.1:${mock.port}` : mock.url;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openInBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => say(`--open: ${program} cannot be started. Open ${url} yourself.`))
    .unref();
}

function greet(mock: Mock, { log, admin, host, data }: CommandOptions): void {
  const { dataset, version, knownReadings, readings, clock, keeper } = mock.world;
  const url = urlOf(mock, { host });
  const adminUrl = admin === false ? null : `${url}/__admin`;
  const chosen = knownReadings.filter(({ id, default: preset }) => readings[id] !== preset);
  const accounts = seededAccounts;
  if (log === 'json') {
    const ready = {
      event: 'ready',
      url,
      port: mock.port,
      docs: `${url}/docs`,
      admin: adminUrl,
      version,
      seed: dataset.seed,
      jobs: dataset.size,
      dataset: dataset.hash,
      now: new Date(clock.now()).toISOString(),
      readings: Object.fromEntries(chosen.map(({ id }) => [id, readings[id]])),
      keys: accounts.map(({ key }) => key),
    };
    terminal.out(`${JSON.stringify(ready)}\n`);
    return;
  }
  if (log === 'silent') {
    terminal.out(`${url}\n`);
    return;
  }
  const keyLines = accounts.flatMap(({ key, purpose }) => {
    const account = mock.world.accounts.byKey(key);
    if (account === undefined) return [];
    return `    ${key.padEnd(14)} ${String(account.credits).padStart(7)} credits   ${purpose}`;
  });
  terminal.out(
    [
      `Job Search mock ${version} listens on ${url}`,
      '',
      `  Live page  ${url}/  (${adminUrl === null ? 'start page only, without the admin API' : 'each request, and the reason for its response'})`,
      `  Guides     ${url}/docs/guides`,
      `  Contract   ${url}/docs`,
      `  Postings   ${dataset.size}, ${data === undefined ? `seed ${dataset.seed}` : `from ${data}`}, none newer than ${dataset.firstDay}`,
      ...(keeper.place === null
        ? []
        : [`  State      ${keeper.place}, accounts: ${mock.world.accounts.size}`]),
      ...chosen.map(({ id }) => `  Reading    ${id}=${readings[id]}`),
      '  Keys',
      ...keyLines,
      '',
      '  Try it:',
      `curl -s ${url}/api/v1/jobs-search/search -H 'Authorization: Bearer key_demo' -H 'Content-Type: application/json' -d '{"limit": 1}'`,
      '',
      '',
    ].join('\n'),
  );
}

/** The first signal waits for requests in flight, the second does not. */
function endOnSignals(mock: Mock): void {
  onEndSignals(
    () => void mock.close().then(() => process.exit(0)),
    () => process.exit(1),
  );
}

await main();
