#!/usr/bin/env node
/** `job-search-conformance`: flags into values, one call, reports out. */
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { kitVersion } from '../spec/index.js';
import { didYouMean } from '../common/nearest.js';
import { addClientsCommand } from './commands/clients.js';
import { deliver } from './commands/deliver.js';
import { judgeFile, type JudgeFlags } from './commands/judge.js';
import { watch, type WatchFlags } from './commands/watch.js';
import { workbench, type WorkbenchFlags } from './commands/workbench.js';
import { oracles } from './judge/oracles/index.js';
import { EXIT_CODES, VERDICT_WORDS, type Verdict } from './judge/verdicts.js';
import { PackError } from './pack/model/source-file.js';
import { reportFiles, splitReports } from './reports/files.js';
import { FILE_KINDS } from './reports/index.js';
import { runView } from './reports/run-view.js';
import { readBaseline } from './run/baseline-file.js';
import { readEarlier } from './run/earlier-file.js';
import type { Progress } from './run/progress.js';
import { listingOf } from './run/listing.js';
import { announcementOf, planOf } from './run/plan.js';
import { TargetRefuses } from './run/recognize.js';
import { makeProfile, readProfile, secretsOf, type Profile } from './run/profile.js';
import { loadDocuments } from './pack/model/documents.js';
import { run } from './run/run.js';
import { chooseScenarios } from './run/scenarios.js';
import { guarded, runInProcess, type Surroundings } from './surroundings.js';
import { shellQuoted } from './values/text.js';
import { UsageError } from './values/usage-error.js';
import { createRedactor, type Redactor } from '../common/redact.js';

const EXIT_HELP = `
Exit status:
  0  conforms
  1  does not conform
  2  bad usage, profile or pack
  3  target unreachable, not this API, or it refuses the key
  4  error of the suite itself, or a report cannot be written
  5  incomplete: something that should have been checked was not, the run was interrupted, or nothing was executed
  129, 130, 143  ended at once by a second signal (SIGHUP, SIGINT, SIGTERM)

Example:
  job-search-conformance --target https://api.example.com --pack smoke --report html=report.html`;

interface Flags {
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
  concurrency?: number;
  report?: string[];
  baseline?: string;
  against?: string;
  survey?: string;
  list?: boolean;
  quiet?: boolean;
  seed?: number;
}

/** A flag and how a command that repeats the run gives it again; without `again` the repetition leaves it out. */
interface FlagRow {
  option: Option;
  again?: (value: string) => string;
}

const quoted = (flag: string) => (value: string) => `${flag} ${shellQuoted(value)}`;

