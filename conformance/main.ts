#!/usr/bin/env node
/** `job-search-conformance`: flags into values, one call, reports out. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { parse } from 'yaml';
import { kitVersion } from '../spec/index.js';
import type { ReportKind } from './judge/report.js';
import { messageOf } from './values/text.js';
import { PackError } from './pack/pack.js';
import { oracles } from './judge/oracles/index.js';
import { writeReport } from './reports/index.js';
import { count } from './reports/words.js';
import { quoted } from './reports/reproduce.js';
import { chooseScenarios, loadDocuments, run, type Progress } from './run/run.js';
import { planOf, type Plan } from './run/plan.js';
import type { KnownFailure } from './judge/make-report.js';
import { TargetRefuses } from './run/target.js';
import { makeProfile, readProfile, UsageError, type Profile } from './run/profile.js';
import { createRedactor } from './wire/redact.js';
import { EXIT_CODES } from './judge/verdicts.js';

const REPORTS: readonly ReportKind[] = ['junit', 'json', 'html', 'markdown'];

const EXIT_HELP = `
Exit status:
  0  conforms
  1  does not conform
  2  bad usage, profile or pack
  3  target unreachable, or it refuses the key
  4  error of the suite itself
  5  incomplete: something that should have been checked was not, or nothing was executed

Example:
  job-search-conformance --target https://api.example.com --pack smoke --report html=report.html`;

interface Flags {
  target?: string;
  apiKey?: string;
  adminUrl?: string;
  adminToken?: string;
  profile?: string;
  pack: string[];
  only: string[];
  absent: string[];
  maxCredits?: number;
  maxRequests?: number;
  timeout?: number;
  readOnly?: boolean;
  concurrency?: number;
  report: string[];
  baseline?: string;
  list?: boolean;
  quiet?: boolean;
  seed: number;
}

/** Where output goes and what surrounds the command; a test gives its own. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  isTerminal: boolean;
  /** What reproduction commands begin with, where the program names its target by itself. */
  program?: string;
}

