/** `clients`: a client is sent through courses, or judged by what it did against a running mock. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { didYouMean } from '../../common/nearest.js';
import { commandClient } from '../courses/command.js';
import type { CourseReport, Judged } from '../courses/conclude.js';
import type { Course } from '../courses/model/course.js';
import { holdCourses, PATIENCE } from '../courses/hold-courses.js';
import { courses } from '../courses/index.js';
import { takeCourseMock } from '../courses/mock.js';
import { NOW, worldLines } from '../courses/model/world.js';
import { LANGUAGES, templateFor, type Language } from '../courses/templates.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { judgeClient } from '../judge-client.js';
import { courseLine, courseListing } from '../reports/client-texts.js';
import { clientView } from '../reports/client-view.js';
import { reportFiles, splitReports, type ReportFile } from '../reports/files.js';
import { FILE_KINDS } from '../reports/index.js';
import { TargetRefuses } from '../run/recognize.js';
import type { Surroundings } from '../surroundings.js';
import { baseOf } from '../values/admin-url.js';
import { count, messageOf, shellQuoted } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { deliver } from './deliver.js';

interface Flags {
  course?: string[];
  list?: boolean;
  init?: string;
  writeData?: string;
  language?: Language;
  concurrency: number;
  patience: number;
  quiet?: boolean;
  adminUrl?: string;
  adminToken?: string;
  key?: string;
  askedOnce?: boolean;
  report?: string[];
}

const EXIT_HELP = `
A command behind -- is run once for each course, with JOB_SEARCH_URL, JOB_SEARCH_API_KEY, JOB_SEARCH_TASK (one JSON object),
JOB_SEARCH_STATE (a folder to keep things in) and JOB_SEARCH_PATIENCE (seconds) in its environment. Its last line on standard
output is its result. --init writes one that is right in every course.

Exit status: 0 conforms, 1 does not, 2 bad usage, 3 no mock answers or it refuses the key, 4 the client told no result, or a
report cannot be written, 5 incomplete, or nothing was judged.

Examples:
  job-search-conformance clients --init client --language python
  job-search-conformance clients -- python3 client/client.py
  job-search-conformance clients --admin-url http://127.0.0.1:4010/__admin --key key_demo`;

/** The subcommand `clients`; `perform` gets what it does, which gives the exit status. */
export function addClientsCommand(
  program: Command,
  around: Surroundings,
  perform: (action: () => Promise<number>) => Promise<void>,
): void {
  const reports = new Option(
    '--report <kind=file>',
    `write a report: ${FILE_KINDS.join(', ')}; may be repeated`,
  );
  reports.argParser((text: string, before: string[] = []) => [...before, ...splitReports(text)]);
  const names = new Option('--course <name>', 'only this course; may be repeated');
  names.argParser((text: string, before: string[] = []) => [...before, ...text.split(',').filter(Boolean)]);
  const concurrency = new Option('--concurrency <n>', 'courses at a time').default(8).argParser(positive);
  const patience = new Option('--patience <seconds>', 'after which a run must have ended')
    .default(PATIENCE)
    .argParser(positive);
  program
    .command('clients')
    .argument('[command...]', 'behind --, the command of a client, which is sent through courses')
    .description('send a client through courses, or judge what it did against a running mock')
    .addOption(names)
    .option('--list', 'show the courses, and run nothing')
    .option('--init <folder>', 'write a client into a folder, to put yours in its place')
    .addOption(new Option('--language <name>', 'in which language').choices(LANGUAGES))
    .option('--write-data <file>', 'write the postings of the courses, for job-search-mock --data')
    .addOption(concurrency)
    .addOption(patience)
    .option('--quiet', 'no progress')
    .option(
      '--admin-url <url>',
      'admin API of a running mock, http://127.0.0.1:4010/__admin: judge what it saw, or hold courses on it',
    )
    .option('--admin-token <token>', 'its credential (or in JOB_SEARCH_ADMIN_TOKEN)')
    .option(
      '--key <key>',
      'only the requests of this API key (or in JOB_SEARCH_API_KEY); all keys without it',
    )
    .option('--asked-once', 'each search was asked for once: what only looks like a breach is one')
    .addOption(reports)
    .passThroughOptions()
    .addHelpText('after', EXIT_HELP)
    .action((command: string[], flags: Flags) => perform(() => clients(command, flags, around)));
}

/** Gives the exit status. Throws UsageError. */
async function clients(command: readonly string[], flags: Flags, around: Surroundings): Promise<number> {
  if (flags.list === true) {
    around.out(courseListing(chosen(flags.course ?? [])));
    return EXIT_CODES.conforms;
  }
  if (flags.init !== undefined) return init(flags.init, flags.language, around);
  if (flags.writeData !== undefined) return writeData(flags.writeData, around);
  const files = reportFiles(flags.report ?? []);
  refuseIdle(command, flags);
  if (flags.adminUrl !== undefined && command.length === 0)
    return judgeTraffic(flags.adminUrl, flags, files, around);
  if (command.length === 0)
    throw new UsageError(
      'clients needs the command of a client, such as -- node client.mjs, or --admin-url with the admin API of a mock. ' +
        '--init FOLDER writes a client to begin with.',
    );
  return sendThroughCourses(command, flags, files, around);
}