/** Every flag, in the order of `--help`. */
function flagRows(): FlagRow[] {
  const row = (flags: string, text: string, again?: FlagRow['again'], read?: (value: string) => unknown) => {
    const option = new Option(flags, text);
    if (read !== undefined) option.argParser(read);
    return again === undefined ? { option } : { option, again };
  };
  const list = (
    flags: string,
    text: string,
    again?: FlagRow['again'],
    split = (value: string): string[] => value.split(','),
  ) => {
    const each = row(flags, text, again);
    each.option.argParser((value: string, before: string[] = []) => [
      ...before,
      ...split(value).filter(Boolean),
    ]);
    return each;
  };
  return [
    row('--target <url>', 'base address of the deployment', quoted('--target')),
    row(
      '--api-key <key>',
      'an active key (or in JOB_SEARCH_API_KEY)',
      () => '--api-key "$JOB_SEARCH_API_KEY"',
    ),
    row('--profile <file>', 'what is known of the target (YAML); flags win over it', quoted('--profile')),
    list('--pack <name|file>', 'only this pack; may be repeated', quoted('--pack'), splitPacks),
    list('--only <clause>', 'only this clause, group of clauses or scenario; may be repeated'),
    row('--max-credits <n>', 'hard ceiling on credits', quoted('--max-credits'), whole),
    row('--max-requests <n>', 'hard ceiling on requests', quoted('--max-requests'), whole),
    row('--max-time <minutes>', 'the run ends by then, with reports', quoted('--max-time'), positive),
    row('--read-only', 'nothing that can cost credits', () => '--read-only'),
    row(
      '--allow-throttling',
      'reach the rate limits of the keys, last of all, and wait it out: minutes, hundreds of free requests',
      () => '--allow-throttling',
    ),
    list('--absent <name>', 'the target has no such operations (historical, legacy, …)', quoted('--absent')),
    row(
      '--admin-url <url>',
      'admin API of a mock: own accounts, clock and faults for each scenario',
      quoted('--admin-url'),
    ),
    row(
      '--admin-token <token>',
      'credential of the admin API (or in JOB_SEARCH_ADMIN_TOKEN)',
      () => '--admin-token "$JOB_SEARCH_ADMIN_TOKEN"',
    ),
    row(
      '--concurrency <n>',
      'scenarios at a time, where each has its own account (8)',
      quoted('--concurrency'),
      positive,
    ),
    row('--ca <file>', 'authorities to trust beside the usual ones (PEM)', quoted('--ca')),
    row('--timeout <seconds>', 'for each request (30)', quoted('--timeout'), positive),
    list(
      '--report <kind=file>',
      `write a report: ${FILE_KINDS.join(', ')}; may be repeated`,
      undefined,
      splitReports,
    ),
    row('--baseline <file>', 'known failures (YAML) that do not count'),
    row(
      '--survey <file>',
      "keep what is found out of the target's data: read where it fits, else written",
      quoted('--survey'),
    ),
    row('--against <file>', 'say what changed since that run, by its JSON report'),
    row('--strict', 'incomplete (5) where more could be seen with what was not given', () => '--strict'),
    row('--list', 'show scenarios, clauses, needs and costs, and run nothing'),
    row('--quiet', 'no progress'),
    row('--seed <n>', 'run scenarios in an order drawn from it', quoted('--seed'), whole),
  ];
}

