/** The conformance command, run in this process by tests of its output and exit status. */
import { main } from '../../conformance/main.js';
import type { Surroundings } from '../../conformance/surroundings.js';

export interface Ended {
  status: number;
  out: string;
  err: string;
}

/** Runs the command; its environment is empty and its output is no terminal, unless `around` says otherwise. */
export async function runCommand(
  args: readonly string[],
  around: Partial<Surroundings> = {},
): Promise<Ended> {
  const said = { out: '', err: '' };
  const status = await main(args, {
    environment: {},
    isTerminal: false,
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    ...around,
  });
  return { status, ...said };
}

export const command = (...args: string[]): Promise<Ended> => runCommand(args);
