/** `clients`: runs a client through courses, or judges what it did against a running mock. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { didYouMean } from '../../common/nearest.js';
import { commandClient } from '../clients/courses/command.js';
import type { Course } from '../clients/rules/situation.js';
import { holdCourses, PATIENCE } from '../clients/courses/hold-courses.js';
import { courses } from '../clients/courses/index.js';
import { takeCourseMock, type CourseMock } from '../clients/courses/mock.js';
import { NOW, worldLines } from '../clients/courses/model/world.js';
import { LANGUAGES, templateFor, type Language } from '../clients/courses/templates.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { judgeClient } from '../judge-client.js';
import { courseLine, courseListing } from '../reports/course-lines.js';
import { clientView } from '../reports/client-view.js';
import { reportFiles, type ReportFile } from '../reports/files.js';
import { TargetRefuses } from '../run/target/recognize.js';
import type { Guarded } from '../command-context.js';
import { baseOf } from '../values/admin-url.js';
import { count, messageOf, shellQuoted } from '../values/text.js';
import { UsageError } from '../values/usage-error.js';
import { deliver } from './deliver.js';
import { addFlags, credentialsOf, list, OUTPUT, type Flags } from './flags.js';

interface ClientsFlags extends Flags {
  course?: string[];
  init?: string;
  writeData?: string;
  language?: Language;
  concurrency: number;
  patience: number;
  key?: string;
  askedOnce?: boolean;
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

/** Adds the subcommand `clients`. `perform` runs an action that returns the exit status. */
export function addClientsCommand(
  program: Command,
  around: Guarded,
  perform: (action: () => Promise<number>) => Promise<void>,
): void {
  const command = program
    .command('clients')
    .argument('[command...]', 'behind --, the command of a client, which is sent through courses')
    .description('send a client through courses, or judge what it did against a running mock')
    .passThroughOptions()
    .addHelpText('after', EXIT_HELP)
    .action((client: string[], flags: ClientsFlags) => perform(() => clients(client, flags, around)));
  addFlags(
    command,
    ['--course <name>', 'only this course; may be repeated', list()],
    ['--list', 'show the courses, and run nothing'],
    ['--init <folder>', 'write a client into a folder, to put yours in its place'],
    new Option('--language <name>', 'in which language').choices(LANGUAGES),
    ['--write-data <file>', 'write the postings of the courses, for job-search-mock --data'],
    ['--concurrency <n>', 'courses at a time', upTo999, 8],
    ['--patience <seconds>', 'after its first request, in which a run must end', upTo999, PATIENCE],
    [
      '--admin-url <url>',
      'admin API of a running mock, http://127.0.0.1:4010/__admin: judge what it saw, or hold courses on it',
    ],
    ['--admin-token <token>', 'its credential (or in JOB_SEARCH_ADMIN_TOKEN)'],
    ['--key <key>', 'only the requests of this API key (or in JOB_SEARCH_API_KEY); all keys without it'],
    ['--asked-once', 'each search was asked for once: what only looks like a breach is one'],
    ['--strict', 'recommended rules count, too: a client that does not follow one does not conform (1)'],
    OUTPUT,
  );
}

/** Returns the exit status. Throws UsageError. */
async function clients(command: readonly string[], flags: ClientsFlags, around: Guarded): Promise<number> {
  if (flags.list === true) {
    around.out(courseListing(chosen(flags.course)));
    return EXIT_CODES.conforms;
  }
  if (flags.init !== undefined) return init(flags.init, flags.language, around);
  if (flags.writeData !== undefined) return writeData(flags.writeData, around);
  const files = reportFiles(flags.report ?? []);
  const mistake = mistakeIn(command, flags);
  if (mistake !== undefined) throw new UsageError(mistake);
  return command.length > 0
    ? sendThroughCourses(command, flags, files, around)
    : judgeTraffic(flags.adminUrl!, flags, files, around);
}

