/** Limits the time of work that may not end, such as a regular expression that backtracks. */
import { createContext, Script } from 'node:vm';

export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

const box = createContext({ act: null as unknown });
const script = new Script('act()');

/**
 * Returns the result of `act`. After that much time of the processor, throws TookTooLong, whose message starts with `what`.
 * On a busy machine it calls `act` again, with twice as much time of the clock.
 */
export function withinTime<T>(seconds: number, what: string, act: () => T): T {
  for (let timeout = seconds * 1000; ; timeout *= 2) {
    box['act'] = act;
    const start = process.cpuUsage();
    try {
      return script.runInContext(box, { timeout }) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      const { user, system } = process.cpuUsage(start);
      // Other programs always take some of the time.
      if (user + system >= seconds * 800_000)
        throw new TookTooLong(`${what} took more than ${seconds} s`, { cause: error });
    }
  }
}
