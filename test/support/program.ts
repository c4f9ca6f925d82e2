/** Programs of the kit, compiled by `compile-programs.ts` before the tests run. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import type { Ended } from './command.js';

/** Path of the compiled module; `node` runs it without flags. Example: `compiledProgram('mock-server/main')`. */
export function compiledProgram(module: string): string {
  return join(inject('programs'), `${module}.js`);
}

export type Program = ReturnType<typeof startProgram>;

/** Starts a command in its own process group, as a terminal does. The group is killed when the current test has finished. */
export function startProgram(
  [command = '', ...args]: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, detached: true, stdio });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said.err += chunk));
  /** With the status -1 if a signal ended it. */
  const ended = new Promise<Ended>((resolve) =>
    child.on('close', (status) => resolve({ status: status ?? -1, ...said })),
  );
  onTestFinished(() => killGroup(child.pid!, 'SIGKILL'));
  return {
    child,
    ended,
    /** Waits for a text on standard output, and returns all of the output. */
    async says(text: RegExp) {
      await expect.poll(() => (child.exitCode === null ? said.out : `ended: ${said.err}`)).toMatch(text);
      return said.out;
    },
  };
}

/** Waits until a mock with `--log json` is ready. Returns its URL. */
export async function urlOf({ says }: Program): Promise<string> {
  const [line] = /^{"event":"ready".*$/m.exec(await says(/^{"event":"ready".*\n/m))!;
  return (JSON.parse(line) as { url: string }).url;
}

export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
