/** Runs the conformance command in this process, for tests of its output and exit status. */
import { expect } from 'vitest';
import { main } from '../../conformance/command-line.js';
import type { CommandContext } from '../../conformance/command-context.js';

export interface Ended {
  status: number;
  out: string;
  err: string;
}

/** Runs the command, or another `program`, with an empty environment and without a terminal, unless `around` says otherwise. */
export async function runCommand(
  args: readonly string[],
  around: Partial<CommandContext> = {},
  program: typeof main = main,
): Promise<Ended> {
  const said = { out: '', err: '' };
  const status = await program(args, {
    environment: {},
    isTerminal: false,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    ...around,
  });
  return { status, ...said };
}

export const command = (...args: string[]): Promise<Ended> => runCommand(args);

/** For `toMatchObject`: the expected status and a part of the output. A usage error (2) is printed only on standard error. */
export const ended = (status: number, text: string | RegExp): Partial<Ended> => {
  const said = (
    typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  ) as string;
  return status === 2 ? { status, out: '', err: said } : { status, out: said };
};