/** Runs the command with the arguments after its name and gives its exit status. Never rejects, never exits. */
export async function main(args: readonly string[], around: Surroundings): Promise<number> {
  const redactor = createRedactor();
  const out = (text: string): void => around.out(redactor.text(text));
  const err = (text: string): void => around.err(redactor.text(text));
  try {
    const flags = readFlags(args, out, err);
    if (flags === null) return EXIT_CODES.conforms;
    if (flags.list === true) return list(flags, around, out);
    const profile = profileOf(flags, around);
    for (const [role, key] of Object.entries(profile.keys)) redactor.add(key, `key ${role}`);
    if (profile.adminToken !== null) redactor.add(profile.adminToken, 'admin token');
    const reports = flags.report.map(reportFlag);
    for (const { kind, file } of reports) reportPlace(kind, file);
    const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline);
    const report = await run({
      ...{ profile, oracles, packs: flags.pack, only: flags.only, readOnly: flags.readOnly ?? false },
      ...(flags.concurrency === undefined ? {} : { concurrency: flags.concurrency }),
      ...{ seed: flags.seed, baseline, redactor, command: commandOf(flags, profile, around) },
      onPlan: (plan) => err(planText(plan, profile)),
      ...(flags.quiet === true ? {} : { onProgress: progress(around, err) }),
    });
    out(writeReport('terminal', report, { color: around.isTerminal && !around.environment['NO_COLOR'] }));
    for (const { kind, file } of reports) writeFileSync(file, redactor.text(writeReport(kind, report)));
    return report.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return EXIT_CODES.usage;
    if (error instanceof UsageError || error instanceof PackError) {
      err(`${error.message}\n`);
      return EXIT_CODES.usage;
    }
    if (error instanceof TargetRefuses) {
      err(`${error.message}\n`);
      return EXIT_CODES.unreachable;
    }
    err(`The suite broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return EXIT_CODES.error;
  }
}

function readFlags(
  args: readonly string[],
  out: (text: string) => void,
  err: (text: string) => void,
): Flags | null {
  const many = (value: string, before: string[] = []): string[] => [
    ...before,
    ...value.split(',').filter(Boolean),
  ];
  const program = new Command('job-search-conformance')
    .description(
      'Finds out over HTTP whether a deployment of the Job Search Service behaves as the contract says.',
    )
    .version(kitVersion())
    .option('--target <url>', 'base address of the deployment')
    .option('--api-key <key>', 'an active key (or in JOB_SEARCH_API_KEY)')
    .option('--profile <file>', 'what is known of the target (YAML); flags win over it')
    .option('--pack <name|file>', 'only this pack; may be repeated', many)
    .option('--only <clause>', 'only this clause, group of clauses or scenario; may be repeated', many)
    .option('--max-credits <n>', 'hard ceiling on credits', whole)
    .option('--max-requests <n>', 'hard ceiling on requests', whole)
    .option('--read-only', 'nothing that can cost credits')
    .option('--absent <name>', 'the target has no such operations (historical, legacy, …)', many)
    .option('--admin-url <url>', 'admin API of a mock: own accounts, clock and faults for each scenario')
    .option('--admin-token <token>', 'credential of the admin API (or in JOB_SEARCH_ADMIN_TOKEN)')
    .option('--concurrency <n>', 'scenarios at a time, where each has its own account (8)', positive)
    .option('--timeout <seconds>', 'for each request (30)', positive)
    .option('--report <kind=file>', `write a report: ${REPORTS.join(', ')}; may be repeated`, many)
    .option('--baseline <file>', 'known failures (YAML) that do not count')
    .option('--list', 'show scenarios, clauses, needs and costs, and run nothing')
    .option('--quiet', 'no progress')
    .option('--seed <n>', 'run scenarios in an order drawn from it', whole, 0)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(--help shows all flags)')
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err });
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    throw error;
  }
  return { pack: [], only: [], absent: [], report: [], ...program.opts<Pick<Flags, 'seed'>>() };
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 0 or more.');
  return Number(text);
}

function positive(text: string): number {
  if (whole(text) === 0) throw new InvalidArgumentError('It must be above 0.');
  return Number(text);
}

function profileOf(flags: Flags, { environment }: Surroundings): Profile {
  return makeProfile(
    {
      ...{ target: flags.target, adminUrl: flags.adminUrl },
      apiKey: flags.apiKey ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
      adminToken: flags.adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined),
      ...{ maxCredits: flags.maxCredits, maxRequests: flags.maxRequests, absent: flags.absent },
      timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1000,
    },
    environment,
    flags.profile === undefined ? null : readProfile(flags.profile),
  );
}

/** Scenarios with what they show, need and can cost. Needs no target. */
function list(flags: Flags, around: Surroundings, out: (text: string) => void): number {
  const documents = loadDocuments();
  const { scenarios } = chooseScenarios({ packs: flags.pack, only: flags.only, oracles }, documents);
  const known = flags.target !== undefined || flags.profile !== undefined;
  const plan = known
    ? planOf(scenarios, profileOf(flags, around), documents.contract, flags.readOnly ?? false)
    : null;
  const lines: string[] = [];
  let pack = '';
  for (const scenario of scenarios) {
    if (scenario.pack !== pack) {
      pack = scenario.pack;
      lines.push(
        '',
        `${pack}: ${scenario.source.title}${scenario.source.summary ? `. ${scenario.source.summary}` : ''}`,
      );
    }
    const needs = scenario.requires.filter((each) => !each.startsWith('operation:'));
    const skipped = plan?.skipped.get(scenario.id);
    lines.push(
      `  ${scenario.workflowId}`,
      `      ${scenario.title}`,
      `      ${scenario.clauses.join(' ')} · ${scenario.cost === 0 ? 'free' : `up to ${scenario.cost} credits`}${needs.length === 0 ? '' : ` · needs ${needs.join(', ')}`}${skipped === undefined ? '' : ` · skipped: ${skipped}`}`,
    );
  }
  const cited = new Set(scenarios.flatMap(({ clauses }) => clauses)).size;
  const cost = scenarios.reduce((sum, each) => sum + each.cost, 0);
  lines.push(
    '',
    `${count(scenarios.length, 'scenario')}, ${count(cited, 'clause')}, up to ${count(cost, 'credit')}.`,
  );
  out(`${lines.join('\n').trimStart()}\n`);
  return EXIT_CODES.conforms;
}

function planText(plan: Plan, profile: Profile): string {
  const ceiling = profile.budget.credits === null ? '' : `, and never beyond ${profile.budget.credits}`;
  const finding =
    plan.discovery === null
      ? ''
      : ` Up to ${count(plan.discovery.credits, 'credit')} of that finds out what the profile does not say of a company.`;
  return (
    `${profile.target}: ${plan.runnable} of ${plan.scenarios.length} scenarios, ` +
    `up to ${count(plan.requestsAnnounced, 'request')} and ${count(plan.creditsAnnounced, 'credit')}${ceiling}.${finding}\n`
  );
}

/** One line that rewrites itself on a terminal; in a log, only what went wrong. */
function progress(around: Surroundings, err: (text: string) => void): (progress: Progress) => void {
  return ({ done, total, scenario, end }) => {
    if (around.isTerminal) err(`\r\u001b[K${done}/${total} ${scenario}${done === total ? '\r\u001b[K' : ''}`);
    else if (end === 'failed' || end === 'error') err(`${end === 'error' ? 'ERROR' : 'FAIL'} ${scenario}\n`);
  };
}

function reportFlag(text: string): { kind: ReportKind; file: string } {
  const [kind = '', file = ''] = text.split(/=(.*)/s);
  if (!REPORTS.includes(kind as ReportKind) || file === '')
    throw new UsageError(
      `--report ${text} is not of the form kind=file with a kind of ${REPORTS.join(', ')}.`,
    );
  return { kind: kind as ReportKind, file };
}

/** Finds out before the run, and before it costs anything, that its report will have a place. */
function reportPlace(kind: ReportKind, file: string): void {
  try {
    mkdirSync(dirname(resolve(file)), { recursive: true });
    const isNew = !existsSync(file);
    closeSync(openSync(file, 'a'));
    if (isNew) rmSync(file);
  } catch (error) {
    throw new UsageError(`--report ${kind}=${file} cannot be written: ${messageOf(error)}`);
  }
}

/** `known: [{ clause: IDEM-3, scenario: idempotency/reuse, reason: … }]`. Throws UsageError. */
function readBaseline(path: string): KnownFailure[] {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new UsageError(`--baseline ${path} cannot be read: ${messageOf(error)}`);
  }
  const known = (content as { known?: unknown } | null)?.known;
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} lacks the list "known".`);
  return known.map((each: unknown, i) => {
    const { clause, scenario, reason } = (each ?? {}) as Record<string, unknown>;
    if (typeof clause !== 'string' || typeof reason !== 'string' || reason === '')
      throw new UsageError(`--baseline ${path}: entry ${i + 1} needs a clause and a reason.`);
    return { clause, reason, scenario: typeof scenario === 'string' ? scenario : null };
  });
}

/** The command without what selects or writes, and with the key as a variable. */
function commandOf(flags: Flags, profile: Profile, { program }: Surroundings): string {
  const parts = [program ?? 'npx job-search-conformance'];
  if (flags.profile !== undefined) parts.push('--profile', quoted(flags.profile));
  if (program === undefined) {
    if (flags.target !== undefined) parts.push('--target', quoted(profile.target));
    if (flags.apiKey !== undefined) parts.push('--api-key "$JOB_SEARCH_API_KEY"');
    if (flags.adminUrl !== undefined) parts.push('--admin-url', quoted(flags.adminUrl));
    if (flags.adminToken !== undefined) parts.push('--admin-token "$JOB_SEARCH_ADMIN_TOKEN"');
  }
  for (const each of flags.absent) parts.push('--absent', quoted(each));
  for (const each of flags.pack) parts.push('--pack', quoted(each));
  if (flags.seed !== 0) parts.push('--seed', String(flags.seed));
  return parts.join(' ');
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  process.exitCode = await main(process.argv.slice(2), {
    environment: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stderr.isTTY && !process.env['CI'],
  });
}