/** A flag that would change nothing is a mistake. Throws UsageError. */
function refuseIdle(command: readonly string[], { course, key, askedOnce, language }: Flags): void {
  if (language !== undefined) throw new UsageError('--language is for --init.');
  if (command.length === 0 && course !== undefined)
    throw new UsageError('--course needs the command of a client behind --, such as -- node client.mjs.');
  if (command.length > 0 && (key !== undefined || askedOnce === true))
    throw new UsageError(
      '--key and --asked-once are for judging what a running mock saw, without the command of a client.',
    );
}

async function judgeTraffic(
  adminUrl: string,
  flags: Flags,
  files: readonly ReportFile[],
  around: Surroundings,
): Promise<number> {
  const { environment } = around;
  const report = await judgeClient({
    adminUrl,
    key: flags.key ?? (environment['JOB_SEARCH_API_KEY'] || undefined),
    adminToken: adminTokenOf(flags, around),
    askedOnce: flags.askedOnce ?? false,
  });
  return deliver(clientView(report, baseOf(adminUrl)), files, around);
}

/** Where `npx job-search-mock` shows the pages of the rules. */
const DOCS = 'http://127.0.0.1:4010';

async function sendThroughCourses(
  command: readonly string[],
  flags: Flags,
  files: readonly ReportFile[],
  around: Surroundings,
): Promise<number> {
  const asked = chosen(flags.course ?? []);
  const tell = progress(asked.length, around);
  const mock = await runningMock(flags, around);
  const interrupts = around.interrupts?.();
  try {
    if (flags.quiet !== true)
      around.err(`${count(asked.length, 'course')}, each with ${command.join(' ')}\n`);
    const report: CourseReport = await holdCourses({
      courses: asked,
      start: commandClient(command, around.environment),
      concurrency: flags.concurrency,
      patience: flags.patience,
      livesOn: false,
      signal: interrupts?.signal,
      ...(mock !== undefined && { mock }),
      ...(flags.quiet === true ? {} : { onCourse: tell }),
    });
    return deliver(clientView(report, DOCS), files, around);
  } finally {
    interrupts?.release();
    await mock?.close();
  }
}

/** The mock that courses are to be held on, where one is named. Throws UsageError, or TargetRefuses where it does not answer. */
async function runningMock(
  flags: Flags,
  around: Surroundings,
): Promise<Awaited<ReturnType<typeof takeCourseMock>> | undefined> {
  if (flags.adminUrl === undefined) return undefined;
  try {
    return await takeCourseMock({ adminUrl: flags.adminUrl, adminToken: adminTokenOf(flags, around) });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new TargetRefuses(`No courses can be held: ${messageOf(error)}`);
  }
}

function adminTokenOf({ adminToken }: Flags, { environment }: Surroundings): string | undefined {
  return adminToken ?? (environment['JOB_SEARCH_ADMIN_TOKEN'] || undefined);
}

function progress(total: number, { err }: Surroundings): (judged: Judged, done: number) => void {
  return (judged, done) => err(`${courseLine(judged, `${done}/${total}`)}\n`);
}

/** The courses of these names, in their order. Throws UsageError. */
function chosen(names: readonly string[]): readonly Course[] {
  const known = courses.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--course ${unknown} is no course.${didYouMean(unknown, known)} --list shows all of them.`,
    );
  return names.length === 0 ? courses : courses.filter(({ name }) => names.includes(name));
}

function init(folder: string, language: Language | undefined, around: Surroundings): number {
  if (language === undefined)
    throw new UsageError(`--init needs --language with one of ${LANGUAGES.join(', ')}.`);
  const { name, source, run, needs } = templateFor(language);
  const file = join(folder, name);
  if (existsSync(file)) throw new UsageError(`--init: ${file} is there already, and is left as it is.`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, readFileSync(source));
  } catch (error) {
    throw new UsageError(`--init ${folder} cannot be written: ${messageOf(error)}`);
  }
  const words = around.program?.words ?? 'npx job-search-conformance';
  around.out(`${file} is written. It needs ${needs}.\n\n  ${words} clients -- ${run} ${shellQuoted(file)}\n`);
  return EXIT_CODES.conforms;
}

function writeData(file: string, around: Surroundings): number {
  try {
    writeFileSync(file, worldLines(), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`--write-data: ${file} is there already, and is left as it is.`);
    throw new UsageError(`--write-data ${file} cannot be written: ${messageOf(error)}`);
  }
  around.out(
    `${file} is written. A mock for the courses:\n\n  npx job-search-mock --data ${shellQuoted(file)} --now ${NOW}\n`,
  );
  return EXIT_CODES.conforms;
}

function positive(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999.');
}