/** Why the flags cannot be used together; a flag without an effect is a mistake. */
function mistakeIn(command: readonly string[], flags: ClientsFlags): string | undefined {
  const isCommand = command.length > 0;
  if (flags.language !== undefined) return '--language is for --init.';
  if (!isCommand && flags.course !== undefined)
    return '--course needs the command of a client behind --, such as -- node client.mjs.';
  if (isCommand && (flags.key !== undefined || flags.askedOnce === true))
    return '--key and --asked-once are for judging what a running mock saw, without the command of a client.';
  if (isCommand || flags.adminUrl !== undefined) return undefined;
  return (
    'clients needs the command of a client, such as -- node client.mjs, or --admin-url with the admin API of a mock. ' +
    '--init FOLDER writes a client to begin with.'
  );
}

async function judgeTraffic(
  adminUrl: string,
  flags: ClientsFlags,
  files: readonly ReportFile[],
  around: Guarded,
): Promise<number> {
  const { apiKey: key, adminToken } = credentialsOf({ ...flags, apiKey: flags.key }, around);
  const { askedOnce = false, strict = false } = flags;
  const report = await judgeClient({ adminUrl, key, adminToken, askedOnce, strict });
  return deliver(clientView(report, baseOf(adminUrl)), files, flags, around);
}

async function sendThroughCourses(
  command: readonly string[],
  flags: ClientsFlags,
  files: readonly ReportFile[],
  around: Guarded,
): Promise<number> {
  const asked = chosen(flags.course);
  const mock = await runningMock(flags, around);
  using interrupts = around.interrupts();
  const say = flags.quiet === true ? () => undefined : around.err;
  try {
    say(`${count(asked.length, 'course')}, each with ${command.join(' ')}\n`);
    const report = await holdCourses({
      courses: asked,
      start: commandClient(command, around.environment),
      concurrency: flags.concurrency,
      patience: flags.patience,
      livesOn: false,
      isStrict: flags.strict === true,
      signal: interrupts.signal,
      ...(mock !== undefined && { mock }),
      onCourse: (judged, done) => say(`${courseLine(judged, `${done}/${asked.length}`)}\n`),
    });
    return deliver(
      clientView(report, mock === undefined ? undefined : baseOf(flags.adminUrl!)),
      files,
      flags,
      around,
    );
  } finally {
    await mock?.close();
  }
}

/** The mock of `--admin-url`; undefined without the flag. Throws UsageError, or TargetRefuses if it does not answer. */
async function runningMock(flags: ClientsFlags, around: Guarded): Promise<CourseMock | undefined> {
  const { adminUrl } = flags;
  if (adminUrl === undefined) return undefined;
  try {
    return await takeCourseMock({ adminUrl, adminToken: credentialsOf(flags, around).adminToken });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new TargetRefuses(`No courses can be held: ${messageOf(error)}`);
  }
}

/** The courses with these names, in the order of all courses; by default all. Throws UsageError. */
function chosen(names: readonly string[] = []): readonly Course[] {
  const known = courses.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--course ${unknown} is no course.${didYouMean(unknown, known)} --list shows all of them.`,
    );
  return names.length === 0 ? courses : courses.filter(({ name }) => names.includes(name));
}

function init(folder: string, language: Language | undefined, around: Guarded): number {
  if (language === undefined)
    throw new UsageError(`--init needs --language with one of ${LANGUAGES.join(', ')}.`);
  const { name, source, run, needs } = templateFor(language);
  const file = join(folder, name);
  writeNew('--init', folder, file, () => {
    mkdirSync(folder, { recursive: true });
    return readFileSync(source);
  });
  const command = `${around.program.words} clients -- ${run} ${shellQuoted(file)}`;
  around.out(`${file} is written. It needs ${needs}.\n\n  ${command}\n`);
  return EXIT_CODES.conforms;
}

function writeData(file: string, around: Guarded): number {
  writeNew('--write-data', file, file, worldLines);
  const command = `npx job-search-mock --data ${shellQuoted(file)} --now ${NOW}`;
  around.out(`${file} is written. A mock for the courses:\n\n  ${command}\n`);
  return EXIT_CODES.conforms;
}

/** Writes a file that does not exist yet. Throws UsageError. */
function writeNew(flag: string, value: string, file: string, content: () => string | Buffer): void {
  if (existsSync(file)) throw new UsageError(`${flag}: ${file} is there already, and is left as it is.`);
  try {
    writeFileSync(file, content(), { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`${flag} ${value} cannot be written: ${messageOf(error)}`);
  }
}

function upTo999(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999.');
}
