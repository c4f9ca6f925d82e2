/** Limits the time of work that may not end, such as a regular expression that backtracks. */
import { createContext, Script } from 'node:vm';

export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

const box = createContext({ act: null as unknown });
const script = new Script('act()');

/** Returns the result of `act`. After the time, throws TookTooLong, whose message starts with `what`. */
export function withinTime<T>(seconds: number, what: string, act: () => T): T {
  box['act'] = act;
  try {
    return script.runInContext(box, { timeout: seconds * 1000 }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`${what} took more than ${seconds} s`, { cause: error });
  }
}
