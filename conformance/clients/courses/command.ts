/** A client that is a command: each run is a process group, and none of its processes outlives the run. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { visibleInLine } from '../../../common/visible.js';
import { shown } from '../../values/text.js';
import { UsageError } from '../../values/usage-error.js';
import { type ClientPlace, type Start, mayBeResult, resultOnLine } from './client.js';
import type { CourseResult, CourseTask, Run, RunEnd } from '../rules/situation.js';

/** The exit status of a client that does not support the task. */
const DECLINES = 127;
/** The most characters to keep of the end of standard error, and of a line of standard output. */
const MOST_NOTES = 4_000;
const MOST_LINE = 4 * 1024 * 1024;
/** How long pipes may stay open after their process has ended, ms. */
const PIPES_MS = 500;

/** Running groups. None outlives this process. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach((group) => signalGroup(group, 'SIGKILL')));

/** Returns false if the group has ended. */
function signalGroup(group: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

/** A command as a client. It gets the task and this environment, without variables of the suite. */
export function commandClient(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Start {
  return (task, place, onOutput) =>
    new Promise<Run>((resolve, reject) => {
      const env = environmentOf(task, place, environment);
      const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
      const output = readOutput(child, onOutput);
      child.once('error', (error: NodeJS.ErrnoException) => reject(notRun(program, args, error)));
      const group = child.pid;
      if (group === undefined) return;
      groups.add(group);
      const kill = (): boolean => signalGroup(group, 'SIGKILL');
      place.signal.addEventListener('abort', kill);
      child.once('exit', (status, signal) => {
        const end = place.signal.aborted ? (place.signal.reason as RunEnd) : 'itself';
        const left = end === 'itself' && signalGroup(group, 0);
        kill();
        const finish = (): void => {
          clearTimeout(timer);
          groups.delete(group);
          resolve(runOf(end, status, signal, left, output));
        };
        const timer = setTimeout(() => {
          for (const pipe of child.stdio) pipe?.destroy();
          finish();
        }, PIPES_MS);
        child.once('close', finish);
      });
    });
}

function environmentOf(
  task: CourseTask,
  place: ClientPlace,
  environment: Readonly<Record<string, string | undefined>>,
): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('JOB_SEARCH_'));
  return {
    ...Object.fromEntries(others),
    JOB_SEARCH_URL: place.url,
    JOB_SEARCH_API_KEY: place.key,
    JOB_SEARCH_TASK: JSON.stringify(task),
    JOB_SEARCH_STATE: place.state,
    JOB_SEARCH_PATIENCE: String(place.patience),
    // The mock is on this machine.
    NO_PROXY: '*',
    no_proxy: '*',
  };
}

const START_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is not allowed to be executed',
};

function notRun(
  program: string,
  args: readonly string[],
  { code = '', message }: NodeJS.ErrnoException,
): UsageError {
  const isQuoted = code === 'ENOENT' && args.length === 0 && program.includes(' ');
  const help = isQuoted
    ? 'Program and arguments are words of their own: leave out the quotes around them.'
    : 'Give the command of your client after --, such as -- node client.mjs.';
  return new UsageError(`The command "${program}" cannot be run: ${START_ERRORS[code] ?? message}. ${help}`);
}

type Output = ReturnType<typeof readOutput>;

/** Keeps only the last line that is not empty, for output of any size. `hadResult`: an earlier line looked like a result. */
function readOutput(child: ChildProcess, onOutput: () => void) {
  const output = { line: '', hadResult: false, bytes: 0, isCut: false, notes: '' };
  let open = '';
  const take = (line: string): void => {
    // Also removes a byte order mark and carriage returns.
    const text = line.trim();
    if (text === '') return;
    output.hadResult ||= mayBeResult(output.line);
    output.line = text;
    if (mayBeResult(text)) onOutput();
  };
  const [, out, notes] = child.stdio as unknown as [null, Readable, Readable];
  out.setEncoding('utf8').on('data', (part: string) => {
    output.bytes += part.length;
    const lines = part.split('\n');
    lines[0] = open + lines[0]!;
    open = lines.pop()!;
    lines.forEach(take);
    if (open.length > MOST_LINE) {
      output.isCut = true;
      open = '';
    }
  });
  out.on('end', () => take(open));
  notes.setEncoding('utf8').on('data', (part: string) => {
    output.notes = (output.notes + part).slice(-MOST_NOTES);
  });
  return output;
}

function runOf(
  end: RunEnd,
  status: number | null,
  signal: NodeJS.Signals | null,
  left: boolean,
  { line, hadResult, bytes, isCut, notes }: Output,
): Run {
  const behind = left ? 'it left processes behind, which were ended' : null;
  const run: Run = { end, result: null, declined: false, remark: null, notes };
  const result = line === '' ? 'nothing was printed' : resultOnLine(line);
  const bySelf = signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
  const ending = end === 'itself' ? bySelf : HOW[end];
  if (typeof result !== 'string') {
    const isUsual = end === 'itself' ? status === STATUS_OF[result.outcome] : end !== 'patience';
    const unusual = isUsual ? null : `it printed the result "${result.outcome}", but ${ending}`;
    return { ...run, result, remark: joined(unusual, behind) };
  }
  if (end === 'itself' && status === DECLINES) return { ...run, declined: true };
  const size = `${bytes} characters${isCut ? ', in lines of more than 4 MiB' : ''}`;
  const last = `the last line ${shown(visibleInLine(line), 100)}: ${result}`;
  const what = line === '' ? 'printed nothing' : `printed ${size}, ${last}`;
  const isOnError = notes.split('\n').some((each) => mayBeResult(each));
  const place = hadResult ? 'an earlier line' : isOnError ? 'a line on standard error' : null;
  const elsewhere = place && `${place} looks like a result`;
  // Node ends a stack trace with its version.
  const lines = notes.trimEnd().split('\n');
  const note = lines.findLast((each) => /^(?=\S).*(?:error|exception)/i.test(each)) ?? lines.at(-1)!;
  const error = note === '' ? null : `standard error says ${shown(visibleInLine(note), 100)}`;
  return { ...run, remark: joined(`it ${ending} and ${what}`, elsewhere ?? error, behind) };
}

const STATUS_OF: Readonly<Record<CourseResult['outcome'], number>> = { done: 0, failed: 1 };

function joined(...parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join('; ') || null;
}

const HOW: Readonly<Record<Exclude<RunEnd, 'itself'>, string>> = {
  restart: 'was ended by force, as the course wants',
  patience: 'did not end in time',
  flood: 'sent requests without end',
  interrupted: 'was interrupted',
};