/** Runs the command with the arguments after its name and gives its exit status. Never rejects, never exits. */
export async function main(args: readonly string[], around: Surroundings): Promise<number> {
  const redactor = createRedactor();
  for (const [secret, shown] of secretsGiven(args, around.environment)) redactor.add(secret, shown);
  const safe = guarded(around, redactor);
  let status: number = EXIT_CODES.conforms;
  const program = commandLine(safe, async (action) => {
    status = await action(redactor);
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.conforms : EXIT_CODES.usage;
    if (error instanceof UsageError || error instanceof PackError) {
      safe.err(`${error.message}\n`);
      return EXIT_CODES.usage;
    }
    if (error instanceof TargetRefuses) {
      safe.err(`${error.message}\n`);
      return EXIT_CODES.unreachable;
    }
    safe.err(`The suite broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return EXIT_CODES.error;
  }
}

/** Known before anything is read, since a complaint about other arguments may quote them. */
function secretsGiven(
  args: readonly string[],
  environment: Surroundings['environment'],
): [secret: string, shown: string][] {
  const given = (flag: RegExp): (string | undefined)[] =>
    args.flatMap((arg, i) =>
      flag.test(arg) ? [arg.includes('=') ? arg.replace(/^[^=]*=/, '') : args[i + 1]] : [],
    );
  // A flag that is misspelt is one, too.
  const keys = [...given(/^--(?:api|key)/), environment['JOB_SEARCH_API_KEY']];
  const tokens = [...given(/^--admin-t/), environment['JOB_SEARCH_ADMIN_TOKEN']];
  return [
    ...keys.map((key): [string, string] => [key ?? '', '[key active]']),
    ...tokens.map((token): [string, string] => [token ?? '', '[admin token]']),
  ];
}

type Action = (redactor: Redactor) => Promise<number>;

function commandLine(around: Surroundings, perform: (action: Action) => Promise<void>): Command {
  const program = new Command('job-search-conformance')
    .description(
      'Finds out over HTTP whether a deployment of the Job Search Service behaves as the contract says.',
    )
    .version(kitVersion())
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows all flags)')
    .allowExcessArguments()
    .hook('preAction', (_program, command) => refuseExtra(command))
    // What stands behind a subcommand is the subcommand's.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: around.out, writeErr: around.err })
    .action((flags: Flags) => perform((redactor) => verify(flags, around, redactor)));
  for (const { option } of flagRows()) program.addOption(option);
  addClientsCommand(program, around, (action) => perform(action));
  const again = program
    .command('judge <file>')
    .description(
      'judge a stored run (--report json=FILE), a HAR file or a history of traffic, without its target',
    )
    .option('--alone', 'of traffic: nothing else used these accounts or changed them meanwhile')
    .action((file: string, flags: JudgeFlags) => perform(() => judgeFile(file, flags, around)));
  for (const { option } of flagRows())
    if (['--only', '--report', '--baseline', '--against', '--strict'].includes(option.long ?? ''))
      again.addOption(option);
  const watching = program
    .command('watch')
    .description(
      'a proxy before --target that changes nothing, and judges service and callers by what passes',
    )
    .addOption(
      new Option('--port <n>', 'where to listen; 0 takes a free port').argParser(whole).default(4020),
    )
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--allow-remote', 'a --host that other machines can reach is meant')
    .option(
      '--history <file>',
      'write what passed: as HAR to a file named *.har, else as a history for judge',
    )
    .option('--alone', 'nothing else uses these accounts or changes them meanwhile')
    .action((flags: WatchFlags) => perform((redactor) => watch(flags, around, redactor)));
  for (const { option } of flagRows())
    if (
      ['--target', '--only', '--ca', '--report', '--baseline', '--against', '--quiet'].includes(
        option.long ?? '',
      )
    )
      watching.addOption(option);
  addWorkbench(program, around, perform);
  return program;
}

/** `workbench`: the suite in a browser. */
function addWorkbench(
  program: Command,
  around: Surroundings,
  perform: (action: Action) => Promise<void>,
): void {
  const bench = program
    .command('workbench [files...]')
    .description(
      'the suite in a browser: choose and run scenarios, read what came of them, and of stored runs, HAR files and histories of traffic',
    )
    .addOption(
      new Option('--port <n>', 'where to listen, on this machine alone; 0 takes a free port')
        .argParser(whole)
        .default(4030),
    )
    .option('--packs <folder>', 'where packs that are written in the workbench are saved, and nowhere else')
    .action((files: string[], flags: WorkbenchFlags & Flags) =>
      perform((redactor) => {
        const isNamed = flags.target !== undefined || flags.profile !== undefined;
        return workbench(files, flags, isNamed ? profileOf(flags, around) : null, around, redactor);
      }),
    );
  const own = [
    '--target',
    '--api-key',
    '--profile',
    '--admin-url',
    '--admin-token',
    '--pack',
    '--absent',
    '--ca',
  ];
  for (const { option } of flagRows()) {
    const isOfProfile = [...own, '--timeout', '--max-credits', '--max-requests', '--allow-throttling'];
    if (isOfProfile.includes(option.long ?? '')) bench.addOption(option);
  }
}

/** A name or several; a file may have commas in its name. */
function splitPacks(value: string): string[] {
  return existsSync(value) ? [value] : value.split(',');
}

/** Refuses the first argument that the command does not take; of it only the beginning is shown, since it may be a key. */
function refuseExtra(command: Command): void {
  const { registeredArguments: taken, args } = command;
  const extra = args[taken.length];
  if (extra === undefined || taken.at(-1)?.variadic === true) return;
  const near = didYouMean(
    extra,
    command.commands.map((each) => each.name()),
  );
  const hint = near === '' ? ' Settings are flags, such as --target URL.' : near;
  command.error(`error: unexpected argument '${extra.slice(0, 8)}'.${hint}`);
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

function positive(text: string): number {
  if (whole(text) === 0) throw new InvalidArgumentError('It must be above 0.');
  return Number(text);
}

async function verify(flags: Flags, around: Surroundings, redactor: Redactor): Promise<number> {
  if (flags.list === true) return list(flags, around);
  const profile = profileOf(flags, around);
  for (const [secret, shown] of secretsOf(profile)) redactor.add(secret, shown);
  const files = reportFiles(flags.report ?? []);
  const interrupts = around.interrupts?.();
  try {
    const report = await run({
      profile,
      oracles,
      packs: flags.pack ?? [],
      only: flags.only ?? [],
      readOnly: flags.readOnly ?? false,
      concurrency: flags.concurrency ?? 8,
      seed: flags.seed ?? 0,
      strict: flags.strict ?? false,
      ...(flags.survey === undefined ? {} : { survey: flags.survey }),
      baseline: flags.baseline === undefined ? null : readBaseline(flags.baseline),
      against: flags.against === undefined ? null : readEarlier(flags.against),
      redactor,
      command: commandOf(flags, around),
      onPlan: (plan) => around.err(announcementOf(plan, profile)),
      onRemark: (remark) => around.err(`${remark}\n`),
      ...(flags.quiet === true ? {} : { onProgress: progress(around) }),
      ...(interrupts === undefined ? {} : { signal: interrupts.signal }),
    });
    return deliver(runView(report), files, around);
  } finally {
    // Not sooner: a signal must not cut the reports short.
    interrupts?.release();
  }
}

function profileOf(flags: Flags, { environment }: Surroundings): Profile {
  return makeProfile(
    {
      target: flags.target,
      adminUrl: flags.adminUrl,
      apiKey: flags.apiKey ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
      adminToken: flags.adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined),
      maxCredits: flags.maxCredits,
      maxRequests: flags.maxRequests,
      maxMinutes: flags.maxTime,
      absent: flags.absent,
      ca: flags.ca,
      allowThrottling: flags.allowThrottling,
      timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    },
    environment,
    flags.profile === undefined ? null : readProfile(flags.profile),
  );
}

function list(flags: Flags, around: Surroundings): number {
  const documents = loadDocuments();
  const { scenarios } = chooseScenarios(
    { packs: flags.pack ?? [], only: flags.only ?? [], oracles },
    documents,
  );
  const isKnown = flags.target !== undefined || flags.profile !== undefined;
  const skipped = isKnown
    ? planOf(scenarios, profileOf(flags, around), documents.contract, flags.readOnly ?? false).skipped
    : new Map<string, string>();
  around.out(listingOf(scenarios, skipped));
  return EXIT_CODES.conforms;
}

const WORTH_A_LINE: readonly Verdict[] = ['fail', 'error', 'not-followed'];

/** One line that rewrites itself on a terminal; in a log, only what went wrong. */
function progress(around: Surroundings): (progress: Progress) => void {
  return ({ done, total, scenario, verdict }) => {
    if (around.isTerminal)
      around.err(`\r\u001b[K${done}/${total} ${scenario}${done === total ? '\r\u001b[K' : ''}`);
    else if (WORTH_A_LINE.includes(verdict)) around.err(`${VERDICT_WORDS[verdict].word} ${scenario}\n`);
  };
}

/** The command without what selects or writes, and with secrets as variables. */
function commandOf(flags: Flags, { program }: Surroundings): string {
  const given = flags as Readonly<Record<string, unknown>>;
  const parts = flagRows().flatMap(({ option, again }) => {
    const value = given[option.attributeName()];
    if (again === undefined || value === undefined || program?.adds.includes(option.long ?? '')) return [];
    return (Array.isArray(value) ? value : [value]).map((each) => again(String(each)));
  });
  return [program?.words ?? 'npx job-search-conformance', ...parts].join(' ');
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1]))
  await runInProcess((around) => main(process.argv.slice(2), around));
