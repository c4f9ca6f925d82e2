/** The flags of all commands. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { splitReports } from '../reports/files.js';
import { FILE_KINDS } from '../reports/index.js';
import {
  makeProfile,
  readProfile,
  secretsOf,
  type Profile,
  type ProfileOverrides,
} from '../run/target/profile.js';
import type { Guarded } from '../command-context.js';
import { CONFIRM, type Confirm } from '../run/confirm.js';
import { shellQuoted } from '../values/text.js';

/** Values of the flags in `FLAGS`. */
export interface Flags {
  target?: string;
  apiKey?: string;
  adminUrl?: string;
  adminToken?: string;
  profile?: string;
  pack?: string[];
  only?: string[];
  absent?: string[];
  maxCredits?: number;
  maxRequests?: number;
  maxTime?: number;
  timeout?: number;
  ca?: string;
  readOnly?: boolean;
  allowThrottling?: boolean;
  strict?: boolean;
  confirm?: Confirm;
  concurrency?: number;
  report?: string[];
  baseline?: string;
  against?: string;
  survey?: string;
  list?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  allowIncomplete?: boolean;
  seed?: number;
}

/** `read` parses a value and throws InvalidArgumentError; a repeated flag passes it the value before. */
type Row = readonly [
  flag: string,
  text: string,
  read?: (value: string, before: unknown) => unknown,
  preset?: unknown,
];

/** The flags of a run, in the order of `--help`. Other commands take some of them, by name. */
export const FLAGS: readonly Row[] = [
  ['--target <url>', 'base address of the deployment'],
  ['--api-key <key>', 'an active key (or in JOB_SEARCH_API_KEY)'],
  ['--profile <file>', 'what is known of the target (YAML); flags win over it'],
  ['--pack <name|file>', 'only this pack; may be repeated', list(splitPacks)],
  ['--only <clause>', 'only this clause, group of clauses or scenario; may be repeated', list()],
  ['--max-credits <n>', 'hard ceiling on credits', whole],
  ['--max-requests <n>', 'hard ceiling on requests', whole],
  ['--max-time <minutes>', 'the run ends by then, with reports', positive],
  ['--read-only', 'nothing that should cost credits'],
  [
    '--allow-throttling',
    'reach the rate limits of the keys, last of all, and wait it out: minutes, hundreds of free requests',
  ],
  ['--absent <name>', 'the target has no such operations (historical, legacy, …)', list()],
  ['--admin-url <url>', 'admin API of a mock: own accounts, clock and faults for each scenario'],
  ['--admin-token <token>', 'credential of the admin API (or in JOB_SEARCH_ADMIN_TOKEN)'],
  ['--concurrency <n>', 'scenarios at a time, where each has its own account (8)', positive],
  ['--ca <file>', 'authorities to trust beside the usual ones (PEM)'],
  ['--timeout <seconds>', 'for each request (30)', positive],
  [
    '--report <kind=file>',
    `write a report: ${FILE_KINDS.join(', ')}; or github, which annotates a job of GitHub Actions; may be repeated`,
    list(splitReports),
  ],
  ['--allow-incomplete', 'exit with 0 instead of 5 if the run is incomplete'],
  ['--baseline <file>', 'known failures (YAML) that do not count'],
  ['--survey <file>', "keep what is found out of the target's data: read where it fits, else written"],
  ['--against <file>', 'say what changed since that run, by its JSON report'],
  [
    '--confirm <times>',
    `how often a failure that compares answers must come again, alone at the end, before it counts: ${CONFIRM.join(', ')} (3)`,
    confirmTimes,
  ],
  ['--strict', 'incomplete (5) where more could be seen with what was not given'],
  ['--list', 'show scenarios, clauses, needs and costs, and run nothing'],
  ['--quiet', 'print the verdict and the failures alone, and no progress'],
  ['--verbose', 'print everything: each reason, reading and command'],
  ['--seed <n>', 'run scenarios in an order drawn from it', whole],
];

