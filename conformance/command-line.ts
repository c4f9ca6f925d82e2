/** `job-search-conformance`: reads the flags, runs one command, writes its reports. */
import { Command, CommanderError } from 'commander';
import { kitVersion } from '../spec/index.js';
import { didYouMean } from '../common/nearest.js';
import { clients } from './cli/clients.js';
import { compareTargets } from './cli/compare.js';
import { deliver } from './cli/deliver.js';
import { exploreTarget } from './cli/explore.js';
import {
  commandOf,
  namesTarget,
  optionsOf,
  profileOf,
  type Action,
  type CommandName,
  type Flags,
  type SecretVariable,
} from './cli/flags.js';
import { COMMANDS, EXIT_WORDS } from './cli/generated/commands.js';
import { judgeFile } from './cli/judge.js';
import { reportProgress } from './cli/progress.js';
import { replay } from './cli/replay.js';
import { watch } from './cli/watch.js';
import { oracles } from './judge/oracles/index.js';
import { EXIT_CODES } from './judge/verdicts.js';
import { PackError } from './pack/model/source-file.js';
import { reportFiles } from './reports/files.js';
import { runView } from './reports/run-view.js';
import { readBaseline, readEarlier } from './run/earlier-files.js';
import { announcementOf, listingOf, planOf } from './run/plan/plan.js';
import { TargetRefuses } from './run/target/recognize.js';
import { loadDocuments } from './pack/model/documents.js';
import { run } from './run/run.js';
import { chooseScenarios } from './run/plan/scenarios.js';
import { guarded, type Guarded, type CommandContext } from './command-context.js';
import { UsageError } from './values/usage-error.js';
import { Redactor } from '../common/redact.js';

const EXIT_HELP = `
Exit status:
${Object.entries(EXIT_WORDS satisfies Record<(typeof EXIT_CODES)[keyof typeof EXIT_CODES], string>)
  .map(([status, words]) => `  ${status}  ${words}\n`)
  .join('')}
Example:
  job-search-conformance --target https://api.example.com --pack smoke --report html=report.html`;

/** Runs the command with these arguments and returns its exit status. Never rejects, never exits. */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const redactor = new Redactor();
  redactGiven(args, context.environment, redactor);
  const safe = guarded(context, redactor);
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

/** By variable of secret flags: the flags, also misspelt ones, and the text that replaces the secret. */
const SECRET_FLAGS: Readonly<Record<SecretVariable, readonly [flag: RegExp, shown: string]>> = {
  JOB_SEARCH_API_KEY: [/^--(?:api|key)/, '[key active]'],
  JOB_SEARCH_ADMIN_TOKEN: [/^--admin-t/, '[admin token]'],
};

/** Redacts secrets before any command reads its flags: errors about other arguments may quote them. */
function redactGiven(
  args: readonly string[],
  environment: CommandContext['environment'],
  redactor: Redactor,
): void {
  for (const [variable, [flag, shown]] of Object.entries(SECRET_FLAGS)) {
    const given = args.flatMap((arg, i) =>
      flag.test(arg) ? [arg.includes('=') ? arg.replace(/^[^=]*=/, '') : args[i + 1]] : [],
    );
    for (const secret of [...given, environment[variable]]) redactor.add(secret ?? '', shown);
  }
}

type Perform = (action: () => Promise<number>) => Promise<void>;

const ACTIONS: { readonly [Name in CommandName]: Action<Name> } = {
  run: verify,
  clients,
  judge: judgeFile,
  watch: (_none, flags, context) => watch(flags, context),
  explore: exploreTarget,
  replay,
  compare: compareTargets,
  // Loads Express, which takes a sixth of the time of a start, and no other command needs it.
  workbench: async (...given) => (await import('./cli/workbench.js')).workbench(...given),
};

/** The program with its subcommands; it calls `perform` with the action of the chosen one. */
export function commandLine(context: Guarded, perform: Perform): Command {
  const program = new Command('job-search-conformance')
    .version(kitVersion())
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows all flags)')
    .allowExcessArguments()
    .hook('preAction', (_program, command) => refuseExtra(command))
    // Flags after the name of a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err });
  for (const [name, stated] of Object.entries(COMMANDS)) {
    const command = (stated.form === '' ? program : program.command(stated.form)).description(stated.says);
    for (const option of optionsOf(name as CommandName)) command.addOption(option);
    const act = ACTIONS[name as CommandName];
    command.action(() => perform(async () => act(command.args, command.opts<never>(), context)));
    if (!('arguments' in stated)) continue;
    // Flags after the command of a client belong to that command.
    command.passThroughOptions().addHelpText('after', stated.after);
    for (const [argument, says] of Object.entries(stated.arguments)) command.argument(argument, says);
  }
  return program;
}

/** Refuses an argument that the command does not take. Shows only its beginning, since it may be a key. */
function refuseExtra(command: Command): void {
  const { registeredArguments: taken, args } = command;
  const extra = args[taken.length];
  if (extra === undefined || taken.at(-1)?.variadic === true) return;
  const commands = command.commands.map((each) => each.name());
  const usage =
    commands.length === 0
      ? 'Pass settings as flags.'
      : `To run the suite, pass only flags, such as --target URL. Commands are ${commands.join(', ')}.`;
  const hint = didYouMean(extra, commands) || ` ${usage}`;
  command.error(`error: unexpected argument '${extra.slice(0, 8)}'.${hint}`);
}

async function verify(_none: readonly string[], flags: Flags, context: Guarded): Promise<number> {
  if (flags.list === true) return list(flags, context);
  const profile = profileOf(flags, context);
  const files = reportFiles(flags.report ?? []);
  // Handles signals until the reports are written, since a signal must not truncate them.
  using interrupts = context.interrupts();
  using progress = flags.quiet === true ? null : reportProgress(context);
  const report = await run({
    ...flags,
    profile,
    oracles,
    packs: flags.pack ?? [],
    baseline: flags.baseline === undefined ? null : readBaseline(flags.baseline),
    against: flags.against === undefined ? null : readEarlier(flags.against),
    redactor: context.redactor,
    command: commandOf('run', flags, context),
    onPlan: (plan) => progress && context.err(announcementOf(plan, profile)),
    onRemark: (remark) => context.err(`${remark}\n`),
    ...progress,
    signal: interrupts.signal,
  });
  return deliver(runView(report), files, flags, context);
}

function list(flags: Flags, context: Guarded): number {
  const documents = loadDocuments();
  const { scenarios } = chooseScenarios(
    { packs: flags.pack ?? [], only: flags.only ?? [], oracles },
    documents,
  );
  const skipped = namesTarget(flags)
    ? planOf(scenarios, profileOf(flags, context), documents.contract, flags.readOnly ?? false).skipped
    : new Map<string, string>();
  context.out(listingOf(scenarios, skipped));
  return EXIT_CODES.conforms;
}
