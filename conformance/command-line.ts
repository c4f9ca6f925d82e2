/** `job-search-conformance`: reads the flags, runs one command, writes its reports. */
import { Command, CommanderError } from 'commander';
import { kitVersion } from '../spec/index.js';
import { didYouMean } from '../common/nearest.js';
import { addClientsCommand } from './cli/clients.js';
import { compareTargets, type CompareFlags } from './cli/compare.js';
import { deliver } from './cli/deliver.js';
import {
  addFlags,
  commandOf,
  FLAGS,
  namesTarget,
  OUTPUT,
  positive,
  profileOf,
  whole,
  type Flags,
} from './cli/flags.js';
import { EXPLORE_FLAGS, exploreTarget, type ExploreFlags } from './cli/explore.js';
import { judgeFile } from './cli/judge.js';
import { reportProgress } from './cli/progress.js';
import { replay } from './cli/replay.js';
import type { TrafficFlags } from './cli/selection.js';
import { watch, type WatchFlags } from './cli/watch.js';
import { workbench, type WorkbenchFlags } from './cli/workbench.js';
import { oracles } from './judge/oracles/index.js';
import { EXIT_CODES } from './judge/verdicts.js';
import { PackError } from './pack/model/source-file.js';
import { reportFiles } from './reports/files.js';
import { runView } from './reports/run-view.js';
import { readBaseline } from './run/baseline-file.js';
import { readEarlier } from './run/earlier-file.js';
import { listingOf } from './run/plan/listing.js';
import { announcementOf, planOf } from './run/plan/plan.js';
import { TargetRefuses } from './run/target/recognize.js';
import { loadDocuments } from './pack/model/documents.js';
import { run } from './run/run.js';
import { chooseScenarios } from './run/plan/scenarios.js';
import { guarded, type Guarded, type CommandContext } from './command-context.js';
import { UsageError } from './values/usage-error.js';
import { createRedactor, type Redactor } from '../common/redact.js';

/** The meaning of each exit status. */
export const EXIT_WORDS = {
  0: 'conforms',
  1: 'does not conform',
  2: 'bad usage, profile or pack',
  3: 'target unreachable, not this API, or it refuses the key',
  4: 'error of the suite itself, or a report cannot be written',
  5: `incomplete: something that should have been checked was not, the run was interrupted, or nothing was executed;
     0 under --allow-incomplete`,
  '129, 130, 143': 'ended at once by a second signal (SIGHUP, SIGINT, SIGTERM)',
} as const satisfies Record<(typeof EXIT_CODES)[keyof typeof EXIT_CODES], string> & Record<string, string>;

const EXIT_HELP = `
Exit status:
${Object.entries(EXIT_WORDS)
  .map(([status, words]) => `  ${status}  ${words}\n`)
  .join('')}
Example:
  job-search-conformance --target https://api.example.com --pack smoke --report html=report.html`;

