/** `clients`: runs a client through courses, or judges its earlier requests to a running mock. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../common/make-folder.js';
import { didYouMean } from '../../common/nearest.js';
import { baseOf } from '../clients/admin-call.js';
import { commandClient } from '../clients/courses/command.js';
import type { Judged } from '../clients/courses/report.js';
import type { Course } from '../clients/rules/situation.js';
import { holdCourses } from '../clients/courses/hold-courses.js';
import { courses, NOW, worldLines } from '../clients/courses/index.js';
import { takeCourseMock, type CourseMock } from '../clients/courses/mock.js';
import { LANGUAGES, templateFor, type Language } from '../clients/courses/templates.js';
import { EXIT_CODES } from '../judge/verdicts.js';
import { judgeClient } from '../judge-client.js';
import { clientView } from '../reports/client-view.js';
import { reportFiles, type ReportFile } from '../reports/files.js';
import { RULE_WORDS } from '../reports/rules.js';
import { TargetRefuses } from '../run/target/recognize.js';
import type { Guarded } from '../command-context.js';
import { count, messageOf, shellQuoted } from '../values/text.js';
import { orUsageError, UsageError } from '../values/usage-error.js';
import { deliver } from './deliver.js';
import { credentialsOf, type Action, type FlagsOf } from './flags.js';

type ClientsFlags = FlagsOf<'clients'>;

/** `command` starts the client; empty to judge requests to a running mock. Throws UsageError. */
export const clients: Action<'clients'> = async (command, flags, context) => {
  if (flags.list === true) {
    context.out(courseListing(chosen(flags.course)));
    return EXIT_CODES.conforms;
  }
  if (flags.init !== undefined) return init(flags.init, flags.language, context);
  if (flags.writeData !== undefined) return writeData(flags.writeData, context);
  const files = reportFiles(flags.report ?? []);
  const mistake = mistakeIn(command, flags);
  if (mistake !== undefined) throw new UsageError(mistake);
  if (command.length > 0) return sendThroughCourses(command, flags, files, context);
  const adminUrl = flags.adminUrl!;
  const { apiKey: key, adminToken } = credentialsOf({ ...flags, apiKey: flags.key }, context);
  const { askedOnce = false, strict = false } = flags;
  const report = await judgeClient({ adminUrl, key, adminToken, askedOnce, strict });
  return deliver(clientView(report, baseOf(adminUrl)), files, flags, context);
};

/** Returns why the command and its flags do not fit together. A flag without an effect is a mistake. */
function mistakeIn(command: readonly string[], flags: ClientsFlags): string | undefined {
  const isCommand = command.length > 0;
  if (flags.language !== undefined) return '--language is for --init.';
  if (!isCommand && flags.course !== undefined)
    return '--course needs the command of a client after --, such as -- node client.mjs.';
  if (isCommand && (flags.key !== undefined || flags.askedOnce === true))
    return '--key and --asked-once judge requests to a running mock. Leave out the command of a client.';
  if (isCommand || flags.adminUrl !== undefined) return undefined;
  return (
    'clients needs the command of a client, such as -- node client.mjs, or --admin-url with the admin API of a mock. ' +
    '--init FOLDER writes a client to begin with.'
  );
}

async function sendThroughCourses(
  command: readonly string[],
  flags: ClientsFlags,
  files: readonly ReportFile[],
  context: Guarded,
): Promise<number> {
  const asked = chosen(flags.course);
  const mock = await runningMock(flags, context);
  using interrupts = context.interrupts();
  const say = flags.quiet === true ? () => undefined : context.err;
  try {
    say(`${count(asked.length, 'course')}, each with ${command.join(' ')}\n`);
    const report = await holdCourses({
      courses: asked,
      start: commandClient(command, context.environment),
      concurrency: flags.concurrency,
      patience: flags.patience,
      livesOn: false,
      isStrict: flags.strict === true,
      signal: interrupts.signal,
      ...(mock !== undefined && { mock }),
      onCourse: (judged, done) => say(`${courseLine(judged, `${done}/${asked.length}`)}\n`),
    });
    return deliver(clientView(report, flags.adminUrl && baseOf(flags.adminUrl)), files, flags, context);
  } finally {
    await mock?.close();
  }
}

/** A line of progress: `✗ 3/45 lost-first-page 1.2 s  CLI-2` */
export function courseLine({ seen, judgements, verdict, open, seconds }: Judged, place: string): string {
  const against = judgements.filter((each) => each.verdict === 'fail').map(({ rule }) => rule);
  const why = against.length > 0 ? [...new Set(against)].join(', ') : (open?.reason ?? '');
  const mark = RULE_WORDS[verdict === 'pass' && against.length > 0 ? 'not-followed' : verdict].mark;
  return `${mark} ${place} ${seen.course.name} ${seconds.toFixed(1)} s  ${why}`.trimEnd();
}

/** The output of `--list`. */
function courseListing(courses: readonly Course[]): string {
  const width = Math.max(...courses.map(({ name }) => name.length));
  const lines = courses.map(
    ({ name, title, rules }) => `${name.padEnd(width)}  ${title} (${rules.join(', ')})`,
  );
  return `${[...lines, '', `${courses.length} courses`].join('\n')}\n`;
}

/** The mock of `--admin-url`; undefined without the flag. Throws UsageError, or TargetRefuses if it does not answer. */
async function runningMock(flags: ClientsFlags, context: Guarded): Promise<CourseMock | undefined> {
  const { adminUrl } = flags;
  if (adminUrl === undefined) return undefined;
  try {
    return await takeCourseMock({ adminUrl, adminToken: credentialsOf(flags, context).adminToken });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new TargetRefuses(`No course can run: ${messageOf(error)}`);
  }
}

/** The courses with these names, in the order of all courses; by default all. Throws UsageError for an unknown name. */
function chosen(names: readonly string[] = []): readonly Course[] {
  const known = courses.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `There is no course "${unknown}".${didYouMean(unknown, known)} --list shows all courses.`,
    );
  return names.length === 0 ? courses : courses.filter(({ name }) => names.includes(name));
}

function init(folder: string, language: Language | undefined, context: Guarded): number {
  if (language === undefined)
    throw new UsageError(`--init needs --language with one of ${LANGUAGES.join(', ')}.`);
  const { name, source, run, needs } = templateFor(language);
  const file = join(folder, name);
  writeNew('--init', folder, file, () => {
    makeFolder(folder);
    return readFileSync(source);
  });
  const command = `${context.program.words} clients -- ${run} ${shellQuoted(file)}`;
  context.out(`Wrote ${file}. It needs ${needs}.\n\n  ${command}\n`);
  return EXIT_CODES.conforms;
}

function writeData(file: string, context: Guarded): number {
  writeNew('--write-data', file, file, worldLines);
  const command = `npx job-search-mock --data ${shellQuoted(file)} --now ${NOW}`;
  context.out(`Wrote ${file}. This starts a mock for the courses:\n\n  ${command}\n`);
  return EXIT_CODES.conforms;
}

/** Writes a new file. Throws UsageError if it exists or cannot be written. */
function writeNew(flag: string, value: string, file: string, content: () => string | Buffer): void {
  if (existsSync(file)) throw new UsageError(`${flag}: ${file} already exists, and was not changed.`);
  orUsageError(
    () => writeFileSync(file, content(), { flag: 'wx' }),
    (why) => `${flag} ${value} cannot be written: ${why}`,
  );
}
