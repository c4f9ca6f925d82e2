/** Ends work on this side that would take for ever, such as a regular expression that backtracks without end. */
import { createContext, Script } from 'node:vm';

/** What was begun did not end in time. */
export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

const box = createContext({ act: null as unknown });
const script = new Script('act()');

/** What `act` returns, which is ended after so long; the error then begins with `what`. Throws TookTooLong. */
export function withinTime<T>(seconds: number, what: string, act: () => T): T {
  box['act'] = act;
  try {
    return script.runInContext(box, { timeout: seconds * 1000 }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`${what} took more than ${seconds} s`, { cause: error });
  }
}
