/** What surrounds the command: its environment, its output, and the signals that interrupt a run. */
import { onEndSignals, SIGNAL_STATUS } from '../common/end-signals.js';
import type { Redactor } from '../common/redact.js';
import { visible } from '../common/visible.js';
import { EXIT_CODES } from './judge/verdicts.js';

/** A test gives its own. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  isTerminal: boolean;
  /**
   * Interrupts a run from now on, until it is released; absent where nothing does. `what` says what a signal then brings.
   */
  interrupts?(what?: string): Interrupts;
  /** What reproduction commands begin with, and the flags that this program adds by itself. */
  program?: { words: string; adds: readonly string[] };
}

export interface Interrupts {
  /** Aborts at the first signal. */
  signal: AbortSignal;
  release(): void;
}

/** What this program writes itself to color a text and to begin a line anew. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const OWN = /(\r\u001b\[K|\u001b\[(?:0|2|3[1-3]|1(?:;3[1-3])?)m)/;

/** All output of the command goes through here: no secret is in it, and what others say cannot act on a terminal or in CI. */
export function guarded(around: Surroundings, redactor: Redactor): Surroundings {
  const safe = (text: string): string => {
    const parts = around.isTerminal ? redactor.text(text).split(OWN) : [redactor.text(text)];
    return parts.map((part, i) => (i % 2 === 1 ? part : visible(part))).join('');
  };
  return { ...around, out: (text) => around.out(safe(text)), err: (text) => around.err(safe(text)) };
}

/** Runs the command in this process, which ends with its status. */
export async function runInProcess(command: (around: Surroundings) => Promise<number>): Promise<void> {
  const { stdout, stderr } = process;
  let isFull = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReaderGone(error) || isFull) return;
    isFull = true;
    process.exitCode = EXIT_CODES.error;
    stderr.write(`Standard output cannot be written: ${error.message}\n`);
  });
  // There is nowhere left to complain.
  stderr.on('error', () => undefined);
  const err = (text: string): void => void stderr.write(text);
  const status = await command({
    environment: process.env,
    out: (text) => void stdout.write(text),
    err,
    isTerminal: stderr.isTTY && !process.env['CI'],
    interrupts: (what) => interruptsOf(err, what),
  });
  // The stream tells of an error only after the write.
  if (!isFull) process.exitCode = status;
}

/** Who closes a pipe (`| head`) or a terminal wants no more output; the status stays that of the verdict. */
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
  return { signal: controller.signal, release };
}
