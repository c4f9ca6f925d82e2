/** The flags of all commands, as `commands.yaml` states them. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { PATIENCE } from '../clients/courses/hold-courses.js';
import { LANGUAGES, type Language } from '../clients/courses/templates.js';
import { splitReports } from '../reports/files.js';
import { FILE_KINDS } from '../reports/index.js';
import {
  makeProfile,
  readProfile,
  redactSecrets,
  type Profile,
  type ProfileOverrides,
} from '../run/target/profile.js';
import type { Guarded } from '../command-context.js';
import { CONFIRM, type Confirm } from '../run/confirm.js';
import { shellQuoted } from '../values/text.js';
import { COMMANDS } from './generated/commands.js';

/** A flag of `commands.yaml`. Without `takes` the flag is a switch. Without `is` its value is any text. */
interface Row {
  says: string;
  takes?: string;
  is?: keyof typeof READERS;
  preset?: unknown;
  once?: true;
  /** The environment variable that can hold the value, which no output may contain. */
  secret?: string;
}

interface Reader<T> {
  /** Throws InvalidArgumentError. `before` is the previous value if the flag is repeated. */
  read(value: string, before: unknown): T;
  values?: readonly (T | string)[];
  preset?: T;
}

/** Reads a number of this form. */
const number = (form: RegExp, words: string) => (text: string) => {
  if (!form.test(text)) throw new InvalidArgumentError(`It must be ${words}.`);
  return Number(text);
};
const upTo999 = number(/^[1-9]\d{0,2}$/, 'a whole number from 1 to 999');
const confirmTimes = number(new RegExp(`^(${CONFIRM.join('|')})$`), `one of ${CONFIRM.join(', ')}`);

/** Readers of values, by their names in `commands.yaml`. */
const READERS = {
  list: { read: list() },
  // The name of an existing file may contain commas.
  packs: { read: list((value) => (existsSync(value) ? [value] : value.split(','))) },
  reports: { read: list(splitReports), values: FILE_KINDS },
  whole: { read: number(/^\d+$/, 'a whole number of 0 or more') },
  positive: { read: number(/^0*[1-9]\d*$/, 'a whole number above 0') },
  upTo999: { read: upTo999 },
  patience: { read: upTo999, preset: PATIENCE },
  confirm: { read: confirmTimes as (text: string) => Confirm, values: CONFIRM },
  language: { read: (text: string) => text as Language },
} satisfies Readonly<Record<string, Reader<unknown>>>;

type ValueOf<R> = R extends { is: infer Name extends keyof typeof READERS }
  ? ReturnType<(typeof READERS)[Name]['read']>
  : R extends { takes: string }
    ? string
    : boolean;
type Given<Rows> = { [Name in keyof Rows]?: ValueOf<Rows[Name]> };
type Preset<Rows> = {
  [Name in keyof Rows as Rows[Name] extends { preset: unknown } | { is: 'patience' } ? Name : never]: ValueOf<
    Rows[Name]
  >;
};

export type CommandName = keyof typeof COMMANDS;
/** Values of the flags of a run. Other commands take some of them. */
export type Flags = Given<(typeof COMMANDS)['run']['flags']>;
export type FlagsOf<Name extends CommandName> = Flags &
  Given<(typeof COMMANDS)[Name]['flags']> &
  Preset<(typeof COMMANDS)[Name]['flags']>;

/** A command. It takes its arguments, and returns the exit status. */
export type Action<Name extends CommandName> = (
  args: readonly string[],
  flags: FlagsOf<Name>,
  context: Guarded,
) => number | Promise<number>;

type RowOf<Name extends CommandName> = Name extends CommandName
  ? (typeof COMMANDS)[Name]['flags'][keyof (typeof COMMANDS)[Name]['flags']]
  : never;
/** The environment variables of secret flags. */
export type SecretVariable = Extract<RowOf<CommandName>, { secret: string }>['secret'];

/** The flags of a command alone, then the flags that it shares with a run, in the order of `--help`. */
function rowsOf(name: CommandName): [string, Row][] {
  const { flags, shares = [] }: { flags: Readonly<Record<string, Row>>; shares?: readonly string[] } =
    COMMANDS[name];
  const ofRun: Readonly<Record<string, Row>> = COMMANDS.run.flags;
  return [...Object.entries(flags), ...shares.map((each): [string, Row] => [each, ofRun[each]!])];
}

export function optionsOf(name: CommandName): Option[] {
  return rowsOf(name).map(([each, row]) => optionOf(each, row));
}

function optionOf(name: string, { says, takes, is, preset }: Row): Option {
  const flag = longOf(name);
  const reader: Reader<unknown> | undefined = is && READERS[is];
  const words = says.replace('{values}', reader?.values?.join(', ') ?? '');
  const option = new Option(takes === undefined ? flag : `${flag} <${takes}>`, words);
  if (is === 'language') option.choices(LANGUAGES);
  else if (reader !== undefined) option.argParser<unknown>(reader.read);
  return option.default(preset ?? reader?.preset);
}

function longOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
}

/** Parses a list whose flag may be repeated. */
function list(split = (value: string): string[] => value.split(',')) {
  return (value: string, before: unknown = []): string[] => [
    ...(before as string[]),
    ...split(value).filter(Boolean),
  ];
}

/** True if the flags name a target, in a profile or by its address. */
export function namesTarget({ target, profile }: Flags): boolean {
  return target !== undefined || profile !== undefined;
}

/** The API key and the admin token, from the flags or else from the environment. */
export function credentialsOf(
  { apiKey, adminToken }: Pick<Flags, 'apiKey' | 'adminToken'>,
  { environment }: Guarded,
): Pick<ProfileOverrides, 'apiKey' | 'keySource' | 'adminToken'> {
  return {
    apiKey: apiKey ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
    keySource: apiKey === undefined ? 'the environment variable JOB_SEARCH_API_KEY' : undefined,
    adminToken: adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined),
  };
}

/** Reads the profile; from then on, no output contains its secrets. Throws UsageError. */
export function profileOf(flags: Flags, context: Guarded): Profile {
  const profile = makeProfile(
    {
      ...flags,
      ...credentialsOf(flags, context),
      profile: undefined,
      maxMinutes: flags.maxTime,
      timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    },
    context.environment,
    flags.profile === undefined ? null : readProfile(flags.profile),
  );
  redactSecrets(profile, context.redactor);
  return profile;
}

/** The command that repeats this one, with secrets as variables and without flags that are `once`. */
export function commandOf(name: CommandName, flags: Flags, { program }: Guarded): string {
  const given = flags as Readonly<Record<string, unknown>>;
  const parts = rowsOf(name).flatMap(([each, row]) => {
    const flag = longOf(each);
    if (row.once === true || program.adds.includes(flag)) return [];
    return [given[each] ?? []].flat().map((value) => {
      const shown = row.secret === undefined ? shellQuoted(String(value)) : `"$${row.secret}"`;
      return value === true ? flag : `${flag} ${shown}`;
    });
  });
  return [program.words, ...(name === 'run' ? [] : [name]), ...parts].join(' ');
}
