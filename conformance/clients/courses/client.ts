/** A client in a course: a function in this process, or a command (`command.ts`). */
import { messageOf } from '../../values/text.js';
import type { CourseResult, CourseTask, Run, RunEnd } from '../rules/situation.js';
import { readResult } from './model/result.js';

export interface ClientPlace {
  /** Base address without a trailing slash. Paths start with `/api/v1`. */
  url: string;
  key: string;
  /** A folder that all runs of one course share. It is empty before the first run. */
  state: string;
  /** Seconds after which the run is killed. */
  patience: number;
  /** Aborted when the run is over, even if the client has not ended. */
  signal: AbortSignal;
}

/** Performs a task. Resolves to its result, or to null if the client does not support the task. */
export type CourseClient = (task: CourseTask, place: ClientPlace) => Promise<CourseResult | null>;

export interface Running {
  ended: Promise<Run>;
  /** Kills the run. */
  end(why: Exclude<RunEnd, 'itself'>): void;
}

/** Starts a run. It calls `onOutput` for any output that may be the result. */
export type Start = (task: CourseTask, place: Omit<ClientPlace, 'signal'>, onOutput: () => void) => Running;

/** Starts runs of a client that is a function. A killed run aborts `place.signal` and drops the result. */
export function functionClient(client: CourseClient): Start {
  return (task, place, onOutput) => {
    const controller = new AbortController();
    const plain: Run = { end: 'itself', result: null, declined: false, remark: null, notes: '' };
    let end: Running['end'] = () => undefined;
    const killed = new Promise<Run>((resolve) => {
      end = (why) => {
        controller.abort();
        resolve({ ...plain, end: why });
      };
    });
    const byItself = async (): Promise<Run> => {
      try {
        const said = await client(task, { ...place, signal: controller.signal });
        if (said === null) return { ...plain, declined: true };
        onOutput();
        const result = readResult(said);
        if (typeof result !== 'string') return { ...plain, result };
        return { ...plain, remark: `the result cannot be read: ${result}` };
      } catch (error) {
        return { ...plain, remark: `it threw: ${messageOf(error)}` };
      }
    };
    return { ended: Promise.race([byItself(), killed]), end };
  };
}