/** Runs the command with these arguments and returns its exit status. Never rejects, never exits. */
export async function main(args: readonly string[], around: CommandContext): Promise<number> {
  const redactor = createRedactor();
  redactGiven(args, around.environment, redactor);
  const safe = guarded(around, redactor);
  let status: number = EXIT_CODES.conforms;
  const program = commandLine(safe, async (action) => {
    status = await action();
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

/** Patterns that also match misspelt flags. */
const SECRET_FLAGS = [
  [/^--(?:api|key)/, 'JOB_SEARCH_API_KEY', '[key active]'],
  [/^--admin-t/, 'JOB_SEARCH_ADMIN_TOKEN', '[admin token]'],
] as const;

/** Redacts secrets before any command reads its flags: errors about other arguments may quote them. */
function redactGiven(
  args: readonly string[],
  environment: CommandContext['environment'],
  redactor: Redactor,
): void {
  for (const [flag, variable, shown] of SECRET_FLAGS) {
    const given = args.flatMap((arg, i) =>
      flag.test(arg) ? [arg.includes('=') ? arg.replace(/^[^=]*=/, '') : args[i + 1]] : [],
    );
    for (const secret of [...given, environment[variable]]) redactor.add(secret ?? '', shown);
  }
}

type Perform = (action: () => Promise<number>) => Promise<void>;

/** The program with its subcommands; it calls `perform` with the action of the chosen one. */
export function commandLine(around: Guarded, perform: Perform): Command {
  const program = new Command('job-search-conformance')
    .description(
      'Finds out over HTTP whether a deployment of the Job Search Service behaves as the contract says.',
    )
    .version(kitVersion())
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows all flags)')
    .allowExcessArguments()
    .hook('preAction', (_program, command) => refuseExtra(command))
    // Flags behind the name of a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: around.out, writeErr: around.err })
    .action((flags: Flags) => perform(() => verify(flags, around)));
  addFlags(program, ...FLAGS);
  addClientsCommand(program, around, perform);
  const again = program
    .command('judge <file>')
    .description(
      'judge a stored run (--report json=FILE), a HAR file or a history of traffic, without its target',
    )
    .action((file: string, flags: TrafficFlags) => perform(async () => judgeFile(file, flags, around)));
  addFlags(
    again,
    ['--alone', 'of traffic: nothing else used these accounts or changed them meanwhile'],
    `--only --baseline --against --strict ${OUTPUT}`,
  );
  const watching = program
    .command('watch')
    .description(
      'a proxy before --target that changes nothing, and judges service and callers by what passes',
    )
    .action((flags: WatchFlags) => perform(() => watch(flags, around)));
  addFlags(
    watching,
    ['--port <n>', 'where to listen; 0 takes a free port', whole, 4020],
    ['--host <address>', 'where to listen', undefined, '127.0.0.1'],
    ['--allow-remote', 'a --host that other machines can reach is meant'],
    ['--history <file>', 'write what passed: as HAR to a file named *.har, else as a history for judge'],
    ['--alone', 'nothing else uses these accounts or changes them meanwhile'],
    `--target --only --ca --baseline --against ${OUTPUT}`,
  );
  addExploreCommands(program, around, perform);
  const bench = program
    .command('workbench [files...]')
    .description(
      'the suite in a browser: choose and run scenarios, read what came of them, and of stored runs, HAR files and histories of traffic',
    )
    .action((files: string[], flags: WorkbenchFlags) => perform(() => workbench(files, flags, around)));
  addFlags(
    bench,
    ['--port <n>', 'where to listen, on this machine alone; 0 takes a free port', whole, 4030],
    ['--packs <folder>', 'the only folder that the workbench saves packs in', undefined, 'packs'],
    '--target --api-key --profile --pack --max-credits --max-requests --allow-throttling --absent',
    '--admin-url --admin-token --ca --timeout',
  );
  return program;
}

/** Adds the commands that send requests beyond the packs, and that repeat their findings. */
function addExploreCommands(program: Command, around: Guarded, perform: Perform): void {
  const exploring = program
    .command('explore')
    .description('search a target for faults that no scenario describes, within --max-credits')
    .action((flags: ExploreFlags) => perform(() => exploreTarget(flags, around)));
  addFlags(
    exploring,
    ['--steps <n>', 'requests of its stories; confirmations come on top', positive, 400],
    ['--seed <n>', 'repeat the choices of an earlier exploration', whole],
    ['--plan', 'show what it would do and cost, and send nothing'],
    ['--packs <folder>', 'write each finding there as a pack, for replay and --pack'],
    ['--ledger <file>', 'adds up credits, so that --max-credits holds for all explorations with this file'],
    EXPLORE_FLAGS,
  );
  const replaying = program
    .command('replay <files...>')
    .description('send the packs of findings again: fixed, still broken, or cannot be replayed')
    .action((files: string[], flags: Flags) => perform(() => replay(files, flags, around)));
  addFlags(replaying, EXPLORE_FLAGS);
  const comparing = program
    .command('compare <url-a> <url-b>')
    .description('tell one story to two targets, and say in what they differ; postings are not compared')
    .action((a: string, b: string, flags: CompareFlags) =>
      perform(() => compareTargets([a, b], flags, around)),
    );
  addFlags(
    comparing,
    ['--steps <n>', 'requests to each target', positive, 400],
    ['--seed <n>', 'repeat the choices of an earlier comparison', whole],
    [
      '--admin-url-b <url>',
      'admin API of the second target, if it is a mock; --admin-url is that of the first',
    ],
    EXPLORE_FLAGS.replace('--target ', ''),
  );
}

/** Refuses an argument that the command does not take. Shows only its beginning, since it may be a key. */
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

async function verify(flags: Flags, around: Guarded): Promise<number> {
  if (flags.list === true) return list(flags, around);
  const profile = profileOf(flags, around);
  const files = reportFiles(flags.report ?? []);
  // It lasts until the reports are written: a signal must not truncate them.
  using interrupts = around.interrupts();
  using progress = flags.quiet === true ? null : reportProgress(around);
  const report = await run({
    ...flags,
    profile,
    oracles,
    packs: flags.pack ?? [],
    baseline: flags.baseline === undefined ? null : readBaseline(flags.baseline),
    against: flags.against === undefined ? null : readEarlier(flags.against),
    redactor: around.redactor,
    command: commandOf(flags, around),
    onPlan: (plan) => around.err(announcementOf(plan, profile)),
    onRemark: (remark) => around.err(`${remark}\n`),
    ...progress,
    signal: interrupts.signal,
  });
  return deliver(runView(report), files, flags, around);
}

function list(flags: Flags, around: Guarded): number {
  const documents = loadDocuments();
  const { scenarios } = chooseScenarios(
    { packs: flags.pack ?? [], only: flags.only ?? [], oracles },
    documents,
  );
  const skipped = namesTarget(flags)
    ? planOf(scenarios, profileOf(flags, around), documents.contract, flags.readOnly ?? false).skipped
    : new Map<string, string>();
  around.out(listingOf(scenarios, skipped));
  return EXIT_CODES.conforms;
}