/** Flags for the output of a command that judges. */
export const OUTPUT = '--report --allow-incomplete --quiet --verbose';

/** Adds flags in this order. Names such as `--target --only` add flags from `FLAGS`. */
export function addFlags(command: Command, ...flags: (Row | Option | string)[]): void {
  for (const flag of flags) {
    if (flag instanceof Option) command.addOption(flag);
    else if (typeof flag !== 'string') command.addOption(optionOf(flag));
    else for (const name of flag.split(' ')) command.addOption(optionOf(rowOf(name)));
  }
}

function rowOf(name: string): Row {
  const row = FLAGS.find(([flag]) => flag.split(' ')[0] === name);
  if (row === undefined) throw new Error(`There is no flag ${name}.`);
  return row;
}

function optionOf([flag, text, read, preset]: Row): Option {
  const option = new Option(flag, text);
  if (read !== undefined) option.argParser<unknown>(read);
  return option.default(preset);
}

/** Parses a list whose flag may be repeated. */
export function list(split = (value: string): string[] => value.split(',')): Row[2] {
  return (value, before = []) => [...(before as string[]), ...split(value).filter(Boolean)];
}

/** A name or several; a file may have commas in its name. */
function splitPacks(value: string): string[] {
  return existsSync(value) ? [value] : value.split(',');
}

export function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

function confirmTimes(text: string): Confirm {
  const times = CONFIRM.find((each) => String(each) === text);
  if (times === undefined) throw new InvalidArgumentError(`It is one of ${CONFIRM.join(', ')}.`);
  return times;
}

export function positive(text: string): number {
  if (whole(text) === 0) throw new InvalidArgumentError('It must be above 0.');
  return Number(text);
}

/** True if the flags name a target, in a profile or by its address. */
export function namesTarget({ target, profile }: Flags): boolean {
  return target !== undefined || profile !== undefined;
}

/** The key and the token: flags win over the environment. */
export function credentialsOf(
  { apiKey, adminToken }: Pick<Flags, 'apiKey' | 'adminToken'>,
  { environment }: Guarded,
): Pick<ProfileOverrides, 'apiKey' | 'keyVariable' | 'adminToken'> {
  return {
    apiKey: apiKey ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
    keyVariable: apiKey === undefined ? 'JOB_SEARCH_API_KEY' : undefined,
    adminToken: adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined),
  };
}

/** Reads the profile; from then on, no output contains its secrets. Throws UsageError. */
export function profileOf(flags: Flags, around: Guarded): Profile {
  const profile = makeProfile(
    {
      ...flags,
      ...credentialsOf(flags, around),
      profile: undefined,
      maxMinutes: flags.maxTime,
      timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    },
    around.environment,
    flags.profile === undefined ? null : readProfile(flags.profile),
  );
  for (const [secret, shown] of secretsOf(profile)) around.redactor.add(secret, shown);
  return profile;
}

/** Flags that select or write: a command that repeats a run leaves them out. */
const ONCE = `--only --baseline --against --list ${OUTPUT}`.split(' ');
const SECRETS: Readonly<Record<string, string>> = {
  '--api-key': '"$JOB_SEARCH_API_KEY"',
  '--admin-token': '"$JOB_SEARCH_ADMIN_TOKEN"',
};

/** The command that repeats a run, with secrets as variables. */
export function commandOf(flags: Flags, { program }: Guarded): string {
  const given = flags as Readonly<Record<string, unknown>>;
  const parts = FLAGS.flatMap((row) => {
    const option = optionOf(row);
    const name = option.long!;
    if (ONCE.includes(name) || program.adds.includes(name)) return [];
    return [given[option.attributeName()] ?? []].flat().map((value) => {
      return value === true ? name : `${name} ${SECRETS[name] ?? shellQuoted(String(value))}`;
    });
  });
  return [program.words, ...parts].join(' ');
}
