/** The process around a command: environment, output, clock, and the signals that interrupt it. */
import { once } from 'node:events';
import { onEndSignals, SIGNAL_STATUS } from '../common/end-signals.js';
import type { Redactor } from '../common/redact.js';
import { visible } from '../common/visible.js';
import { EXIT_CODES } from './judge/verdicts.js';

/** The process as a command uses it. Tests pass their own. */
export interface CommandContext {
  environment: Readonly<Record<string, string | undefined>>;
  /** Keys and proxies for targets that are named later, on a page. Default: `environment`. */
  laterEnvironment?: CommandContext['environment'];
  out(text: string): void;
  err(text: string): void;
  /** Whether standard error is a terminal, which shows a line of progress. */
  isTerminal: boolean;
  /** Whether standard output shows colors. Default: it does not. */
  hasColors?: boolean;
  /** Default: the clock of the machine. */
  clock?: Clock;
  /** Handles signals until it is disposed of, and prints `what` after a signal. Default: nothing interrupts a command. */
  interrupts?(what?: string): Interrupts;
  /** The first words of commands that users repeat, and the flags that the program behind these words adds. */
  program?: { words: string; adds: readonly string[] };
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `act` every `ms` milliseconds, until the returned function is called. */
  every(ms: number, act: () => void): () => void;
}

/** The context that commands use: no output contains a secret. */
export interface Guarded extends Required<CommandContext> {
  redactor: Redactor;
  /** Writes commands for a CI, such as `::error::text`, which `out` would disarm. Texts in them must be escaped. */
  outForCi(commands: string): void;
}

export interface Interrupts extends Disposable {
  /** Aborts at the first signal. */
  signal: AbortSignal;
}

/** The control sequences of the kit's own output: colors, and a line that is written again. */
// eslint-disable-next-line no-control-regex -- searches for control characters
const OWN = /(\r\u001b\[K|\u001b\[(?:0|2|3[1-3]|1(?:;3[1-3])?)m)/;

/** Redacts secrets in all output, and escapes characters that act on terminals or CI logs. */
export function guarded(context: CommandContext, redactor: Redactor): Guarded {
  const { hasColors = false, isTerminal } = context;
  const safe = (text: string, keepsOwn: boolean): string => {
    const parts = keepsOwn ? redactor.text(text).split(OWN) : [redactor.text(text)];
    return parts.map((part, i) => (i % 2 === 1 ? part : visible(part))).join('');
  };
  return {
    interrupts: () => ({ signal: new AbortController().signal, [Symbol.dispose]: () => undefined }),
    program: { words: 'npx job-search-conformance', adds: [] },
    clock: machineClock,
    laterEnvironment: context.environment,
    ...context,
    hasColors,
    redactor,
    outForCi: (commands) => context.out(redactor.text(commands)),
    out: (text) => context.out(safe(text, hasColors)),
    err: (text) => context.err(safe(text, isTerminal)),
  };
}

const machineClock: Clock = {
  now: () => Date.now(),
  every(ms, act) {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Waits for the first signal. */
export async function interrupted({ signal }: Interrupts): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Runs the command in this process and sets its exit status. */
export async function runInProcess(command: (context: CommandContext) => Promise<number>): Promise<void> {
  const { stdout, stderr } = process;
  const isCi = Boolean(process.env['CI']);
  let isFull = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error) || isFull) return;
    isFull = true;
    process.exitCode = EXIT_CODES.error;
    stderr.write(`Standard output cannot be written: ${error.message}\n`);
  });
  // An error of standard error cannot be printed.
  stderr.on('error', () => undefined);
  const err = (text: string): void => void stderr.write(text);
  const status = await command({
    environment: process.env,
    out: (text) => void stdout.write(text),
    err,
    isTerminal: stderr.isTTY && !isCi,
    hasColors: stdout.isTTY && !isCi && !process.env['NO_COLOR'],
    interrupts: (what) => interruptsOf(err, what),
  });
  // The stream reports an error only after the write.
  if (!isFull) process.exitCode = status;
}

/** True if the reader closed the pipe (`| head`) or the terminal. The status stays that of the verdict. */
function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || (code === 'EIO' && process.stdout.isTTY);
}

function interruptsOf(
  err: (text: string) => void,
  what = 'the run ends, and what was done is reported',
): Interrupts {
  const controller = new AbortController();
  const release = onEndSignals(
    (signal) => {
      err(`\n${signal}: ${what}. A second signal ends it at once.\n`);
      controller.abort(new Error(`the run was interrupted (${signal})`));
    },
    (signal) => {
      err(`\n${signal}: ended at once, without a report.\n`);
      process.exit(SIGNAL_STATUS[signal]);
    },
  );
  return { signal: controller.signal, [Symbol.dispose]: release };
}
