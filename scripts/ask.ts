import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';

/** Sends a question to a process, and returns its next message. Rejects if the process ends first. */
export async function ask(process: ChildProcess, question?: Serializable): Promise<unknown> {
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error('The process has ended.'));
  process.once('exit', end);
  if (question !== undefined) process.send(question);
  try {
    // Rejects for an 'error' as well: a process that cannot start never exits.
    const [answer] = (await once(process, 'message', { signal: ended.signal })) as [unknown];
    return answer;
  } finally {
    process.off('exit', end);
  }
}
