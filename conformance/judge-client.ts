/** Verdicts on clients from what they did against a running mock: `judgeClient` for tests, `clients` for the command. */
import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadClientRules } from '../spec/clients.js';
import { loadContract } from '../spec/contract.js';
import { createRedactor } from '../spec/redact.js';
import { clientReport, type ClientReport } from './judge/clients/conclude.js';
import { EXIT_CODES } from './judge/verdicts.js';
import { readTraffic, type TrafficHistory } from './record/traffic.js';
import {
  CLIENT_REPORT_KINDS,
  writeClientReport,
  writeClientTerminal,
  type ClientReportKind,
} from './reports/clients.js';
import type { Surroundings } from './surroundings.js';
import { struckError } from './values/struck-error.js';
import { messageOf } from './values/text.js';
import { UsageError } from './values/usage-error.js';
import { TargetRefuses } from './run/recognize.js';

export interface JudgeClientOptions {
  /** Address of the mock's admin API, such as `http://127.0.0.1:4010/__admin`. */
  adminUrl: string;
  /** API key whose requests are judged. Default: those of all keys. */
  key?: string | undefined;
  /** What the mock was started with, if anything (`--admin-token`). */
  adminToken?: string | undefined;
  /**
   * Whether each search was asked for once, as in a test that knows what it called. Then what only looks like a breach
   * (the same search again, under a new key) is one. Default false.
   */
  askedOnce?: boolean;
}

/**
 * Judges what clients did against a mock, by the rules of `spec/clients.yaml` that traffic shows. Rejects with
 * TargetRefuses where no mock answers, or it refuses the key or the token.
 */
export async function judgeClient(options: JudgeClientOptions): Promise<ClientReport> {
  const redactor = createRedactor();
  redactor.add(options.key ?? '', '[key]');
  redactor.add(options.adminToken ?? '', '[admin token]');
  try {
    const history = await trafficOf(options);
    const context = { contract: loadContract(), askedOnce: options.askedOnce ?? false };
    return clientReport(history, loadClientRules().rules, context);
  } catch (error) {
    throw struckError(error, redactor);
  }
}

/** How long the mock may take, ms. */
const PATIENCE = 30_000;

async function trafficOf({ adminUrl, key, adminToken }: JudgeClientOptions): Promise<TrafficHistory> {
  const url = `${baseOf(adminUrl)}/__admin/traffic`;
  const headers: Record<string, string> = {
    ...(key === undefined ? {} : { 'X-Account-Key': key }),
    ...(adminToken === undefined ? {} : { 'X-Admin-Token': adminToken }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
    text = await response.text();
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    throw new TargetRefuses(`No mock answers at ${url}: ${messageOf(cause)}. Start one: npx job-search-mock`);
  }
  if (!response.ok) throw new TargetRefuses(`${url} answers ${response.status}: ${text.slice(0, 300)}`);
  try {
    return readTraffic(text);
  } catch (error) {
    throw new TargetRefuses(`${url} is no mock of this kit. ${messageOf(error)}`);
  }
}

/** With or without `/__admin` at its end. */
function baseOf(adminUrl: string): string {
  if (!URL.canParse(adminUrl)) throw new UsageError(`The admin URL "${adminUrl}" is no address.`);
  return adminUrl.replace(/\/+$/, '').replace(/\/__admin$/, '');
}

interface Flags {
  adminUrl: string;
  adminToken?: string;
  key?: string;
  askedOnce?: boolean;
  report?: { kind: ClientReportKind; file: string }[];
}

const EXIT_HELP = `
Exit status: 0 conforms, 1 does not, 2 bad usage, 3 no mock answers or it refuses the key, 4 a report cannot be written,
5 nothing was judged.

Example:
  job-search-conformance clients --admin-url http://127.0.0.1:4010/__admin --key key_demo`;

/** The subcommand `clients`; `perform` gets what it does, which gives the exit status. */
export function addClientsCommand(
  program: Command,
  around: Surroundings,
  perform: (action: () => Promise<number>) => Promise<void>,
): void {
  const { environment } = around;
  const reports = new Option('--report <kind=file>', `write a report: ${CLIENT_REPORT_KINDS.join(', ')}`);
  reports.argParser((text: string, before: Flags['report'] = []) => [...before, reportOf(text)]);
  program
    .command('clients')
    .description('judge what clients did against a running mock, by the rules for callers')
    .requiredOption('--admin-url <url>', 'admin API of the mock, such as http://127.0.0.1:4010/__admin')
    .option('--admin-token <token>', 'its credential (or in JOB_SEARCH_ADMIN_TOKEN)')
    .option(
      '--key <key>',
      'only the requests of this API key (or in JOB_SEARCH_API_KEY); all keys without it',
    )
    .option('--asked-once', 'each search was asked for once: what only looks like a breach is one')
    .addOption(reports)
    .addHelpText('after', EXIT_HELP)
    .action((flags: Flags) =>
      perform(async () => {
        const report = await judgeClient({
          adminUrl: flags.adminUrl,
          key: flags.key ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
          adminToken: flags.adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined),
          askedOnce: flags.askedOnce ?? false,
        });
        return deliver(report, flags, around);
      }),
    );
}

function reportOf(text: string): { kind: ClientReportKind; file: string } {
  const [name, file = ''] = text.split(/=(.*)/s);
  const kind = CLIENT_REPORT_KINDS.find((each) => each === name);
  if (kind === undefined || file === '')
    throw new InvalidArgumentError(`Give kind=file with a kind of ${CLIENT_REPORT_KINDS.join(', ')}.`);
  return { kind, file };
}

function deliver(
  report: ClientReport,
  { adminUrl, report: files = [] }: Flags,
  around: Surroundings,
): number {
  around.out(writeClientTerminal(report, baseOf(adminUrl)));
  let isWritten = true;
  for (const { kind, file } of files)
    try {
      writeFileSync(file, writeClientReport(kind, report));
    } catch (error) {
      isWritten = false;
      around.err(`--report ${kind}=${file} could not be written: ${messageOf(error)}\n`);
    }
  return isWritten ? exitCodeOf(report) : EXIT_CODES.error;
}

function exitCodeOf({ verdict }: ClientReport): number {
  return verdict === 'nothing-judged' ? EXIT_CODES.incomplete : EXIT_CODES[verdict];
}
